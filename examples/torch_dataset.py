"""Positions with exact outcomes for PyTorch, drawn and looked up by workers.

    pip install ./tools/python torch
    python examples/torch_dataset.py
"""

import numpy as np
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from linesofaction import Tablebase, decode


class Positions(IterableDataset):
    """Batches of random positions of a material: two planes of squares each, and 1, 0 or -1 for a win,
    a draw or a loss of the side to move. Each batch has its seed, so that no two workers draw the same."""

    def __init__(self, tables, board, material, batches, size=256):
        self.tables, self.board, self.material = tables, board, material
        self.batches, self.size = batches, size

    def __iter__(self):
        worker = get_worker_info()
        first, step = (worker.id, worker.num_workers) if worker else (0, 1)
        for seed in range(first, self.batches, step):
            sample = self.tables.sample(self.board, self.material, self.size, seed=seed)
            sides = np.stack([sample.us, sample.them], axis=1)[:, :, None]
            planes = sides >> np.arange(64, dtype=np.uint64) & np.uint64(1)
            yield planes.astype(np.float32), decode(sample.values)[0].astype(np.float32)


if __name__ == "__main__":
    tables = Tablebase()
    tables.sample("4x4", "4v4", 1000)  # The threads of the parent do not disturb its workers.
    loader = DataLoader(Positions(tables, "4x4", "4v4", batches=8), batch_size=None, num_workers=2)
    outcomes = np.concatenate([np.asarray(outcomes) for _, outcomes in loader])
    print(f"{len(outcomes)} positions, {(outcomes > 0).mean():.0%} of them won")
