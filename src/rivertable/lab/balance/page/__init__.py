"""Reports as pages: one HTML file each that holds all it shows, reaches out for nothing and needs no script."""

from .report_page import report_page

__all__ = ["report_page"]
