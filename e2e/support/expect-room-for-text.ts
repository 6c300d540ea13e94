import { expect, type Page } from '@playwright/test'

/** Between a phone and a wide desktop, where columns stand beside one another in little room. */
const WIDTHS = [640, 768, 1024, 1280]

/** At no width words stand letter under letter or in a column of single words. Leaves the page at the last width. */
export async function expectRoomForText(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => page.evaluate(findCrushedText), `texts without room at ${width} px`).toEqual([])
  }
}

/** Texts in boxes narrower than 3 px a letter, or than 60 px for a long one. Runs in the page. */
function findCrushedText(): string[] {
  return [...document.querySelectorAll('main *:not(svg, svg *, option)')].flatMap((element) => {
    const text = [...element.childNodes].map((node) => (node.nodeType === 3 ? node.nodeValue : '')).join('')
    const { width } = element.getBoundingClientRect()
    // What only screen readers hear is one pixel wide.
    const isSeen = width > 1 && element.checkVisibility({ visibilityProperty: true })
    return isSeen && width < Math.min(60, 3 * text.trim().length) ? [`${text.trim()} in ${Math.round(width)} px`] : []
  })
}
