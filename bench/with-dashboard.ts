import { rm } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import { ApiClient } from '../e2e/support/api-client.ts'
import { CHROMIUM_ARGUMENTS } from '../e2e/support/chromium-arguments.ts'
import { makeDataFolder, startServer, stopServer } from '../e2e/support/server-process.ts'
import { findOrInstallChromium } from '../scripts/test/chromium.ts'

/** Measure something in a browser that is signed in with one portfolio; `page` is blank, the overview lies at `url`. */
export async function withDashboard(csv: string, measure: (page: Page, url: string) => Promise<void>): Promise<void> {
  const DATA_DIR = await makeDataFolder()
  const server = await startServer({ DATA_DIR })
  const client = new ApiClient(server.url)
  await client.signIn('bench@example.com')
  await client.send('POST', '/api/portfolios/upload', { name: 'Bench', data: csv })
  const browser = await chromium.launch({ executablePath: await findOrInstallChromium(), args: CHROMIUM_ARGUMENTS })
  try {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      extraHTTPHeaders: { cookie: client.cookieHeader() },
    })
    await measure(await context.newPage(), server.url)
  } finally {
    await browser.close()
    await stopServer(server)
    await rm(DATA_DIR, { recursive: true })
  }
}
