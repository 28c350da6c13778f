"""Train the face reader on a graphics card: python training/reader_gpu.py PACK OUTFOLDER [--minutes 7] [--batch 1024].

Every batch, seen again on the card (`augment`), teaches several networks: a wide teacher, and readers of the size that
ships, one by the labels alone (`plain`) and one by the teacher as well (`taught`), both without the split's validation
part; `all` is `taught` with it. What is kept is the running mean of their weights. The processor's cores paint trays,
dice of other kinds and cluttered tables meanwhile.
"""

from __future__ import annotations

import argparse
import copy
import math
import multiprocessing as mp
import pickle
import queue
import time
from pathlib import Path
from typing import Any

import augment
import cv2
import numpy as np
import torch
from nets import Reader
from painting import paint_for_ever
from torch.nn import functional

ODDS = {"trays": 2.6, "trays_more": 2.6, "wargame_trays": 2.2, "desk": 0.8, "mixed": 0.7}
PARTS = {"real": 0.34, "painted": 0.25, "squares": 0.08, "hard": 0.18, "others": 0.10, "clutter": 0.05}
"""Of a batch: photographed dice, painted ones, squares anywhere, what the finder took for dice, other kinds, things."""
FACES, OTHER, ANY = 8, 7, -1
MOST = 400_000
"""Crops kept of what is painted, the newest in the place of the oldest."""
MEAN = 0.9995
TEACHER = 2.0
TAUGHT, SOFT = 0.6, 2.0
Tensor = torch.Tensor


class Pool:
    """Crops on the card (n, 3, 86, 86), their values, turns, odds and whether they are of the validation part."""

    def __init__(self, device: str, room: int) -> None:
        self.crops = torch.zeros(room, 3, augment.KEPT, augment.KEPT, dtype=torch.uint8, device=device)
        self.values = torch.zeros(room, dtype=torch.long, device=device)
        self.quarters = torch.full((room,), ANY, dtype=torch.long, device=device)
        self.odds = torch.ones(room, device=device)
        self.choosing = torch.zeros(room, dtype=torch.bool, device=device)
        self.count = self.next = 0

    def add(self, crops: Any, values: Any, quarters: Any, odds: Any = 1.0, choosing: Any = False) -> None:
        room, device = len(self.crops), self.crops.device
        at = (torch.arange(len(crops)) + self.next).to(device) % room
        self.crops[at] = torch.from_numpy(np.ascontiguousarray(crops)).to(device).permute(0, 3, 1, 2)
        for kept, new in ((self.values, values), (self.quarters, quarters), (self.odds, odds)):
            kept[at] = torch.as_tensor(new, device=device).to(kept.dtype).expand(len(crops))
        self.choosing[at] = torch.as_tensor(choosing, device=device).expand(len(crops))
        self.next = (self.next + len(crops)) % room
        self.count = min(room, self.count + len(crops))

    def draw(self, count: int) -> tuple[Tensor, ...]:
        if not self.count:
            count = 0
        if self.count > MOST // 8:
            at = torch.randint(max(1, self.count), (count,), device=self.crops.device)
        else:
            at = torch.multinomial(self.odds[: max(1, self.count)], max(count, 1), replacement=True)[:count]
        return self.crops[at], self.values[at], self.quarters[at], self.choosing[at]


def pools_of(path: Path, device: str) -> dict[str, Pool]:
    pack = pickle.loads(path.read_bytes())
    pools = {name: Pool(device, 40_000 if name in ("real", "squares", "hard") else MOST // 4) for name in PARTS}
    pools["painted"] = Pool(device, MOST)
    for name, choosing, quarters, values, crops, squares in pack["photos"]:
        if crops:
            odds = ODDS[name.partition("/")[0]]
            pools["real"].add(_read(crops), np.array(values), quarters, odds, choosing)
        if squares:
            pools["squares"].add(_read(squares), 0, ANY, 1.0, choosing)
    groups: dict[str, int] = {}
    for name, _ in pack["hard"]:
        groups[name.partition("/")[0]] = groups.get(name.partition("/")[0], 0) + 1
    odds = [1.0 / groups[name.partition("/")[0]] ** 0.5 for name, _ in pack["hard"]]
    pools["hard"].add(_read([crop for _, crop in pack["hard"]]), 0, ANY, np.array(odds))
    return pools


def _read(packed: list[bytes]) -> Any:
    return np.stack([cv2.imdecode(np.frombuffer(each, np.uint8), cv2.IMREAD_COLOR) for each in packed])


def fill(pools: dict[str, Pool], painted: Any) -> None:
    """Take what the processor's cores have painted."""
    for _ in range(40):
        try:
            parts = painted.get_nowait()
        except queue.Empty:
            return
        for name, (crops, values, quarters) in parts.items():
            pools[name].add(crops, values, quarters)


class Learner:
    """A network with its running mean."""

    def __init__(self, net: Reader, device: str, decay: float, *, choosing: bool, taught: bool) -> None:
        self.net = net.to(device, memory_format=torch.channels_last)
        self.mean = copy.deepcopy(self.net).eval()
        self.best = torch.optim.AdamW(self.net.parameters(), lr=1e-3, weight_decay=decay)
        self.choosing, self.taught = choosing, taught

    def learn(self, pictures: Tensor, loss: Any, rate: float) -> Tensor:
        for group in self.best.param_groups:
            group["lr"] = rate
        out = answer(self.net, pictures)
        value = loss(out)
        self.best.zero_grad(set_to_none=True)
        value.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.best.step()
        return out.detach()

    def follow(self, step: int) -> None:
        part = 1 - min(MEAN, (1 + step) / (10 + step))
        with torch.no_grad():
            for mean, new in zip(self.mean.parameters(), self.net.parameters(), strict=True):
                mean.lerp_(new, part)
            for mean, new in zip(self.mean.buffers(), self.net.buffers(), strict=True):
                mean.copy_(new) if mean.dtype == torch.long else mean.lerp_(new, part)


def answer(net: Reader, pictures: Tensor) -> Tensor:
    kind = "cuda" if pictures.is_cuda else "cpu"
    with torch.autocast(kind, torch.bfloat16):
        return net(pictures).float()


def loss_of(out: Tensor, batch: tuple[Tensor, ...], wrong: Tensor, use: Tensor, teacher: Tensor | None) -> Tensor:
    """As reader.loss_of, by the crops of `use`; where there is a teacher, half by what it says."""
    values, quarters = batch[1], batch[2]
    right = (wrong == 0) * use
    ups = torch.where(quarters == ANY, 0.5, (wrong == 0).float())
    faces = functional.cross_entropy(out[:, :FACES], values, label_smoothing=0.05, reduction="none")
    up = functional.binary_cross_entropy_with_logits(out[:, FACES], ups, reduction="none")
    dice = ((values > 0) & (values < OTHER)) * use
    value = 0.5 * (up * dice).sum() / dice.sum().clamp(min=1)
    own = (faces * right).sum() / right.sum().clamp(min=1)
    if teacher is None:
        return own + value
    said = torch.softmax(teacher[:, :FACES] / SOFT, 1)
    apart = -(said * torch.log_softmax(out[:, :FACES] / SOFT, 1)).sum(1) * SOFT**2 / 2
    return (1 - TAUGHT) * own + TAUGHT * (apart * right).sum() / right.sum().clamp(min=1) + value


def batch_of(pools: dict[str, Pool], count: int) -> tuple[Tensor, ...]:
    parts = [pools[name].draw(int(share * count)) for name, share in PARTS.items()]
    return tuple(torch.cat(part) for part in zip(*parts, strict=True))


def validate(learners: dict[str, Learner], pools: dict[str, Pool]) -> str:
    """How many faces of the validation part's dice each reads, at the turn that is known for the photo."""
    pool = pools["real"]
    at = torch.nonzero(pool.choosing[: pool.count])[:, 0]
    edge = round(augment.KEPT * (1 - augment.ROOM / augment.KEPT_ROOM) / 2)
    crops = pool.crops[at][:, :, edge:-edge, edge:-edge].float()
    crops = functional.interpolate(crops, size=augment.SIZE, mode="bilinear", antialias=True)
    turned = [torch.rot90(c, -int(q), (1, 2)) if q > 0 else c for c, q in zip(crops, pool.quarters[at], strict=True)]
    seen, said = torch.stack(turned), []
    for name, learner in learners.items():
        with torch.no_grad():
            out = answer(learner.mean, seen)
        said.append(f"{name} {float((out[:, :FACES].argmax(1) == pool.values[at]).float().mean()):.4f}")
    return f"validation of {len(at)}: " + ", ".join(said)


def learners_of(device: str) -> dict[str, Learner]:
    return {
        "teacher": Learner(Reader(TEACHER), device, 0.05, choosing=True, taught=False),
        "plain": Learner(Reader(), device, 0.02, choosing=True, taught=False),
        "taught": Learner(Reader(), device, 0.01, choosing=True, taught=True),
        "all": Learner(Reader(), device, 0.01, choosing=False, taught=True),
    }


def one_step(
    learners: dict[str, Learner], pools: dict[str, Pool], args: argparse.Namespace, done: float, step: int
) -> None:
    batch = batch_of(pools, args.batch)
    n, device = len(batch[0]), batch[0].device
    wrong = torch.randint(4, (n,), device=device) * (torch.rand(n, device=device) < 0.25) * (batch[2] != ANY)
    turns = torch.where(batch[2] == ANY, ANY, batch[2] + wrong)
    pictures = augment.seen_again(batch[0], turns).contiguous(memory_format=torch.channels_last)
    rate = args.rate * min(1.0, (step + 1) / 300) * (0.5 + 0.5 * math.cos(math.pi * min(done, 1.0))) + 1e-6
    said: Tensor | None = None
    for name, learner in learners.items():
        use = (~batch[3]).float() if learner.choosing else torch.ones(n, device=device)
        teacher = said if learner.taught else None
        learner.learn(pictures, lambda out, use=use, t=teacher: loss_of(out, batch, wrong, use, t), rate)
        learner.follow(step)
        if name == "teacher":
            with torch.no_grad():
                said = answer(learner.mean if step > 2000 else learner.net, pictures)


def save(learners: dict[str, Learner], out: Path) -> None:
    for name, learner in learners.items():
        state = {key: value.detach().cpu().contiguous() for key, value in learner.mean.state_dict().items()}
        torch.save(state, out / f"{name}.pt")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("pack", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=7)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=4e-3)
    parser.add_argument("--workers", type=int, default=14)
    args = parser.parse_args()
    begin = time.time()
    painted: Any = mp.Queue(64)
    for seed in range(args.workers):
        mp.Process(target=paint_for_ever, args=(painted, 100 + seed), daemon=True).start()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(51)
    torch.backends.cudnn.benchmark = True
    pools, learners, step, reported = pools_of(args.pack, device), learners_of(device), 0, time.time()
    while not all(pools[name].count > 200 for name in PARTS):
        fill(pools, painted)
        time.sleep(0.1)
    print(f"begun after {time.time() - begin:.0f} s", {name: pool.count for name, pool in pools.items()}, flush=True)
    while (done := (time.time() - begin) / 60 / args.minutes) < 1:
        one_step(learners, pools, args, done, step)
        step += 1
        if step % 20 == 0:
            fill(pools, painted)
        if time.time() - reported > args.minutes * 4:
            reported = time.time()
            counts = {name: pool.count for name, pool in pools.items()}
            print(f"{step} {done:.2f} {validate(learners, pools)} {counts}", flush=True)
            save(learners, args.out)
    save(learners, args.out)
    print(f"{step} batches; {validate(learners, pools)}", flush=True)


if __name__ == "__main__":
    main()
