import type { Page } from '@playwright/test'
import {
  expect,
  expectAnswer,
  havePortfolio,
  JOURNEY,
  selectedPortfolio,
  signedInTest as test,
} from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { drawPositions } from './support/position-image.ts'
import { measureLongestTask, measureSlowness } from './support/task-times.ts'

const LONGEST_TASK_MS = 50

const BROKER_CSV = [
  'Symbol,Description,Quantity,Last Price,Current Value,Average Cost Basis',
  'AAPL,APPLE INC,10,$200.00,"$2,000.00",$150.25',
  'MSFT,MICROSOFT CORP,5,$400.00,"$2,000.00",$310.00',
  'Total,,,,"$4,000.00",',
].join('\n')

const toast = (page: Page, title: string) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: title })
const heading = (page: Page) => page.getByText('Review Extracted Positions')
const review = (page: Page) => page.getByRole('region', { name: 'Review Extracted Positions' })
const ticker = (page: Page, index: number) => review(page).getByRole('textbox', { name: 'Ticker' }).nth(index)
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm & Save' })

async function readText(page: Page, text: string): Promise<void> {
  await page.getByRole('tab', { name: 'CSV Text' }).click()
  await page.getByRole('textbox', { name: 'CSV Text' }).fill(text)
  await page.getByRole('button', { name: 'Upload CSV' }).click()
  await expect(heading(page)).toBeFocused()
}

test('a broker’s file is reviewed, mended by keyboard, saved and undone', JOURNEY, async ({ page }) => {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'broker.csv', mimeType: 'text/csv', buffer: Buffer.from(BROKER_CSV) })
  await page.getByRole('button', { name: 'Upload Portfolio', exact: true }).click()
  await expect(heading(page)).toBeFocused()
  await expect(page.getByText('Please review and edit the positions extracted from your file')).toBeVisible()

  await ticker(page, 0).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await expect(review(page).getByRole('textbox', { name: 'Shares of MSFT' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(review(page).getByRole('textbox', { name: 'Shares of AAPL' })).toBeFocused()
  await expect(review(page).getByRole('textbox', { name: 'Shares of AAPL' })).toHaveValue('12')

  await page.getByRole('button', { name: 'Add a position' }).click()
  await expect(ticker(page, 2)).toBeFocused()
  await page.keyboard.type('brk.b')
  await page.keyboard.press('Tab')
  await page.keyboard.type('3')
  await expect(ticker(page, 2)).toHaveValue('BRK.B')

  // The file's name is proposed; a review without one is not saved.
  await expect(page.getByLabel('Portfolio Name')).toHaveValue('broker')
  await page.getByLabel('Portfolio Name').fill('')
  await confirm(page).click()
  await expect(toast(page, 'Missing name')).toBeVisible()
  await expect(page.getByLabel('Portfolio Name')).toBeFocused()
  await page.keyboard.type('From my broker')
  await confirm(page).click()
  await expect(toast(page, 'Portfolio saved successfully')).toBeVisible()
  await expect(selectedPortfolio(page)).toHaveText(/From my broker/)
  // 12 × 150.25 + 5 × 310 = 3,353; the cost of BRK.B is not known
  await expect(page.getByText('$3,353.00').first()).toBeVisible()

  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('Upload a portfolio to get started')).toBeVisible()
})

test('every line is shown with what it was taken for', async ({ page }) => {
  await readText(page, BROKER_CSV)
  await page.getByRole('button', { name: 'Show lines' }).click()
  const lines = page.getByRole('table', { name: 'Lines that were read' })
  await expect(lines.getByRole('row')).toHaveCount(5)
  await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Total (1)' })
  await expect(lines.getByRole('row')).toHaveCount(2)
  await expect(lines.getByRole('row', { name: /Total,/ })).toBeVisible()
})

test('pasted lines are read, a reload comes back to them, and Cancel leaves without a question', async ({ page }) => {
  await readText(page, '100 AAPL @ 150.25\n20 MSFT @ 310')
  await expect(page.getByText('Please review and edit the positions extracted from your text')).toBeVisible()
  await page.reload()
  await expect(ticker(page, 0)).toHaveValue('AAPL')
  await page.goBack()
  await expect(page.getByText('Upload a portfolio to get started')).toBeVisible()
  await page.goForward()
  await expect(ticker(page, 0)).toHaveValue('AAPL')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Upload a portfolio to get started')).toBeVisible()
})

test('a review that was edited asks before it goes, and one that is gone says so', async ({ page }) => {
  await readText(page, '100 AAPL @ 150.25')
  const address = page.url()
  await review(page).getByRole('textbox', { name: 'Shares of AAPL' }).fill('7')
  const leaveBy = [() => page.getByRole('link', { name: 'Analysis' }).first().click(), () => page.goBack()]
  for (const leave of leaveBy) {
    await leave()
    await page.getByRole('button', { name: 'Keep reviewing' }).click()
    await expect(review(page).getByRole('textbox', { name: 'Shares of AAPL' })).toHaveValue('7')
  }
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Upload a portfolio to get started')).toBeVisible()
  await expect(heading(page)).toHaveCount(0)
  expectAnswer(404, new URL(address).search.replace('?import=', '/api/imports/'))
  await page.goto(address)
  await expect(page.getByText('This import is no longer there')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Upload a portfolio to get started')).toBeVisible()
})

test('a newer file shows what it would change before it takes the place of the older', async ({ page }) => {
  await havePortfolio(page, 'Core', 'ticker,shares,avgCost\nAAPL,10,150.25\nJNJ,4,160\n')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await readText(page, BROKER_CSV)
  await page.getByRole('combobox', { name: 'Save to' }).selectOption({ label: 'Core' })
  await expect(page.getByText('1 added, 1 removed, 1 unchanged')).toBeVisible()
  const changes = page.getByRole('table', { name: 'What would change' })
  await expect(changes.getByRole('row', { name: /Removed JNJ/ })).toBeVisible()
  await confirm(page).click()
  await expect(toast(page, 'Portfolio saved successfully')).toBeVisible()
  await expect(page.getByRole('row', { name: /MSFT/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /JNJ/ })).toHaveCount(0)
})

test('the columns of an unknown file are mapped once and remembered', async ({ page }) => {
  const text = 'Papier;Menge;Bezahlt\nAAPL;10;150\nMSFT;5;310\n'
  await readText(page, text)
  const columns = page.getByRole('region', { name: 'What the columns mean' })
  await expect(columns).toBeVisible()
  if (!(await columns.getByRole('combobox').first().isVisible())) {
    await columns.getByRole('button', { name: 'Change columns' }).click()
  }
  await columns.getByRole('combobox', { name: 'Meaning of Papier' }).selectOption('ticker')
  await columns.getByRole('combobox', { name: 'Meaning of Menge' }).selectOption('shares')
  await columns.getByRole('combobox', { name: 'Meaning of Bezahlt' }).selectOption('avgCost')
  await columns.getByRole('button', { name: 'Read with these columns' }).click()
  await expect(review(page).getByRole('textbox', { name: 'Avg cost of MSFT' })).toHaveValue('310.00')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await readText(page, text)
  await expect(page.getByText('This layout was read as you mapped it before.')).toBeVisible()
  await expect(review(page).getByRole('textbox', { name: 'Avg cost of MSFT' })).toHaveValue('310.00')
})

test(
  'a screenshot is read with its progress, and the review meets WCAG 2.2 AA in both themes',
  JOURNEY,
  async ({ page }) => {
    const picture = await drawPositions(page.context(), [
      { ticker: 'AAPL', quantity: 42, price: 189.5, averageCost: 151.92 },
      { ticker: 'MSFT', quantity: 25, price: 402.1, averageCost: 288.4 },
    ])
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'holdings.png', mimeType: 'image/png', buffer: picture })
    await expect(page.getByText('1 image selected')).toBeVisible()
    await page.getByRole('button', { name: 'Extract from 1 Image(s)' }).click()
    await expect(page.getByRole('progressbar', { name: 'Reading holdings.png' })).toBeVisible()
    await expect(toast(page, 'Positions extracted')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('Found 2 positions from 1 image(s). Please review and confirm.')).toBeVisible()
    await expect(page.getByText('Read, 2 positions')).toBeVisible()
    await expect(review(page).getByRole('textbox', { name: 'Avg cost of AAPL' })).toHaveValue('151.92')
    await expectAccessible(page)
  },
)

test('a reading that is stopped leaves the focus where it can be begun again', async ({ page }) => {
  const pictures = await Promise.all(
    ['AAPL', 'MSFT', 'KO'].map((ticker) =>
      drawPositions(page.context(), [{ ticker, quantity: 42, price: 189.5, averageCost: 151.92 }]),
    ),
  )
  await page
    .locator('input[type=file]')
    .setInputFiles(pictures.map((buffer, index) => ({ name: `${index}.png`, mimeType: 'image/png', buffer })))
  const extract = page.getByRole('button', { name: 'Extract from 3 Image(s)' })
  // The first reading never ends by itself, however fast it would be.
  const begun = Promise.withResolvers<void>()
  await page.route('**/api/portfolios/extract-image', () => begun.resolve(), { times: 1 })
  await extract.press('Enter')
  await begun.promise
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(extract).toBeFocused()
  await extract.press('Enter')
  await expect(heading(page)).toBeFocused({ timeout: 60_000 })
})

test('a file of 20,000 rows is reviewed without a long task', async ({ page, context }) => {
  test.setTimeout(180_000)
  const rows = Array.from({ length: 20_000 }, (_, index) => {
    const letters = [17_576, 676, 26, 1].map((place) => String.fromCharCode(65 + (Math.floor(index / place) % 26)))
    return `${letters.join('')},${index + 1},${(index % 97) + 0.25}`
  })
  const buffer = Buffer.from(['Symbol,Quantity,Average Cost', ...rows].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'large.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByText('20,001 lines')).toBeVisible()

  const longest = await measureLongestTask(page, async () => {
    await page.getByRole('button', { name: 'Upload Portfolio', exact: true }).click()
    await expect(heading(page)).toBeFocused({ timeout: 90_000 })
    const scroller = page.getByRole('region', { name: /Positions to review, scrollable/ })
    for (const share of [0.1, 0.5, 1]) {
      await scroller.evaluate((element, part) => {
        element.scrollTop = element.scrollHeight * part
      }, share)
      await page.waitForTimeout(100)
    }
    await review(page)
      .getByRole('textbox', { name: /^Shares of/ })
      .last()
      .fill('7')
    await page.getByRole('button', { name: 'Show lines' }).click()
    await expect(page.getByRole('table', { name: 'Lines that were read' })).toBeVisible()
  })
  test.info().annotations.push({ type: 'longest task', description: `${longest.toFixed(1)} ms of processor time` })
  expect(await page.getByRole('table', { name: 'Positions to review' }).getByRole('row').count()).toBeLessThan(60)
  expect(longest).toBeLessThan(LONGEST_TASK_MS * (await measureSlowness(context)))
})
