import { defineConfig, devices } from '@playwright/test'
import { addressOfServer } from './e2e/support/browser-server.ts'
import { CHROMIUM_ARGUMENTS } from './e2e/support/chromium-arguments.ts'

const { url, environment } = await addressOfServer()
const LONGEST_RUN_MS = 15 * 60_000
const BOTH_WIDTHS = '**/{landing,first-run,accessibility,not-found}.e2e.ts'
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } }

/** The short run chooses the main journeys, the rest leaves them out. */
const journeys = process.env.BALLAST_JOURNEYS
const chosen = journeys === 'only' ? { grep: /@journey/ } : journeys === 'left-out' ? { grepInvert: /@journey/ } : {}

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalTimeout: LONGEST_RUN_MS,
  // A busy machine is slower, not wrong: what comes late is still what was asked for.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  fullyParallel: true,
  // Chromium, the server and the test share two cores; more pages at once only make each slower.
  workers: 2,
  forbidOnly: true,
  retries: 0,
  use: {
    baseURL: url,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Requests that a worker makes cannot be held back or answered by a test; `offline.e2e.ts` is about the worker itself.
    serviceWorkers: 'block',
    // A trace of each test costs a sixth of the run; `--trace=on` brings it for one.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      args: CHROMIUM_ARGUMENTS,
    },
  },
  projects: [
    { name: 'desktop', testIgnore: '**/*.phone.e2e.ts', ...chosen, use: { viewport: { width: 1280, height: 800 } } },
    { name: 'phone', testMatch: '**/*.phone.e2e.ts', ...chosen, use: phone },
    // What is tested at both widths; at the second it is no main journey.
    ...(journeys === 'only' ? [] : [{ name: 'desktop on a phone', testMatch: BOTH_WIDTHS, use: phone }]),
  ],
  ...(environment && {
    webServer: {
      command: `"${process.execPath}" --disable-proto=delete server/src/main.ts`,
      url: `${url}/api/ready`,
      env: environment,
      timeout: 120_000,
      stdout: 'ignore',
      stderr: 'pipe',
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    },
  }),
})
