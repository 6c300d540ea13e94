import { readFile } from 'node:fs/promises'
import { expect, havePortfolio, JOURNEY, signIn, signedInTest as test } from './support/browser-test.ts'

test('the account page shows who I am and how much I use', async ({ page, newcomer }) => {
  await havePortfolio(page, 'Mine', 'ticker,shares\nAAPL,1\nMSFT,2\n')
  await page.goto('/account')
  await expect(page.getByRole('main').getByText(newcomer.email).first()).toBeVisible()
  await expect(page.getByRole('main')).toContainText(/2 (of|\/) 100,000/)
})

test('all my data comes in one file', async ({ page, newcomer }) => {
  await havePortfolio(page, 'Exported', 'ticker,shares\nAAPL,1\n')
  await page.goto('/account')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: /export|download/i }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  expect(JSON.parse(text)).toBeTruthy()
  for (const part of [newcomer.email, 'Exported', 'AAPL']) expect(text).toContain(part)
})

test('signing out everywhere ends the session of another browser too', async ({ page, newcomer, browser, baseURL }) => {
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {})
  const other = await elsewhere.newPage()
  await signIn(other, newcomer)
  await page.goto('/account')
  await page.getByRole('button', { name: /sign out everywhere/i }).click()
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: /sign out everywhere/i })
  await confirm.click()
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  expect((await other.request.get('/api/auth/user')).status()).toBe(401)
  await elsewhere.close()
})

test('a deleted account is gone with its data; signing in again begins anew', JOURNEY, async ({ page, newcomer }) => {
  await havePortfolio(page, 'Soon gone', 'ticker,shares\nAAPL,1\n')
  await page.goto('/account')
  await page
    .getByRole('button', { name: /delete (my )?account/i })
    .first()
    .click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await dialog.getByRole('textbox').fill(newcomer.email)
  await dialog.getByRole('button', { name: /delete/i }).click()
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  await signIn(page, newcomer)
  await expect(page.getByText('Upload a portfolio to get started')).toBeVisible()
})
