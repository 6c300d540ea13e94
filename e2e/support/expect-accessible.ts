import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './browser-test.ts'

/** The page as it stands has no finding of WCAG 2.2 AA, in the dark theme and in the light one. */
export async function expectAccessible(page: Page): Promise<void> {
  // What comes or goes while the page is looked at does so at once: a toast half faded in belongs to neither state.
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { animation-duration: 0s !important; transition-duration: 0s !important }')
    document.adoptedStyleSheets.push(still)
  })
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate(async (name) => {
      document.documentElement.classList.toggle('dark', name === 'dark')
      // What had begun before takes its time.
      const passing = document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      await Promise.allSettled(passing.map((animation) => animation.finished))
    }, theme)
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze()
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${theme} ${id} ${target}: ${failureSummary}`),
    )
    expect(found).toEqual([])
  }
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
}
