import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseIsoDate } from '@ballast/quant'
import { describe, expect, test } from 'vitest'
import { findSharedFolder } from '../testing/recorded-data.ts'
import { ANCHOR_DATE } from './benchmark-path.ts'
import { SIMULATED_INSTRUMENTS } from './instruments.ts'
import { createSimulatedMarket } from './simulated-market.ts'

const shared = findSharedFolder()

/** The definition as a program of its own: `closes` lists `[date, close]` from the first to the last day asked for. */
interface Definition {
  closes(ticker: string, from: string, through: string): [date: string, close: number][]
}

if (shared === undefined) {
  console.warn('REFERENCE DATA IS ABSENT: the simulated market was not compared with its executable definition.')
  test('the simulated market was not compared: the reference data is absent', () => {})
} else {
  describe('the simulated market is its definition', () => {
    const market = createSimulatedMarket()

    test('golden closes, to the last digit', () => {
      const text = readFileSync(join(shared, 'reference/quant/golden.json'), 'utf8')
      const golden = JSON.parse(text) as { market: Record<string, [date: string, close: number][]> }
      for (const [ticker, closes] of Object.entries(golden.market)) {
        // After the anchor the market goes on by another law: after-anchor.test.ts.
        for (const [date, close] of closes.filter(([date]) => date <= ANCHOR_DATE)) {
          const day = parseIsoDate(date)
          expect(market.getCloses(ticker, day, day)?.closes[0], `${ticker} ${date}`).toBe(close)
        }
      }
    })

    test('every close of every instrument from 1998 to the anchor date', async () => {
      const file = join(shared, 'reference/quant/sample-market.mjs')
      const definition = (await import(pathToFileURL(file).href)) as Definition
      const defined = [...SIMULATED_INSTRUMENTS.values()].filter(({ kin }) => kin === null)
      expect(defined).toHaveLength(159)
      for (const { ticker } of defined) {
        const expected = definition.closes(ticker, '1998-01-01', ANCHOR_DATE)
        const actual = market.getCloses(ticker, parseIsoDate('1998-01-01'), parseIsoDate(ANCHOR_DATE))
        const differing = expected.findIndex(
          ([date, close], i) => actual?.dates[i] !== date || actual.closes[i] !== close,
        )
        expect({ ticker, length: actual?.dates.length, differing }).toEqual({
          ticker,
          length: expected.length,
          differing: -1,
        })
      }
    })
  })
}
