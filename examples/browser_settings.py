"""Which home pages do browsers start with? RAPPOR, as a browser would use it.

Anyone may set any page, so the pages are hashed to a Bloom filter. Each browser turns over the filter's bits at random
and sends them. The collector adds up the reports, takes out the bias, and reads off the pages that it can think of.
Run it with `python examples/browser_settings.py`.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

import lapwing.prelude as dp
from lapwing.measurements._debias import RapporPlan, debias_basic_rappor
from lapwing.measurements._rappor import make_rappor, rappor_many, then_rappor
from lapwing.transformations._bloom import then_bloom_filter

PAGES = {
    "https://search.example": 45,
    "https://news.example": 25,
    "https://mail.example": 15,
    "https://video.example": 8,
    "about:blank": 5,
    "https://my-own-page.example": 2,
}
NEVER_SET = ("https://nobody.example", "https://never.example")
SIZE, HASHES, F = 64, 2, 0.5
PEOPLE = 50_000

encode = dp.space_of(str) >> then_bloom_filter(SIZE, HASHES, salt=b"2024")
report = encode >> then_rappor(F)


def truths(people: int) -> list[str]:
    """Made-up browsers."""
    crowd = [page for page, share in PAGES.items() for _ in range(share)]
    return [secrets.choice(crowd) for _ in range(people)]


def collect(pages: list[str]) -> NDArray[np.bool_]:
    """The reports of all browsers at once: each row is what `report` would send."""
    known = {page: np.asarray(encode(page)) for page in set(pages)}
    noise = make_rappor(encode.output_domain, encode.output_metric, F)
    return rappor_many(noise, np.array([known[page] for page in pages]))


def decode(bits: NDArray[np.float64], candidates: Sequence[str]) -> list[float]:
    """The share of each candidate, by least squares.

    The share of a bit is the sum of the shares of the pages that set it. So pages that share a bit are told apart as
    long as they do not share all of them.
    """
    pages = np.array([np.asarray(encode(page)) for page in candidates], np.float64)
    shares: list[float] = np.linalg.lstsq(pages.T, bits)[0].tolist()
    return shares


def plot(rows: list[tuple[str, float, float]], width: int = 40) -> str:
    """Estimate against truth, one line a page: `o` for the truth, `x` for the estimate, `*` where they meet."""
    lines = []
    for page, truth, found in rows:
        line = [" "] * (width + 1)
        at_truth, at_estimate = (min(max(round(2 * width * share), 0), width) for share in (truth, found))
        line[at_truth], line[at_estimate] = "o", "*" if at_estimate == at_truth else "x"
        lines.append(f"{page:>28} |{''.join(line)}| {truth:6.3f} {found:6.3f}")
    return "\n".join(lines)


def main() -> None:
    """Explain, collect, decode, and plot."""
    print(report.explain())
    print(f"\na report costs at most {report.map(1)}")
    print(f"one report: {''.join('#' if bit else '.' for bit in report('about:blank'))}")

    plan = RapporPlan(SIZE, F)
    print(f"\n{PEOPLE} reports, standard error of a bit {plan.standard_error(PEOPLE):.4f}")
    pages = truths(PEOPLE)
    bits = debias_basic_rappor(collect(pages), F)
    candidates = (*PAGES, *NEVER_SET)
    print(
        plot(
            [
                (page, pages.count(page) / PEOPLE, share)
                for page, share in zip(candidates, decode(bits, candidates), strict=True)
            ]
        )
    )
    print("o truth, x estimate, * both; from 0 to one half")


if __name__ == "__main__":
    main()
