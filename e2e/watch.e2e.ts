import { randomUUID } from 'node:crypto'
import { expect, havePortfolio, JOURNEY, signedInTest, signIn, test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { expectRoomForText } from './support/expect-room-for-text.ts'
import { HEDGEABLE_CSV } from './support/sample-files.ts'

test('a free watch rule is made, changed, switched off and deleted', JOURNEY, async ({ page }) => {
  await signIn(page, { email: `watch-${randomUUID()}@example.com`, name: 'Wanda Watch' })
  await havePortfolio(page, 'Watched', HEDGEABLE_CSV)
  await page.goto('/policies')
  await page.getByRole('button', { name: 'Add rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'New watch rule' })
  await dialog.getByLabel('What to watch').selectOption('Size of a position')
  await dialog.getByLabel('Limit, percent').fill('much')
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Enter a limit from 0.1 to 100 percent.')
  await expectAccessible(page)
  await dialog.getByLabel('Limit, percent').fill('1')
  await dialog.getByRole('button', { name: 'Save rule' }).click()

  const rules = page.getByRole('list', { name: 'Watch rules' }).getByRole('listitem')
  await expect(rules).toHaveCount(1)
  await expect(rules).toContainText('Largest position over 1% of the portfolio')
  await expect(rules).toContainText('Alert')
  await expect(page.getByText('One watch rule is free.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Inbox/ })).toContainText('1')
  await expectRoomForText(page)
  await expectAccessible(page)

  await rules.getByRole('button', { name: /^Change/ }).click()
  const change = page.getByRole('dialog', { name: 'Change watch rule' })
  await change.getByLabel('Limit, percent').fill('99')
  await change.getByRole('button', { name: 'Save rule' }).click()
  await expect(rules).toContainText('OK')
  await rules.getByRole('switch').click()
  await expect(rules).toContainText('Off')
  await rules.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete rule' }).click()
  await expect(page.getByText('No watch rules yet')).toBeVisible()
})

signedInTest('without a portfolio there is nothing to watch yet', async ({ page }) => {
  await page.goto('/policies')
  await expect(page.getByText('Upload a portfolio first.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add rule' })).toHaveCount(0)
})
