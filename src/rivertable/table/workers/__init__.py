"""What works beside the requests: bots, reviews, hints, and their preparation."""

__all__: list[str] = []
