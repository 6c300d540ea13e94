import { expect, signedInTest as test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'

const AXE_MS = 180_000

test('on a phone a token is made and set up without moving sideways', async ({ page }) => {
  test.setTimeout(AXE_MS)
  await page.goto('/account')
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('textbox', { name: 'Name' })
    .fill('A name that is as long as names may be, to see where it breaks')
  await dialog.getByRole('checkbox', { name: /Spend my tokens/ }).check()
  await dialog.getByRole('button', { name: 'Make token' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Token' })).toBeVisible()
  await dialog.getByLabel('Set up').selectOption('Claude Desktop')
  const { width } = page.viewportSize()!
  for (const part of await dialog.getByRole('figure').locator('pre').all()) {
    const box = await part.boundingBox()
    expect(box!.x + box!.width).toBeLessThanOrEqual(width)
  }
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: /^Revoke A name/ })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  // Where the page ends up scrolled, its fixed bars cover half of some control.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
})
