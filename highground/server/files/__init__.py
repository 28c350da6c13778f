"""Files by key: in a local folder, or in a store that speaks S3."""

from __future__ import annotations

from highground.server.files.store import Files, FileTooLarge, NoSuchFile, open_files

__all__ = ["FileTooLarge", "Files", "NoSuchFile", "open_files"]
