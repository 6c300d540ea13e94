import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nearTermOptionsSchema } from '@ballast/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSharedFolder } from '../../market-data/testing/recorded-data.ts'
import { type StubServer, sendJson, startStubServer } from '../../market-data/testing/stub-server.ts'
import { startYahooStub, type YahooStub } from '../../market-data/testing/yahoo-stub.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

const shared = findSharedFolder()
const SEED = 20261121
const RUNS = process.env.BALLAST_LONG ? 3_000 : 40

/** Values that a broken or malicious provider might put in any place of its answer. */
const HOSTILE: readonly unknown[] = [
  ...[null, true, '', 'x', '250', 'NaN', [], {}, [null], { a: 1 }],
  ...[0, -0, -1, 1e-320, 1e308, -1e308, 1e15, 99_999_999, 4.2e9, 0.1 + 0.2, Number.MAX_SAFE_INTEGER + 2],
  ...['A'.repeat(5_000), '__proto__', '\u0000', '<script>', '2026-02-30', 'O:AAPL261399C00000000', '../../etc'],
]

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Places of a reply: a share of the way through its leaves and branches, and what is put there. */
const blow = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  what: fc.constantFrom(...HOSTILE),
})
const cut = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  length: fc.integer({ min: 0, max: 2_000 }),
  insertion: fc.constantFrom('', '0', '-', 'null', '1e999', '"', '{', ']', ',', 'NaN', '99999999'),
})
const damage = fc.oneof(
  { weight: 4, arbitrary: fc.array(blow, { minLength: 1, maxLength: 40 }) },
  { weight: 1, arbitrary: cut },
)

function spoil(
  body: Json,
  harm: { at: number; what: unknown }[] | { at: number; length: number; insertion: string },
): string {
  if (Array.isArray(harm)) {
    const copy = structuredClone(body)
    for (const { at, what } of harm) {
      const places = listPlaces(copy)
      const place = places[Math.floor(at * places.length)]
      if (place) (place.parent as Record<string, unknown>)[place.key] = what
    }
    return JSON.stringify(copy)
  }
  const text = JSON.stringify(body)
  const start = Math.floor(harm.at * text.length)
  return text.slice(0, start) + harm.insertion + text.slice(start + harm.length)
}

function listPlaces(node: Json): { parent: object; key: string }[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, child]) => [{ parent: node, key }, ...listPlaces(child)])
}

if (shared === undefined) {
  console.warn('REFERENCE DATA IS ABSENT: damaged recorded option chains were not tried.')
  test('no damaged option chains were tried: the reference data is absent', () => {})
} else {
  const readJson = <T>(path: string): T => JSON.parse(readFileSync(join(shared, 'data/providers', path), 'utf8')) as T
  let now = new Date('2026-11-20T21:30:00Z')
  let reply = ''
  let yahoo: YahooStub
  let polygon: StubServer
  let apps: Record<'yahoo' | 'polygon', { app: TestApp; client: TestClient }>

  beforeAll(async () => {
    yahoo = await startYahooStub()
    yahoo.script.intercept = (url, response) => {
      if (!url.pathname.includes('/finance/')) return false
      sendJson(response, 200, reply)
      return true
    }
    polygon = await startStubServer((_url, _request, response) => sendJson(response, 200, reply))
    const open = async (environment: Record<string, string>) => {
      const app = await createTestApp({ environment, overrides: { clock: { now: () => now } } })
      return { app, client: await app.signIn('anna@example.com') }
    }
    apps = {
      yahoo: await open({ MARKET_DATA: 'yahoo', YAHOO_BASE_URL: yahoo.origin }),
      polygon: await open({
        MARKET_DATA: 'polygon',
        POLYGON_API_KEY: 'a-key-of-thirty-two-characters-xx',
        POLYGON_BASE_URL: polygon.origin,
      }),
    }
  }, 120_000)
  afterAll(async () => {
    await Promise.all(Object.values(apps).map(({ app }) => app.close()))
    await Promise.all([yahoo.close(), polygon.close()])
  })

  /** Whatever came: an answer by the contract in which every number can be one, or a refusal that says why. */
  async function expectSound(source: keyof typeof apps, ticker: string, text: string) {
    reply = text
    // Past every cache and rest, so that each reply is looked at.
    now = new Date(now.getTime() + 61_000)
    const { app, client } = apps[source]
    await app.db.asOwner('truncate option_chains')
    const response = await client.fetch(`/api/options/near-term/${ticker}`)
    const answer = (await response.json()) as { error?: string }
    if (response.status !== 200) {
      expect([response.status, answer]).toEqual([424, expect.objectContaining({ error: expect.any(String) })])
      return
    }
    const chain = nearTermOptionsSchema.parse(answer)
    if ('unauthorized' in chain) return
    for (const contract of chain.options) {
      const { symbol, bid, ask, mid, impliedVolatility, delta, gamma, vega, volume, openInterest, state } = contract
      expect(symbol).toMatch(/^[A-Z]{1,5}\d?\d{6}[CP]\d{8}$/)
      for (const amount of [bid, ask, mid, gamma, vega, volume, openInterest])
        expect(amount ?? 0).toBeGreaterThanOrEqual(0)
      expect(Math.abs(delta ?? 0)).toBeLessThanOrEqual(1)
      expect(impliedVolatility ?? 1).toBeGreaterThanOrEqual(0.01)
      expect(impliedVolatility ?? 1).toBeLessThanOrEqual(5)
      if (state === 'ok') expect(bid!).toBeLessThanOrEqual(ask!)
    }
    const { averageIV, averagedContracts, contractCount, leftOutCount } = chain.summary ?? {}
    if (averagedContracts !== undefined) expect(averagedContracts + leftOutCount!).toBeLessThanOrEqual(contractCount!)
    expect(averageIV ?? 1).toBeGreaterThanOrEqual(0.01)
  }

  describe('damaged replies give an answer by the contract or a refusal in words, never a failure of ours', () => {
    test.each(['AAPL', 'BABA', 'EPAC'])(
      'Yahoo, %s',
      async (ticker) => {
        const { body } = readJson<{ body: Json }>(`yahoo/options-${ticker}.json`)
        await fc.assert(
          fc.asyncProperty(damage, (harm) => expectSound('yahoo', ticker, spoil(body, harm))),
          { numRuns: RUNS, seed: SEED },
        )
      },
      600_000,
    )

    test.each(['XSIM', 'YSIM'])(
      'Polygon, %s',
      async (ticker) => {
        const { pages } = readJson<{ pages: Json[] }>(`synthetic/polygon-chain-${ticker}.json`)
        const { next_url: _next, ...body } = pages[0] as { [key: string]: Json }
        await fc.assert(
          fc.asyncProperty(damage, (harm) => expectSound('polygon', ticker, spoil(body, harm))),
          { numRuns: RUNS, seed: SEED },
        )
      },
      600_000,
    )
  })
}
