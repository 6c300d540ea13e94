import { expect, type Locator } from '@playwright/test'

/** Closes a dialog, sheet or menu by Escape once it has taken the focus: a key pressed before goes to what lies under it. */
export async function pressEscapeIn(layer: Locator): Promise<void> {
  await expect.poll(() => layer.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await layer.page().keyboard.press('Escape')
}
