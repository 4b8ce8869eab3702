"""Looking at a page by machine: what is cut, what covers something else, what sticks out of the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Text that does not fit its box; names may end in an ellipsis, scrolling lists may scroll.
_CUT = """() => {
  const found = [];
  const free = '.history, .visually-hidden, .skip, .scroll, .facts, dialog, svg, option, select';
  const may = (e) => e.closest(free);
  for (const e of document.querySelectorAll('body *')) {
    if (may(e) || !e.getClientRects().length || e.clientWidth < 2) continue;
    const style = getComputedStyle(e);
    if (style.textOverflow === 'ellipsis' || e.tagName === 'INPUT') continue;
    const clips = (axis) => ['hidden', 'clip', 'auto', 'scroll'].includes(style['overflow-' + axis]);
    if (clips('x') && e.scrollWidth > e.clientWidth + 1) found.push('wide ' + e.className);
    if (clips('y') && e.scrollHeight > e.clientHeight + 1) found.push('high ' + e.className);
  }
  return found;
}"""

# Pairs of boxes that must not cover each other.
_COVER = """(selectors) => {
  const boxes = selectors.flatMap((s) => [...document.querySelectorAll(s)])
    .filter((e) => e.getClientRects().length)
    .map((e) => ({ name: e.className + ' ' + e.textContent.slice(0, 20), r: e.getBoundingClientRect() }));
  const found = [];
  for (let i = 0; i < boxes.length; i++) for (let j = i + 1; j < boxes.length; j++) {
    const [a, b] = [boxes[i].r, boxes[j].r];
    const w = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (w > 1 && h > 1) found.push(boxes[i].name + ' × ' + boxes[j].name);
  }
  return found;
}"""

_OUTSIDE = """() => {
  const width = document.documentElement.clientWidth;
  const found = document.documentElement.scrollWidth > width ? ['the page scrolls sideways'] : [];
  const parts = 'main button, main a, main .seat, main .block, .bar button, .bar a';
  for (const e of document.querySelectorAll(parts)) {
    const r = e.getBoundingClientRect();
    const hidden = e.closest('.scroll, .history, .visually-hidden, .tray') || !e.getClientRects().length;
    if (!hidden && (r.left < -1 || r.right > width + 1)) found.push(e.className);
  }
  return found;
}"""

# Arrivals are at their end; what throbs for ever is left alone.
_SETTLE = """() => document.getAnimations()
  .filter((one) => one.effect.getTiming().iterations !== Infinity).forEach((one) => one.finish())"""

TABLE_PARTS = (".seat", ".centre > *", ".rail > .block")


def settle(page: Page) -> None:
    """Let everything that arrives have arrived."""
    page.evaluate(_SETTLE)


def faults_of_layout(page: Page, parts: tuple[str, ...] = TABLE_PARTS) -> list[str]:
    """Everything that is cut, covered or outside, in words; empty when the page is in order."""
    settle(page)
    cut = [f"cut: {one}" for one in page.evaluate(_CUT)]
    covered = [f"covered: {one}" for one in page.evaluate(_COVER, list(parts))]
    return cut + covered + [f"outside: {one}" for one in page.evaluate(_OUTSIDE)]


def serious_faults(page: Page, source: str) -> list[str]:
    """Serious and critical findings of axe-core, as 'rule: element'."""
    page.evaluate(source)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['target'][0]} — {node['failureSummary'].splitlines()[-1].strip()}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]
