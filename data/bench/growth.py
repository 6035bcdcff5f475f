"""The growth of proofs by board: a fit of the figures in data/bench/proof-growth.md, with its uncertainty.

Needs numpy and scipy: python3 data/bench/growth.py
"""

import numpy as np
from scipy.optimize import minimize
from scipy.stats import norm

# Expansions without the net and with it, one thread; 8x6 without it and 6x8 with it two.
WITHOUT = {
    "4x4": 1, "4x5": 29, "4x6": 69, "4x7": 118, "4x8": 89, "5x4": 1, "6x4": 38, "7x4": 29, "8x4": 71,
    "5x5": 783, "5x6": 12_510, "5x7": 14_972, "5x8": 61_184, "6x5": 5_700, "7x5": 5_902, "8x5": 12_998,
    "6x6": 14_294_836, "7x6": 8_188_483, "6x7": 83_886_094, "8x6": 1_000_000_000,
}
WITH = {
    "4x4": 1, "4x5": 39, "4x6": 46, "4x7": 74, "4x8": 75, "5x4": 1, "6x4": 38, "7x4": 30, "8x4": 30,
    "5x5": 3_454, "5x6": 9_943, "5x7": 7_803, "5x8": 42_248, "6x5": 2_915, "7x5": 3_736, "8x5": 7_879,
    "6x6": 5_961_147, "7x6": 2_159_878, "6x7": 21_927_631, "8x6": 219_119_714, "6x8": 1_680_429_222,
}
# Searches that were stopped: they take more than this.
UNFINISHED = {"6x8": 300e6, "7x7": 328e6}
UNFINISHED_WITH = {"7x7": 10_010e6}
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


def report(name, searches, least, quadratic, random, bootstraps=300):
    """Prints the estimates of one model, with intervals of 90 % for one search."""
    ended, stopped = searches
    kept = {board: count for board, count in ended.items() if min(map(int, board.split("x"))) >= least}
    proved = [(board, np.log10(count)) for board, count in kept.items()]
    unfinished = [(board, np.log10(count)) for board, count in stopped.items()]
    found = fit(proved, unfinished, quadratic)
    means = {board: np.dot(features(board, quadratic), found[:-1]) for board in [*kept, *stopped, *ASKED]}
    deviation = np.exp(found[-1])
    predicted = []
    for _ in range(bootstraps):
        drawn = {board: means[board] + deviation * random.standard_normal() for board in [*kept, *stopped]}
        again = [(board, max(0, drawn[board])) for board in kept]
        again += [(board, drawn[board]) for board, bound in unfinished if drawn[board] <= bound]
        open_still = [(board, bound) for board, bound in unfinished if drawn[board] > bound]
        other = fit(again, open_still, quadratic)
        noise = np.exp(other[-1]) * random.standard_normal(len(ASKED))
        predicted.append([np.dot(features(board, quadratic), other[:-1]) for board in ASKED] + noise)
    low, high = np.percentile(predicted, [5, 95], axis=0)
    print(f"{name}: standard deviation {deviation:.2f}")
    for place, board in enumerate(ASKED):
        print(f"  {board}: 10^{means[board]:.1f} (10^{low[place]:.1f} to 10^{high[place]:.1f})")


if __name__ == "__main__":
    source = np.random.default_rng(1)
    for heading, searches in ("without the net", (WITHOUT, UNFINISHED)), ("with it", (WITH, UNFINISHED_WITH)):
        print(heading)
        report("linear in the shorter side, boards from 4", searches, 4, False, source)
        report("linear in the shorter side, boards from 5", searches, 5, False, source)
        report("quadratic in it, boards from 4", searches, 4, True, source)
