import { formatIsoDate, parseIsoDate } from '@ballast/quant'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DatedChange } from '../../portfolios/dated-holdings.repository.ts'
import { describeHistory, toCurve } from './describe-history.ts'
import { type HistoryInput, type KeySeries, valueHistory } from './value-history.ts'

const START = parseIsoDate('2026-03-02')
const dayOf = (t: number) => formatIsoDate(START + t)
const days = (count: number) => Array.from({ length: count }, (_, t) => START + t)
const flat = (...closes: number[]): KeySeries => ({
  closes: Float64Array.from(closes),
  adjustedCloses: Float64Array.from(closes),
  splits: [],
})

let places = 0
const change = (t: number, units: Record<string, string>, more: Partial<DatedChange> = {}): DatedChange => ({
  portfolioId: '00000000-0000-4000-8000-000000000001',
  place: ++places,
  day: dayOf(t),
  importId: null,
  statesAll: false,
  units,
  moneyIn: null,
  ...more,
})

function value(changes: DatedChange[], series: Record<string, KeySeries>, more: Partial<HistoryInput> = {}) {
  const count = Object.values(series)[0]?.closes.length ?? 0
  return valueHistory({
    changes,
    days: days(count),
    series: new Map(Object.entries(series)),
    reasons: new Map(),
    dismissedSplits: new Set(),
    ...more,
  })
}

describe('known answers', () => {
  test('what was held is valued at each close, and money that came in is no gain', async () => {
    const history = await value([change(0, { A: '10' }), change(2, { A: '15' })], { A: flat(10, 11, 12, 9) })
    expect([...history.values]).toEqual([100, 110, 180, 135])
    expect([...history.flows]).toEqual([0, 0, 60, 0])
    expect(history.changes).toMatchObject([
      { status: 'asked', difference: 60, proposed: 60, moneyIn: 60, valuedOn: dayOf(2) },
    ])
    const { figures } = describeHistory(toCurve(days(4), history), history)
    expect(figures?.timeWeightedPercent).toBeCloseTo(-10, 10)
    expect(figures?.gain).toBeCloseTo(-25, 10)
    expect([...(history.todaysValues ?? [])]).toEqual([150, 165, 180, 135])
  })

  test('a purchase from cash in the portfolio brought no money in, within 2 %', async () => {
    const buy = (cash: string) =>
      value([change(0, { A: '10', $USD: '1000' }), change(1, { A: '60', $USD: cash })], {
        A: flat(10, 10),
        $USD: flat(1, 1),
      })
    // 50 × 10 = 500 were bought; 495 left the cash.
    expect((await buy('505')).changes[0]).toMatchObject({ proposed: 0, moneyIn: 0, difference: 5, cashListed: true })
    expect((await buy('480')).changes[0]).toMatchObject({ proposed: -20, moneyIn: -20 })
  })

  test('the owner’s answer takes the place of the proposal', async () => {
    const history = await value([change(0, { A: '10' }), change(1, { A: '20' }, { moneyIn: 0 })], { A: flat(10, 10) })
    expect([...history.flows]).toEqual([0, 0])
    expect(history.changes).toMatchObject([{ status: 'answered', proposed: 100, moneyIn: 0, cashListed: false }])
  })

  const split = { ...flat(10, 10, 5, 5), splits: [{ date: dayOf(2), ratio: 2 }] }
  // Providers quote all closes in the shares of today: 20 before the split are 10.

  test('a split between two dates is no trade, whether the shares were adjusted or not', async () => {
    const untouched = await value([change(0, { A: '3' }), change(3, { B: '1' })], { A: split, B: flat(1, 1, 1, 1) })
    expect([...untouched.values]).toEqual([60, 60, 30, 31])
    const adjusted = await value([change(0, { A: '3' }), change(3, { A: '6' })], { A: split })
    expect([...adjusted.values]).toEqual([60, 60, 30, 30])
    expect([...adjusted.flows]).toEqual([0, 0, 0, 0])
    expect(adjusted.changes).toMatchObject([{ status: 'same', moved: [] }])
  })

  test('a file that states the same shares after a split has fewer of them', async () => {
    const restated = await value([change(0, { A: '3' }), change(3, {}, { statesAll: true })], { A: split })
    expect(restated.changes).toMatchObject([{ status: 'asked', moved: [{ ticker: 'A', before: 6, after: 3 }] }])
    const dismissed = await value(
      [change(0, { A: '3' })],
      { A: split },
      { dismissedSplits: new Set([`A ${dayOf(2)}`]) },
    )
    expect([...dismissed.values]).toEqual([30, 30, 15, 15])
  })

  test('what has no close on a day on which it was held is left out of all days', async () => {
    const history = await value(
      [change(0, { A: '1', B: '1', '@X': '100' })],
      { A: flat(5, 5), B: flat(Number.NaN, 8) },
      {
        reasons: new Map([['@X', 'option-not-replayed']]),
      },
    )
    expect([...history.values]).toEqual([5, 5])
    expect(history.held).toEqual([
      { key: '@X', reason: 'option-not-replayed' },
      { key: 'A', reason: null },
      { key: 'B', reason: 'no-history' },
    ])
    expect(history.todaysLeftOut).toEqual(['B', 'X'])
  })

  test('what one portfolio owes and another has is not held, as in one portfolio with both', async () => {
    const other = { portfolioId: '00000000-0000-4000-8000-000000000002' }
    const held = [change(0, { A: '10', '@PUT': '2' }), change(0, { A: '5', '@PUT': '-2' }, other)]
    const closes = { A: flat(10, 10, 10) }
    expect(await value(held, closes)).toMatchObject({ held: [{ key: 'A', reason: null }], todaysLeftOut: [] })
    const bought = [...held, change(1, { '@PUT': '3' })]
    const both = await value(bought, closes)
    expect(both.held.map(({ key }) => key)).toEqual(['@PUT', 'A'])
    expect(both.todaysLeftOut).toEqual(['PUT'])
  })

  test('a change whose close has not come waits, and counts in what is held today', async () => {
    const history = await value([change(0, { A: '1' }), change(5, { A: '2' })], { A: flat(5, 6) })
    expect([...history.values]).toEqual([5, 6])
    expect(history.changes).toMatchObject([{ status: 'waiting', valuedOn: null, moneyIn: null }])
    expect([...(history.todaysValues ?? [])]).toEqual([10, 12])
  })

  test('a further portfolio of all as one comes in with its value', async () => {
    const other = '00000000-0000-4000-8000-000000000002'
    const history = await value([change(0, { A: '1' }), change(1, { A: '2' }, { portfolioId: other })], {
      A: flat(5, 6, 9),
    })
    expect([...history.values]).toEqual([5, 18, 27])
    expect([...history.flows]).toEqual([0, 12, 0])
    expect(history.changes).toMatchObject([{ status: 'new' }])
  })

  test('dividends are told from the two kinds of closes', async () => {
    // 1 was paid on a close of 9: reinvested, 10 became 9 + 1.
    const paid = { closes: Float64Array.of(10, 9), adjustedCloses: Float64Array.of(9, 9), splits: [] }
    expect((await value([change(0, { A: '7' })], { A: paid })).dividends).toBeCloseTo(7, 10)
  })

  test('below two closes there is no return', async () => {
    const one = await value([change(0, { A: '1' })], { A: flat(5) })
    expect(describeHistory(toCurve(days(1), one), one)).toMatchObject({ closes: 1, figures: null })
    const none = await value([], {})
    expect(describeHistory(toCurve([], none), none)).toMatchObject({
      closes: 0,
      first: null,
      points: [],
      figures: null,
    })
  })
})

describe('random books and flows', () => {
  const tickers = ['A', 'B', 'C'] as const
  const bookDays = fc.array(
    fc.record({
      moves: fc.tuple(...tickers.map(() => fc.double({ min: 0.9, max: 1.1, noNaN: true }))),
      split: fc.option(fc.record({ ticker: fc.constantFrom(...tickers), ratio: fc.constantFrom(2, 3, 0.5) }), {
        freq: 6,
      }),
      trade: fc.option(fc.record({ ticker: fc.constantFrom(...tickers), shares: fc.integer({ min: 0, max: 50 }) }), {
        freq: 3,
      }),
      answer: fc.option(fc.integer({ min: -100, max: 100 })),
    }),
    { minLength: 2, maxLength: 40 },
  )

  test('an account that is kept day by day in the shares and prices of each day has the same values and flows', async () => {
    await fc.assert(
      fc.asyncProperty(bookDays, async (list) => {
        // The account: raw prices that fall with a split, shares that grow with it.
        const price = { A: 100, B: 50, C: 20 }
        const shares = { A: 10, B: 10, C: 10 }
        const raw: Record<string, number[]> = { A: [100], B: [50], C: [20] }
        const splits: Record<string, { date: string; ratio: number }[]> = { A: [], B: [], C: [] }
        const values = [1_700]
        const flows = [0]
        const changes = [change(0, { A: '10', B: '10', C: '10' })]
        list.forEach(({ moves, split, trade, answer }, index) => {
          const t = index + 1
          if (split) {
            price[split.ticker] /= split.ratio
            shares[split.ticker] *= split.ratio
            splits[split.ticker]?.push({ date: dayOf(t), ratio: split.ratio })
          }
          tickers.forEach((ticker, i) => {
            price[ticker] *= moves[i] ?? 1
            raw[ticker]?.push(price[ticker])
          })
          let flow = 0
          if (trade) {
            const { ticker } = trade
            const bought = (trade.shares - shares[ticker]) * price[ticker]
            if (Math.abs(trade.shares - shares[ticker]) > 1e-9) flow = answer ?? Math.round(bought * 100) / 100
            shares[ticker] = trade.shares
            changes.push(change(t, { [ticker]: String(trade.shares) }, { moneyIn: answer }))
          }
          flows.push(flow)
          values.push(tickers.reduce((sum, ticker) => sum + shares[ticker] * price[ticker], 0))
        })
        const series = Object.fromEntries(
          tickers.map((ticker) => {
            const adjusted = (raw[ticker] ?? []).map((close, t) =>
              (splits[ticker] ?? []).reduce((all, { date, ratio }) => (date > dayOf(t) ? all / ratio : all), close),
            )
            return [ticker, { ...flat(...adjusted), splits: splits[ticker] ?? [] }]
          }),
        )
        const history = await value(changes, series)
        history.values.forEach((found, t) => {
          expect(Math.abs(found - (values[t] ?? 0))).toBeLessThan(1e-6)
        })
        history.flows.forEach((found, t) => {
          expect(Math.abs(found - (flows[t] ?? 0))).toBeLessThan(0.011)
        })
      }),
      { numRuns: 150, seed: 20_261_127 },
    )
  })
})

describe('a year of imports, with splits, a new name and gaps', { tags: ['full'] }, () => {
  /** Rates of return at which amounts are worth nothing, by bisection between changes of sign. */
  function findRates(amounts: readonly { day: number; amount: number }[]): number[] {
    const worth = (rate: number) =>
      amounts.reduce((sum, { day, amount }) => sum + amount / (1 + rate) ** ((day - START) / 365), 0)
    const grid = Array.from({ length: 4_000 }, (_, place) => -0.99 + 0.005 * place)
    return grid.flatMap((low, place) => {
      const high = grid[place + 1]
      if (high === undefined || Math.sign(worth(low)) === Math.sign(worth(high))) return []
      let [a, b] = [low, high]
      for (let step = 0; step < 60; step += 1) {
        const middle = (a + b) / 2
        if (Math.sign(worth(middle)) === Math.sign(worth(low))) a = middle
        else b = middle
      }
      return [a]
    })
  }

  test.each(Array.from({ length: 40 }, (_, year) => year + 1))(
    'year %i has the returns of a fund that issues units at each close',
    async (year) => {
      let state = year * 7_919
      const random = () => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
        return state / 2_147_483_648
      }
      // Closes on weekdays, and none for the week in which the exchange stays shut.
      const shut = 40 + Math.floor(200 * random())
      const closes = Array.from({ length: 365 }, (_, t) => t).filter((t) => t % 7 < 5 && (t < shut || t >= shut + 7))
      const renamedAt = Math.floor(closes.length * (0.2 + 0.6 * random()))
      // D is A from then on: one company, whose price has one history under either name.
      const price: Record<string, number> = { A: 100, B: 50, C: 20 }
      const shares: Record<string, number> = { A: 30, B: 40, C: 50 }
      const nameOf = (company: string, renamed: boolean) => (company === 'A' && renamed ? 'D' : company)
      const raw: Record<string, number[]> = { A: [], B: [], C: [] }
      const splits: Record<string, { date: string; ratio: number }[]> = { A: [], B: [], C: [] }
      const worth = () => Object.keys(price).reduce((sum, key) => sum + (shares[key] ?? 0) * (price[key] ?? 0), 0)
      const changes: DatedChange[] = []
      const amounts: { day: number; amount: number }[] = []
      const values: number[] = []
      let units = 0
      let stated: Record<string, string> = {}
      let isRenamed = false
      let nextImport = 0
      closes.forEach((t, place) => {
        for (const company of Object.keys(price)) {
          if (place > 0) price[company] = (price[company] ?? 0) * Math.exp(0.03 * (random() - 0.49))
          if (place > 0 && random() < 0.004) {
            const ratio = [2, 3, 0.5][Math.floor(3 * random())] ?? 2
            price[company] = (price[company] ?? 0) / ratio
            shares[company] = (shares[company] ?? 0) * ratio
            splits[company]?.push({ date: dayOf(t), ratio })
          }
          raw[company]?.push(price[company] ?? 0)
        }
        const before = worth()
        const unitPrice = units === 0 ? 1 : before / units
        if (t >= nextImport) {
          const held = { ...shares }
          // A file of what is held: some of it was traded at this close, and the first file after it has the new name.
          if (place > 0)
            for (const company of Object.keys(price))
              if (random() < 0.5) shares[company] = Math.floor(10 + 60 * random())
          const wasRenamed = isRenamed
          isRenamed ||= place >= renamedAt
          const now = Object.fromEntries(
            Object.entries(shares).map(([company, count]) => [nameOf(company, isRenamed), String(count)]),
          )
          const gone = Object.fromEntries(
            Object.keys(stated)
              .filter((key) => !(key in now))
              .map((key) => [key, '0']),
          )
          // Loaded over the weekend at times: it counts at the next close. Shares of a split on that day are not in it yet.
          const hasSplit = Object.values(splits).some((list) => list.at(-1)?.date === dayOf(t))
          const loadedOn = place > 0 && t % 7 === 0 && !hasSplit ? t - Math.floor(3 * random()) : t
          const bought = { ...now, ...gone }
          const traded = Object.entries(bought).reduce((sum, [name, count]) => {
            const company = name === 'D' ? 'A' : name
            const had = nameOf(company, wasRenamed) === name ? (held[company] ?? 0) : 0
            return sum + Math.abs(Number(count) - had) * (price[company] ?? 0)
          }, 0)
          const moneyIn = Math.round(100 * (worth() - before)) / 100
          // Sales that nearly pay for what is bought bring no money in, unless the owner says so.
          const isSaid = Math.abs(moneyIn) < 0.03 * traded || random() < 0.3
          changes.push(change(loadedOn, bought, isSaid ? { moneyIn } : {}))
          stated = now
          nextImport = t + 3 + Math.floor(40 * random())
        }
        const flow = place === 0 ? 0 : worth() - before
        units += place === 0 ? worth() : flow / unitPrice
        amounts.push({ day: START + t, amount: place === 0 ? -worth() : -flow })
        values.push(worth())
      })
      amounts.push({ day: START + (closes.at(-1) ?? 0), amount: worth() })

      const toSeries = (company: string): KeySeries => {
        const adjusted = (raw[company] ?? []).map((close, place) =>
          (splits[company] ?? []).reduce(
            (all, { date, ratio }) => (date > dayOf(closes[place] ?? 0) ? all / ratio : all),
            close,
          ),
        )
        return { ...flat(...adjusted), splits: splits[company] ?? [] }
      }
      const series = { A: toSeries('A'), B: toSeries('B'), C: toSeries('C'), D: toSeries('A') }
      const list = closes.map((t) => START + t)
      const history = await value(changes, series, { days: list })
      for (const [place, found] of history.values.entries()) expect(found).toBeCloseTo(values[place] ?? 0, 6)
      const { figures } = describeHistory(toCurve(list, history), history)
      // Flows are stated in cents, and there are some twenty.
      expect(figures?.timeWeightedPercent).toBeCloseTo(100 * (worth() / units - 1), 2)
      const rates = findRates(amounts)
      expect(rates.length).toBeGreaterThan(0)
      expect(figures?.moneyWeighted.map(({ annualPercent }) => annualPercent)).toEqual(
        rates.map((rate) => expect.closeTo(100 * rate, 1)),
      )
    },
  )
})
