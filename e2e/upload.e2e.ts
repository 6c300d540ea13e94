import type { Page } from '@playwright/test'
import { expect, expectAnswer, JOURNEY, selectedPortfolio, signedInTest as test } from './support/browser-test.ts'

/** The upload card; it is open as long as there is no portfolio. */
const card = (page: Page) => page.getByRole('region', { name: 'Upload Portfolio' })
const toast = (page: Page, title: string) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: title })

const chooser = (page: Page) => page.locator('input[type=file]')

const CSV = 'ticker,shares,avgCost,sector\nAAPL,10,150.25,Technology\nJNJ,5,160,Health Care\n'

test('a CSV file is uploaded and shown', JOURNEY, async ({ page }) => {
  await page.getByLabel('Portfolio Name').fill('From a file')
  await chooser(page).setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) })
  await page.getByRole('button', { name: 'Upload Portfolio', exact: true }).click()
  await expect(toast(page, 'Portfolio uploaded successfully')).toBeVisible()
  await expect(page.getByText('Your portfolio has been created and positions have been added.')).toBeVisible()
  await expect(page.getByRole('row', { name: /AAPL/ })).toBeVisible()
  await expect(selectedPortfolio(page)).toHaveText(/From a file/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a name is asked for before anything is sent', async ({ page }) => {
  await page.getByRole('tab', { name: 'CSV Text' }).click()
  await page.getByRole('textbox', { name: /csv/i }).fill(CSV)
  await page.getByLabel('Portfolio Name').fill('')
  await page.getByRole('button', { name: 'Upload CSV' }).click()
  await expect(toast(page, 'Missing information')).toBeVisible()
  await expect(page.getByText('Please provide a portfolio name and CSV data')).toBeVisible()
})

test('wrong rows are named with what to write instead, nothing typed is lost, and mended text is saved', async ({
  page,
}) => {
  expectAnswer(400, '/api/portfolios/upload')
  await page.getByLabel('Portfolio Name').fill('Mended')
  await page.getByRole('tab', { name: 'CSV Text' }).click()
  const wrong = 'ticker,shares,avgCost,sector\nAAPL,ten,150,Technology\nMSFT,5,-3,Technology\n'
  const text = page.getByRole('textbox', { name: /csv/i })
  await text.fill(wrong)
  await page.getByRole('button', { name: 'Upload CSV' }).click()
  await expect(card(page).getByText(/row 2/i).first()).toBeVisible()
  await expect(card(page).getByText(/row 3/i).first()).toBeVisible()
  await expect(card(page).getByText(/ten/).first()).toBeVisible()
  await expect(text).toHaveValue(wrong)

  await text.fill(wrong.replace('ten', '10').replace('-3', '3'))
  await page.getByRole('button', { name: 'Upload CSV' }).click()
  await expect(toast(page, 'Portfolio uploaded successfully')).toBeVisible()
  await expect(selectedPortfolio(page)).toHaveText(/Mended/)
})

test('JSON text is uploaded; broken JSON is refused with words', async ({ page }) => {
  expectAnswer(400, '/api/portfolios/upload')
  await page.getByLabel('Portfolio Name').fill('From JSON')
  await page.getByRole('tab', { name: 'JSON Text' }).click()
  const text = page.getByRole('textbox', { name: /json/i })
  await text.fill('[{"ticker": "AAPL", "shares": 3')
  await page.getByRole('button', { name: 'Upload JSON' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Upload failed' })).toBeVisible()
  await text.fill('[{"ticker": "AAPL", "shares": 3, "avgCost": 100}]')
  await page.getByRole('button', { name: 'Upload JSON' }).click()
  await expect(selectedPortfolio(page)).toHaveText(/From JSON/)
})

test('files that cannot be read here are answered by name', async ({ page }) => {
  const choose = (name: string, mimeType: string) =>
    chooser(page).setInputFiles({ name, mimeType, buffer: Buffer.from('not what it says') })
  await choose('notes.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document')
  await expect(toast(page, 'Unsupported file format')).toBeVisible()
  await choose('shot.heic', 'image/heic')
  await expect(page.getByText(/Save it as PNG or JPEG first/)).toBeVisible()
})

test('an image that holds no positions is refused with words, and stays to be taken out', async ({ page }) => {
  expectAnswer(400, '/api/portfolios/extract-image')
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await chooser(page).setInputFiles({ name: 'positions.png', mimeType: 'image/png', buffer: pixel })
  await page.getByRole('button', { name: 'Extract from 1 Image(s)' }).click()
  await expect(toast(page, 'Extraction failed')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Remove positions.png' }).click()
  await expect(page.getByRole('button', { name: 'Upload Portfolio', exact: true })).toBeDisabled()
})

test('a file can be dropped on the card', async ({ page }) => {
  await page.getByLabel('Portfolio Name').fill('Dropped')
  const files = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'dropped.csv', { type: 'text/csv' }))
    return transfer
  }, CSV)
  await card(page).getByText('Drop files here').dispatchEvent('drop', { dataTransfer: files })
  await page.getByRole('button', { name: 'Upload Portfolio', exact: true }).click()
  await expect(selectedPortfolio(page)).toHaveText(/Dropped/)
})

test('what a name contains is shown as text and never run', async ({ page }) => {
  const name = '<img src=x onerror=alert(1)>'
  await page.getByLabel('Portfolio Name').fill(name)
  await page.getByRole('tab', { name: 'CSV Text' }).click()
  await page.getByRole('textbox', { name: /csv/i }).fill('ticker,shares,avgCost,sector\nAAPL,1,1,"<b>Bold</b>"\n')
  await page.getByRole('button', { name: 'Upload CSV' }).click()
  await expect(selectedPortfolio(page)).toHaveText(name)
  await expect(page.getByText('<b>Bold</b>').first()).toBeVisible()
})
