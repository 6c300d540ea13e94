import type { Page } from '@playwright/test'

/** Opens whatever is folded on a page, as somebody does who reads all of it. */
export async function openFolds(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true
  })
}
