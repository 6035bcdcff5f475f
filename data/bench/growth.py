"""The growth of proofs by board: a fit of the figures in docs/proofs.md, with its uncertainty.

Needs numpy and scipy: python3 data/bench/growth.py
"""

import numpy as np
from scipy.optimize import minimize
from scipy.stats import norm

PROVED = {
    "4x4": 1, "4x5": 29, "4x6": 69, "4x7": 118, "4x8": 89, "5x4": 1, "6x4": 38, "7x4": 29, "8x4": 71,
    "5x5": 783, "5x6": 12_510, "5x7": 14_972, "5x8": 61_184, "6x5": 5_700, "7x5": 5_902, "8x5": 12_998,
    "6x6": 14_294_836, "7x6": 8_188_483, "6x7": 83_886_094, "8x6": 1_000_000_000,
}
# Searches that were stopped: they take more than this.
UNFINISHED = {"6x8": 300e6, "7x7": 328e6}
ASKED = ["6x8", "7x7", "8x8"]


def features(board, quadratic):
    """What the logarithm depends on: the shorter side, the excess of the longer, higher than wide."""
    files, ranks = map(int, board.split("x"))
    shorter = min(files, ranks)
    row = [1, shorter - 5, max(files, ranks) - shorter, ranks > files]
    return row + [(shorter - 5) ** 2] * quadratic


def fit(proved, unfinished, quadratic):
    """The most likely coefficients, and the logarithm of the standard deviation as the last."""
    inputs = np.array([features(board, quadratic) for board, _ in proved], float)
    logarithms = np.array([value for _, value in proved])
    bounded = np.array([features(board, quadratic) for board, _ in unfinished], float)
    bounds = np.array([value for _, value in unfinished])

    def loss(parameters):
        deviation = np.exp(parameters[-1])
        loss = -norm.logpdf(logarithms, inputs @ parameters[:-1], deviation).sum()
        if len(bounds):
            loss -= norm.logsf(bounds, bounded @ parameters[:-1], deviation).sum()
        return loss

    first = np.append(np.linalg.lstsq(inputs, logarithms, rcond=None)[0], -1)
    options = {"maxiter": 40_000, "maxfev": 40_000, "xatol": 1e-6, "fatol": 1e-8}
    return minimize(loss, first, method="Nelder-Mead", options=options).x


def report(name, least, quadratic, random, bootstraps=300):
    """Prints the estimates of one model, with intervals of 90 % for one search."""
    kept = {board: count for board, count in PROVED.items() if min(map(int, board.split("x"))) >= least}
    proved = [(board, np.log10(count)) for board, count in kept.items()]
    unfinished = [(board, np.log10(count)) for board, count in UNFINISHED.items()]
    found = fit(proved, unfinished, quadratic)
    means = {board: np.dot(features(board, quadratic), found[:-1]) for board in [*kept, *UNFINISHED, *ASKED]}
    deviation = np.exp(found[-1])
    predicted = []
    for _ in range(bootstraps):
        drawn = {board: means[board] + deviation * random.standard_normal() for board in [*kept, *UNFINISHED]}
        ended = [(board, max(0, drawn[board])) for board in kept]
        ended += [(board, drawn[board]) for board, bound in unfinished if drawn[board] <= bound]
        stopped = [(board, bound) for board, bound in unfinished if drawn[board] > bound]
        other = fit(ended, stopped, quadratic)
        noise = np.exp(other[-1]) * random.standard_normal(len(ASKED))
        predicted.append([np.dot(features(board, quadratic), other[:-1]) for board in ASKED] + noise)
    low, high = np.percentile(predicted, [5, 95], axis=0)
    print(f"{name}: standard deviation {deviation:.2f}")
    for place, board in enumerate(ASKED):
        print(f"  {board}: 10^{means[board]:.1f} (10^{low[place]:.1f} to 10^{high[place]:.1f})")


if __name__ == "__main__":
    source = np.random.default_rng(1)
    report("linear in the shorter side, boards from 4", 4, False, source)
    report("linear in the shorter side, boards from 5", 5, False, source)
    report("quadratic in it, boards from 4", 4, True, source)
