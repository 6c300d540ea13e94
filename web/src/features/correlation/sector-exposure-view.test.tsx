import { describe, expect, test } from 'vitest'
import { toSectorView } from './sector-exposure-view.ts'
import { ANALYSIS } from './test-analysis.ts'

const SPY = { ticker: 'SPY', asOf: '2026-11-19', value: 15_000 }
const VOO = { ticker: 'VOO', asOf: '2026-11-20', value: 5_000 }
const of = (lookThrough: typeof ANALYSIS.lookThrough) => ({ ...ANALYSIS, source: 'yahoo' as const, lookThrough })

describe('what is said of broad funds', () => {
  test('is nothing when none is held, whatever was chosen before', () => {
    expect(toSectorView(of(null), true)).toMatchObject({ title: 'Sector Exposure', funds: null })
  })

  test.each([
    [false, { funds: [SPY], fundsWithoutSectors: [], remainingPercent: 0 }, 'SPY counts as “Diversified Fund”.'],
    [
      true,
      { funds: [SPY, VOO], fundsWithoutSectors: [], remainingPercent: 0.4 },
      'SPY and VOO spread by weights of Yahoo Finance as of Nov 19, 2026 to Nov 20, 2026. 0.4% of value stays “Diversified Fund”.',
    ],
    [
      true,
      { funds: [SPY], fundsWithoutSectors: ['EWW'], remainingPercent: 12 },
      'SPY spread by weights of Yahoo Finance as of Nov 19, 2026. 12.0% of value stays “Diversified Fund”. Yahoo Finance does not tell what EWW holds.',
    ],
    [
      true,
      { funds: [], fundsWithoutSectors: ['EWW'], remainingPercent: 12 },
      'Yahoo Finance does not tell what EWW holds, so broad funds are shown as one sector.',
    ],
  ])('looked through: %s, %o', (isThrough, lookThrough, text) => {
    expect(toSectorView(of(lookThrough), isThrough).funds?.text).toBe(text)
  })
})
