"""From a short film of a throw to the pictures of it at rest. Unpack strangers' films in a process that can be ended.

Movement is found from frame to frame, with the shift of a hand that holds the phone taken out. The last rest counts:
dice roll before it.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from highground.vision.flat import Picture

MOST_SECONDS = 10.0
MOST_PIXELS = 9_500_000
"""Of a frame: 4K, with a little more, as some phones have it."""
LEAST_SIDE = 64
LOOKS_A_SECOND = 10.0
REST_SECONDS = 0.3
"""So long nothing moves where dice lie at rest."""
LOOK = 192
"""Pixels: the longer side of the grey picture that motion is looked for in."""
CHANGED, MOTION = 26.0, 0.0015
"""A pixel has changed by more grey values than the grain, and where so much of the picture has, something moves."""
SHAKE = 3.0
"""Of these pixels: as much a hand moves the camera from look to look. More are dice that roll, all the same way."""
READER = [cv2.CAP_PROP_N_THREADS, 2, cv2.CAP_PROP_HW_ACCELERATION, cv2.VIDEO_ACCELERATION_NONE]
BRANDS_OF_PHOTOS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1", b"avif", b"avis")
BOXES = (b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip")
CODECS = (b"h264", b"avc1", b"hevc", b"hvc1", b"hev1", b"VP80", b"VP90", b"mp4v", b"FMP4")
"""Which are read, so that a film of theirs without a frame is damaged."""
WEBM = b"\x1aE\xdf\xa3"

READER_SETTINGS = {
    "OPENCV_FFMPEG_CAPTURE_OPTIONS": "protocol_whitelist;file",  # a film that names other places is not followed
    "OPENCV_FFMPEG_LOGLEVEL": "-8",  # what is wrong with a film is said once, to its sender
}
NOT_READABLE = (
    "The film is damaged, or in a format that cannot be read here. Send a second or two as MP4, MOV or WebM, as phones "
    "record them."
)
NO_REST = "The dice do not come to rest in this film. Film on until they have lain still for a second."
TOO_SHORT = "The film is too short: the dice have to be seen at rest for half a second. Send a second or two."
TOO_LONG = f"The film is longer than {MOST_SECONDS:g} seconds. Send a second or two of the dice at rest."
Looked = npt.NDArray[np.float32]


class FilmError(ValueError):
    """The film cannot be used. The message is a sentence for its sender."""


@dataclass(slots=True, eq=False)
class _Rest:
    """Frames in which nothing moves, of which the sharpest are kept: sharpness, seconds, JPEG."""

    most: int
    begin: float
    end: float
    best: list[tuple[float, float, bytes]] = field(default_factory=list)

    @property
    def is_one(self) -> bool:
        return self.end - self.begin >= REST_SECONDS - 1e-6

    def add(self, seconds: float, picture: Picture, sharpness: float) -> None:
        self.end = seconds
        if len(self.best) < self.most or sharpness > self.best[-1][0]:
            self.best = sorted([*self.best, (sharpness, seconds, _packed(picture))], reverse=True)[: self.most]


def is_film(data: bytes) -> bool:
    """Whether a file begins as films of phones do; no photo does."""
    if data[:4] == WEBM:
        return True
    return data[4:8] in BOXES and data[8:12] not in BRANDS_OF_PHOTOS


def frames_at_rest(data: bytes, most: int) -> list[bytes]:
    """The sharpest frames of a film's last rest, as JPEG, in their order; at least one. Raises FilmError."""
    os.environ |= READER_SETTINGS
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / ("film.webm" if data[:4] == WEBM else "film.mp4")
        path.write_bytes(data)
        rest = _last_rest(_looked_at(path), most)
    return [packed for _, _, packed in sorted(rest.best, key=lambda each: each[1])]


def _last_rest(frames: Iterator[tuple[float, Picture]], most: int) -> _Rest:
    last: _Rest | None = None
    resting: _Rest | None = None
    before: Looked | None = None
    begin = seconds = 0.0
    for seconds, picture in frames:
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        small = _small(grey)
        if resting is None or before is None or _moves(before, small):
            begin = begin if resting else seconds
            resting = _Rest(most, seconds, seconds)
        before = small
        resting.add(seconds, picture, float(cv2.Laplacian(grey, cv2.CV_32F, ksize=3).var()))
        last = resting if resting.is_one else last
    if last is None:
        raise FilmError(NO_REST if seconds - begin >= REST_SECONDS else TOO_SHORT)
    return last


def _looked_at(path: Path) -> Iterator[tuple[float, Picture]]:
    """A few frames a second, with their seconds."""
    film = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG, READER)
    try:
        if not film.isOpened():
            raise FilmError(NOT_READABLE)
        _check(film)
        looked = 0
        while film.grab():
            seconds = film.get(cv2.CAP_PROP_POS_MSEC) / 1000
            if seconds > MOST_SECONDS:
                raise FilmError(TOO_LONG)
            if seconds * LOOKS_A_SECOND >= looked:
                looked = int(seconds * LOOKS_A_SECOND) + 1
                yield seconds, _picture(film)
        if not looked:
            raise FilmError(_without_frames(film))
    except cv2.error as fault:
        raise FilmError(NOT_READABLE) from fault
    finally:
        film.release()


def _check(film: cv2.VideoCapture) -> None:
    """What the film says of itself; what it does not say shows as it is unpacked."""
    wide, high = film.get(cv2.CAP_PROP_FRAME_WIDTH), film.get(cv2.CAP_PROP_FRAME_HEIGHT)
    if wide * high > MOST_PIXELS:
        raise FilmError(f"The film is too large, {wide:.0f} x {high:.0f} pixels. 4K is the most.")
    if min(wide, high) < LEAST_SIDE:
        raise FilmError(f"The film is too small, {wide:.0f} x {high:.0f} pixels. Record it in full HD.")
    rate, frames = film.get(cv2.CAP_PROP_FPS), film.get(cv2.CAP_PROP_FRAME_COUNT)
    if rate > 0 and frames / rate > MOST_SECONDS + 0.5:
        raise FilmError(TOO_LONG)


def _without_frames(film: cv2.VideoCapture) -> str:
    """Why a film that could be opened has no frames."""
    code = int(film.get(cv2.CAP_PROP_FOURCC)).to_bytes(4, "little", signed=True)
    if code in CODECS or not code.isalnum():
        return NOT_READABLE
    return f"This film is packed as {code.decode()}, which cannot be read here. Set the camera to H.264 or HEVC."


def _picture(film: cv2.VideoCapture) -> Picture:
    taken, picture = film.retrieve()
    if not taken or picture.shape[0] * picture.shape[1] > MOST_PIXELS:
        raise FilmError(NOT_READABLE)
    return np.asarray(picture, dtype=np.uint8)


def _small(grey: Picture) -> Looked:
    scale = LOOK / max(grey.shape)
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _packed(picture: Picture) -> bytes:
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return packed.tobytes()


def _moves(before: Looked, after: Looked) -> bool:
    """Whether anything moves from one look to the next but the camera itself, or the light."""
    if before.shape != after.shape:
        return True
    window = cv2.createHanningWindow((after.shape[1], after.shape[0]), cv2.CV_32F)
    # It writes the window into what it is given.
    (across, down), _ = cv2.phaseCorrelate(before.copy(), after.copy(), window)
    if max(abs(across), abs(down)) > SHAKE:
        return True
    high, wide = after.shape
    shift = np.array([[1, 0, across], [0, 1, down]], dtype=np.float64)
    moved = cv2.warpAffine(before, shift, (wide, high), borderMode=cv2.BORDER_REPLICATE)
    moved = np.asarray(moved * (float(np.median(after)) / max(float(np.median(moved)), 1.0)), dtype=np.float32)
    edge = 2 + int(np.ceil(max(abs(across), abs(down))))
    apart = np.abs(cv2.blur(moved, (3, 3)) - cv2.blur(after, (3, 3)))[edge:-edge, edge:-edge]
    return float((apart > CHANGED).mean()) > MOTION
