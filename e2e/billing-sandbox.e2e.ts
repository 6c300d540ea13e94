import type { Page } from '@playwright/test'
import { expect, signedInTest as test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'

/** The address that a checkout or portal call gives, as the screens follow it. */
async function addressFrom(page: Page, path: string, data?: object): Promise<string> {
  const origin = new URL(page.url()).origin
  const response = await page.request.post(path, { headers: { origin }, ...(data && { data }) })
  expect(response.status(), await response.text()).toBe(200)
  return ((await response.json()) as { url: string }).url
}

/** The screen forgets where the person came from as soon as it has said what there is to say, so that who looks later sees nothing. */
const comesBackTo = (page: Page, address: RegExp) => page.waitForURL(address, { waitUntil: 'commit' })

const userOf = async (page: Page) => (await page.request.get('/api/auth/user')).json()

test('from Free to PRO, to tokens, to a cancellation, on pages that say that no money moves', async ({ page }) => {
  await page.goto(await addressFrom(page, '/api/stripe/create-subscription-checkout'))
  await expect(page.getByText('no money moves')).toBeVisible()
  await expect(page.getByText('7 days free, then $49 a month')).toBeVisible()
  await expectAccessible(page)
  const subscribed = comesBackTo(page, /\/pricing\?checkout=subscribed&session=cs_test_/)
  await page.getByRole('button', { name: 'Start trial' }).click()
  await subscribed
  await expect.poll(() => userOf(page)).toMatchObject({ subscriptionTier: 'pro', discoveryTokens: 7 })

  await page.goto(await addressFrom(page, '/api/stripe/create-token-checkout', { packageId: 'medium' }))
  const paid = comesBackTo(page, /\/pricing\?checkout=tokens&session=cs_test_/)
  await page.getByRole('button', { name: 'Pay $59.00' }).click()
  await paid
  await expect.poll(() => userOf(page)).toMatchObject({ discoveryTokens: 32 })

  const portal = await addressFrom(page, '/api/stripe/create-portal-session')
  await page.goto(portal)
  await expect(page.getByText('Ballast: 25 tokens, $59.00')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel at the end of the period' }).click()
  await expect(page.getByText(/trialing, ends on/)).toBeVisible()
  await page.getByRole('button', { name: 'Renew after all' }).click()
  await expect(page.getByText(/trialing, renews on/)).toBeVisible()
  await page.getByRole('link', { name: 'Back to Ballast' }).click()
  await expect(page).toHaveURL(/\/pricing\?checkout=portal/)
})

test('a checkout can be left, and one that is over says so', async ({ page }) => {
  const address = await addressFrom(page, '/api/stripe/create-subscription-checkout')
  await page.goto(address)
  await page.getByRole('link', { name: 'Back to Ballast without paying' }).click()
  await expect(page).toHaveURL(/\/pricing\?checkout=cancelled/)
  expect(await userOf(page)).toMatchObject({ subscriptionTier: 'free' })
  await page.goto(address)
  const subscribed = comesBackTo(page, /checkout=subscribed/)
  await page.getByRole('button', { name: 'Start trial' }).click()
  await subscribed
})
