import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './browser-test.ts'

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The themes differ in their colours and in nothing else, so that the second is asked about these only. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']
const STILL = [
  // What comes or goes while the page is looked at does so at once: a toast half faded in belongs to neither state.
  '*, ::before, ::after { animation-duration: 0s !important; transition-duration: 0s !important }',
  // A bar that stays while the page scrolls covers half of whatever has just come to its edge, which a scroll uncovers.
  '.sticky, nav.fixed { position: static !important }',
]

/** Expects the page as it stands to have no finding of WCAG 2.2 AA, in the dark theme and in the light one. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate((rules) => {
    const still = new CSSStyleSheet()
    still.replaceSync(rules.join(''))
    document.adoptedStyleSheets.push(still)
  }, STILL)
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => {
      document.documentElement.classList.toggle('dark', name === 'dark')
      // What had begun before ends now. It is not waited for: that of an element which has gone never ends.
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
    }, theme)
    // There are no frames, for which alone the other mode opens a page at each look.
    const axe = new AxeBuilder({ page }).setLegacyMode()
    const { violations } = await (theme === 'dark'
      ? axe.withTags(WCAG_2_2_AA)
      : axe.withRules(RULES_OF_COLOUR)
    ).analyze()
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${theme} ${id} ${target}: ${failureSummary}`),
    )
    expect(found).toEqual([])
  }
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
}
