import { randomUUID } from 'node:crypto'
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'

export { expect }

/** Marks a main journey of a screen: `npm test` runs these, the full run all others. */
export const JOURNEY = { tag: '@journey' }

/** Someone who has just signed in for the first time. */
export interface Newcomer {
  email: string
  name: string
}

interface Fixtures {
  /** Fails the test when the page logs an error, throws, breaks its security policy or gets an unexpected answer. */
  watchfulness: undefined
}

/** `test` of every browser spec: it fails on whatever a person with open developer tools would frown at. */
export const test = base.extend<Fixtures>({
  watchfulness: [
    async ({ context }, use, testInfo) => {
      const faults: string[] = []
      keepNoConnection(context.request)
      await watch(context, faults, (answer) =>
        testInfo.annotations.some(({ type, description }) => type === EXPECTED && description === answer),
      )
      await use(undefined)
      expect(faults, 'errors seen by the browser').toEqual([])
    },
    { auto: true },
  ],
})

/** The same for someone who has just signed in and stands on the overview. */
export const signedInTest = test.extend<{ newcomer: Newcomer }>({
  newcomer: [
    async ({ page }, use) => {
      const newcomer = { email: `newcomer-${randomUUID()}@example.com`, name: 'Nora Newcomer' }
      await signIn(page, newcomer)
      await use(newcomer)
    },
    { auto: true },
  ],
})

/** A kept connection may be closed by the server just when a busy test uses it again, and then its request is lost. */
function keepNoConnection(request: APIRequestContext): void {
  const fetch = request.fetch.bind(request)
  request.fetch = (address, options = {}) =>
    fetch(address, { ...options, headers: { ...options.headers, connection: 'close' } })
}

const EXPECTED = 'expected answer'

/** Say that this test provokes an answer from 400 on, which would otherwise fail it. */
export function expectAnswer(status: number, path: string): void {
  test.info().annotations.push({ type: EXPECTED, description: `${status} ${path}` })
}

async function watch(context: BrowserContext, faults: string[], isExpected: (answer: string) => boolean) {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`security policy: ${violatedDirective} refused ${blockedURI} in ${sourceFile}`)
    })
  })
  context.on('console', (message) => {
    // The browser's own line about an answer says less than the answer, which is looked at below.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      faults.push(`console: ${message.text()}`)
    }
  })
  context.on('weberror', (webError) => void faults.push(`exception: ${webError.error().message}`))
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const answer = `${response.status()} ${pathname}`
    if (response.status() >= 400 && !isExpected(answer)) faults.push(answer)
  })
}

/** Signs in at the embedded identity provider without showing its form, and shows the overview. */
export async function signIn(page: Page, { email, name }: Newcomer): Promise<void> {
  const form = await page.request.get('/api/login')
  const { origin } = new URL(form.url())
  const answer = await page.request.post(form.url(), { form: { email, name }, headers: { origin } })
  expect(answer.status(), await answer.text()).toBe(200)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Portfolio Overview' })).toBeVisible()
}

/** Save a portfolio through the API with the page's session, and show it. */
export async function havePortfolio(page: Page, name: string, data: string): Promise<string> {
  const origin = new URL(page.url()).origin
  const answer = await page.request.post('/api/portfolios/upload', { data: { name, data }, headers: { origin } })
  expect(answer.status(), await answer.text()).toBe(200)
  const { id } = (await answer.json()) as { id: string }
  await page.goto('/')
  return id
}

/** Let the browser remember a portfolio as the one that screens are about. */
export async function choosePortfolio(page: Page, id: string): Promise<void> {
  await page.evaluate((portfolioId) => localStorage.setItem('lastSelectedPortfolioId', portfolioId), id)
}

/** Begins the trial of PRO at the sandbox without showing its pages, and shows what is left of its tokens. */
export async function becomePro(page: Page): Promise<void> {
  const headers = { origin: new URL(page.url()).origin }
  const checkout = await page.request.post('/api/stripe/create-subscription-checkout', { headers })
  const { url } = (await checkout.json()) as { url: string }
  const paid = await page.request.post(`${url}/pay`, { headers, maxRedirects: 0 })
  expect(paid.status()).toBe(303)
  await page.goto('/pricing')
  await expect(page.getByText('7 tokens left')).toBeVisible()
}

/** The portfolio that the overview is about, as its selector shows it. */
export function selectedPortfolio(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Portfolio' }).locator('option:checked')
}
