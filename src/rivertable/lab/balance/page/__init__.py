"""Reports as pages: one HTML file each that holds all it shows, reaches out for nothing and needs no script."""

from .findings import of_sweeps, standing_out
from .report_page import report_page
from .sweep_page import sweep_page

__all__ = ["of_sweeps", "report_page", "standing_out", "sweep_page"]
