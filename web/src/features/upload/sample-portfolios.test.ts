import { describe, expect, test } from 'vitest'
// biome-ignore lint/style/noRestrictedImports: what the first screen claims is proved by the market that made it
import { createSimulatedMarket } from '../../../../server/src/market-data/sample/simulated-market.ts'
import { isSamplePortfolio } from './is-sample-portfolio.ts'
import { countPositions, DRAWN_SAMPLES, type DrawnSample, SAMPLE_VALUES_PERIOD } from './sample-portfolios.ts'

const market = createSimulatedMarket()
const toDay = (date: string) => Date.parse(date) / 86_400_000

/** Closes by position through a period: shares and the closes of each ticker. */
function holdingsOf(sample: DrawnSample, from: string, to: string) {
  return sample.csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [ticker = '', shares = ''] = line.split(',')
      const found = market.getCloses(ticker, toDay(from), toDay(to))
      if (!found) throw new Error(`${ticker} of ${sample.name} is not in the simulated market`)
      return { ticker, shares: Number(shares), closes: found.closes }
    })
}

describe.each(DRAWN_SAMPLES.map((sample) => [sample.name, sample] as const))('%s', (_, sample) => {
  test('is drawn with the values that the simulated market gives it', () => {
    const holdings = holdingsOf(sample, SAMPLE_VALUES_PERIOD.from, SAMPLE_VALUES_PERIOD.to)
    const daily = [...(holdings[0]?.closes ?? [])].map((_close, day) =>
      holdings.reduce((total, { shares, closes }) => total + shares * (closes[day] ?? Number.NaN), 0),
    )
    const everyFifth = daily.filter((_value, day) => (daily.length - 1 - day) % 5 === 0)
    expect(everyFifth.map(Math.round)).toEqual(sample.values)
  })
})

test.each(DRAWN_SAMPLES.map((sample) => [sample.name, sample] as const))(
  '%s gains after the anchor as portfolios do',
  (_, sample) => {
    const holdings = holdingsOf(sample, SAMPLE_VALUES_PERIOD.to, '2026-11-20')
    const valueOn = (day: number) => holdings.reduce((total, { shares, closes }) => total + shares * closes.at(day)!, 0)
    const gain = valueOn(-1) / valueOn(0) - 1
    expect(gain).toBeGreaterThan(0)
    expect(gain).toBeLessThan(0.3)
  },
)

test('the samples hold as many positions as people were promised, and are known again by it', () => {
  expect(DRAWN_SAMPLES.map(countPositions)).toEqual([14, 11, 6])
  for (const sample of DRAWN_SAMPLES) {
    const stored = { name: sample.name, positionCount: countPositions(sample) }
    expect(isSamplePortfolio(stored)).toBe(true)
    expect(isSamplePortfolio({ ...stored, positionCount: stored.positionCount + 1 })).toBe(false)
  }
  expect(isSamplePortfolio({ name: 'constructor', positionCount: 1 })).toBe(false)
})

test('"a single stock is more than half of value" holds on every simulated day from the anchor through 2027', () => {
  const winner = DRAWN_SAMPLES.find(({ id }) => id === 'one-big-winner')!
  const holdings = holdingsOf(winner, SAMPLE_VALUES_PERIOD.to, '2027-12-31')
  const shareOn = (day: number) =>
    (holdings[0]!.shares * holdings[0]!.closes[day]!) /
    holdings.reduce((total, { shares, closes }) => total + shares * closes[day]!, 0)
  const shares = [...holdings[0]!.closes].map((_close, day) => shareOn(day))
  expect(shares[0]).toBeCloseTo(0.6107, 4) // 540 × 187 of 165,362
  expect(Math.min(...shares)).toBeGreaterThan(0.5)
})
