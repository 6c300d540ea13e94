import { afterEach, beforeEach } from 'vitest'
import { ProviderFailure } from '../failures.ts'
import type { MarketDataProvider } from '../provider.ts'
import { createYahooProvider, type YahooOptions } from '../yahoo/adapter.ts'
import { startYahooStub, type YahooStub } from './yahoo-stub.ts'

/** Saturday after the close of 20 November 2026. */
export const SATURDAY = { now: () => new Date('2026-11-21T20:00:00Z') }

export interface YahooTestBed {
  stub: YahooStub
  yahoo: MarketDataProvider
  /** Another client of the same fake, closed with it. */
  open(options?: Partial<YahooOptions>): MarketDataProvider
}

/** For each test of the file: a fake of Yahoo and a client of it. */
export function useYahoo(): YahooTestBed {
  const opened: MarketDataProvider[] = []
  const bed = {} as YahooTestBed
  beforeEach(async () => {
    const stub = await startYahooStub()
    const open: YahooTestBed['open'] = (options) => {
      const provider = createYahooProvider({ clock: SATURDAY, random: () => 0, baseUrl: stub.origin, ...options })
      opened.push(provider)
      return provider
    }
    Object.assign(bed, { stub, open, yahoo: open() })
  })
  afterEach(async () => {
    for (const provider of opened.splice(0)) await provider.close()
    await bed.stub.close()
  })
  return bed
}

/** The provider's failure that a call ends with; any other ending fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<ProviderFailure> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ProviderFailure)) throw new Error(`expected a ProviderFailure, got ${String(error)}`)
  return error
}
