"""Rule sets that users make, keep and share, and the workshop in which they make them."""
