import { randomUUID } from 'node:crypto'
import { ADMIN_EMAIL } from './support/browser-server.ts'
import { expect, JOURNEY, signedInTest, signIn, test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { expectRoomForText } from './support/expect-room-for-text.ts'

test('channels are added, tried and removed, and quiet hours are set', JOURNEY, async ({ page }) => {
  await signIn(page, { email: ADMIN_EMAIL, name: 'Ada Admin' })
  await page.getByRole('link', { name: /^Inbox/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeFocused()
  // What a run before left behind, where the server is kept.
  const channels = page.getByRole('list', { name: 'Channels' }).getByRole('listitem')
  await expect(page.getByRole('button', { name: 'Add webhook' })).toBeVisible()
  for (let left = await channels.count(); left > 0; left--) {
    await channels
      .first()
      .getByRole('button', { name: /^Remove/ })
      .click()
    await expect(channels).toHaveCount(left - 1)
  }

  await page.getByRole('button', { name: 'Add webhook' }).click()
  const address = `https://hooks.example.com/${randomUUID()}`
  await page.getByLabel('Webhook address').fill(address)
  await page.getByRole('button', { name: 'Save webhook' }).click()
  await expect(page.getByLabel('Webhook secret')).toHaveValue(/^whsec_/)
  await expect(channels.filter({ hasText: address })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByLabel('Webhook secret')).toHaveCount(0)

  await page.getByRole('button', { name: 'Add e-mail' }).click()
  const email = channels.filter({ hasText: ADMIN_EMAIL })
  await email.getByRole('checkbox', { name: 'Watch rules' }).click()
  await expect(email.getByRole('checkbox', { name: 'Watch rules' })).not.toBeChecked()
  await expect(page.getByRole('link', { name: 'Local mail' })).toBeVisible()

  await page.getByRole('switch', { name: 'Quiet hours' }).click()
  const stored = page.waitForResponse((answer) => answer.request().postData()?.includes('"from":23') ?? false)
  await page.getByLabel('From').selectOption('23:00')
  await expect(page.getByLabel('From')).toHaveValue('23')
  expect((await stored).ok()).toBe(true)
  await expectRoomForText(page)
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByLabel('From')).toHaveValue('23')
  await expect(email.getByRole('checkbox', { name: 'Watch rules' })).not.toBeChecked()
  await page.getByRole('switch', { name: 'Quiet hours' }).click()
  await expect(page.getByLabel('From')).toHaveCount(0)
})

signedInTest('on Free there is the inbox, and a word on what PRO adds', async ({ page }) => {
  await page.goto('/inbox')
  await expect(page.getByText('No messages')).toBeVisible()
  await expect(page.getByText('The inbox is free.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add webhook' })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectRoomForText(page)
  await expectAccessible(page)
})
