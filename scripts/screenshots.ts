/** The pictures of the README, taken from the product itself with the simulated market. */
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { ApiClient } from '../e2e/support/api-client.ts'
import { CHROMIUM_ARGUMENTS } from '../e2e/support/chromium-arguments.ts'
import { makeDataFolder, startServer, stopServer } from '../e2e/support/server-process.ts'
import { ROOT } from './launch/repository.mjs'
import { findOrInstallChromium } from './test/chromium.ts'

const FOLDER = path.join(ROOT, 'docs', 'screenshots')
const DESKTOP = { width: 1440, height: 900 }
/** As high as the overview down to the positions. */
const TALL = { width: 1440, height: 1270 }
/** As high as a backtest down to its drawdown. */
const TALLER = { width: 1440, height: 1500 }
const PHONE = { width: 390, height: 844 }
/** A broker's file with several lots, options and a total. */
const BROKER_FILE = path.join(
  ROOT,
  'packages/importers/fixtures/files/fidelity-sentence-case-lots-and-options/input.csv',
)

/** Blocks that stand for what is still loading, whatever else is busy, and errors. */
const UNFINISHED = '.animate-skeleton, [aria-busy="true"]'
const ERRORS = '[role="alert"]:not(:empty)'

const DATA_DIR = await makeDataFolder()
const server = await startServer({ DATA_DIR, ADMIN_EMAILS: 'ada@example.com' })
const browser = await chromium.launch({ executablePath: await findOrInstallChromium(), args: CHROMIUM_ARGUMENTS })
await mkdir(FOLDER, { recursive: true })

const client = new ApiClient(server.url)
await client.signIn('ada@example.com', 'Ada Example')

await picture('first-run', { size: DESKTOP, theme: 'dark' })
const page = await open({ size: DESKTOP, theme: 'dark' })
await page.getByRole('button', { name: 'Load sample portfolio' }).click()
await page.getByRole('table', { name: 'Portfolio Positions' }).waitFor()
await page.context().close()
await picture('overview-dark', { size: TALL, theme: 'dark' })
await picture('overview-light', { size: TALL, theme: 'light' })
await picture('overview-phone', { size: PHONE, theme: 'dark' })
await picture('analysis', { size: TALLER, theme: 'dark', path: '/analysis' }, async (page) => {
  await page.getByRole('heading', { name: 'Correlation Matrix' }).waitFor()
  await page.waitForLoadState('networkidle')
})
await picture('backtest', { size: TALLER, theme: 'dark', path: '/backtest' }, async (page) => {
  await page.getByRole('radio', { name: /Global financial crisis/ }).click()
  await page.getByRole('button', { name: 'Run Backtest' }).click()
  await page.getByRole('table', { name: /^Metrics of the portfolio/ }).waitFor()
  // The chart arrives as a file of its own.
  await page.locator('figure svg path').first().waitFor({ state: 'attached' })
})
await picture('options', { size: TALL, theme: 'dark', path: '/options?ticker=SPY' }, async (page) => {
  await page.getByRole('table', { name: /SPY options of/ }).waitFor()
})
await picture('hedges', { size: TALLER, theme: 'dark', path: '/hedges' }, async (page) => {
  await page.getByRole('button', { name: /Analyze Portfolio/ }).click()
  await page.getByRole('heading', { name: 'Risk Assessment' }).waitFor({ timeout: 60_000 })
  await page.locator('figure svg path').first().waitFor({ state: 'attached' })
})
await picture('loss-map', { size: { width: 1440, height: 720 }, theme: 'dark', path: '/hedges' }, async (page) => {
  const heading = page.getByRole('heading', { name: 'Loss by day and fall' })
  await heading.click()
  await heading.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await page.evaluate(() => window.scrollBy(0, -100))
})
await picture('ai-analysis', { size: TALLER, theme: 'dark', path: '/ai-analysis' }, async (page) => {
  await page.getByRole('button', { name: 'Run AI Analysis' }).click()
  await page.getByText('Reasoning', { exact: true }).waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: /^Discover Opportunities/ }).click()
  await page.getByRole('article').first().waitFor({ timeout: 60_000 })
  // As one finds it on coming back: during a run room is kept below each card.
  await page.reload({ waitUntil: 'networkidle' })
  await page.getByRole('article').first().waitFor()
})
await picture('import-review', { size: DESKTOP, theme: 'dark', path: '/dashboard' }, async (page) => {
  await page.getByRole('region', { name: 'Upload Portfolio' }).getByRole('button', { name: 'Open' }).click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'Retirement.csv',
    mimeType: 'text/csv',
    buffer: await readFile(BROKER_FILE),
  })
  await page.getByRole('button', { name: 'Upload Portfolio' }).last().click()
  await page.getByRole('heading', { name: 'Review Extracted Positions' }).waitFor()
  // The heading stands before the rows are read.
  await page.getByRole('row').nth(1).waitFor()
})

await browser.close()
await stopServer(server)
await rm(DATA_DIR, { recursive: true })

interface Look {
  size: { width: number; height: number }
  theme: 'dark' | 'light'
  path?: string
}

async function open({ size, theme, path: screen = '/' }: Look): Promise<Page> {
  const context = await browser.newContext({
    viewport: size,
    baseURL: server.url,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    extraHTTPHeaders: { cookie: client.cookieHeader() },
  })
  await context.addInitScript((name) => localStorage.setItem('theme', name), theme)
  const opened = await context.newPage()
  await opened.goto(screen, { waitUntil: 'networkidle' })
  // On a busy machine nothing is asked for while the scripts are still being read.
  await opened.getByRole('heading', { level: 1 }).waitFor()
  return opened
}

async function picture(name: string, look: Look, prepare?: (page: Page) => Promise<void>): Promise<void> {
  const shown = await open(look)
  await prepare?.(shown)
  await expectFilled(shown, name)
  await shown.screenshot({ path: path.join(FOLDER, `${name}.png`) })
  await shown.context().close()
  console.log(`docs/screenshots/${name}.png`)
}

/** Waits until a page shows what it is about; a picture of loading bars or of an error is none. */
async function expectFilled(shown: Page, name: string): Promise<void> {
  await shown
    .locator(`:is(${UNFINISHED}):visible`)
    .first()
    .waitFor({ state: 'detached', timeout: 60_000 })
    .catch((cause: unknown) => {
      throw new Error(`${name}.png would show something that is still loading.`, { cause })
    })
  const [error] = await shown.locator(`:is(${ERRORS}):visible`).allTextContents()
  if (error !== undefined) throw new Error(`${name}.png would show an error: ${error}`)
}
