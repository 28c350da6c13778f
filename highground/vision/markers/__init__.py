"""The printed markers: what there is, how they are drawn, and how a photo of them is read."""
