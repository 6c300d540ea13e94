import { describe, expect, test } from 'vitest'
import {
  compareAnalyses,
  describeCost,
  describeSaving,
  describeShare,
  findStrategyFacts,
  listStrategies,
  nameStrategy,
  pickStrategy,
  readLevel,
  splitFirstSentence,
  toHonestFigures,
  toMarketLevel,
  toSectorLevel,
  toShockBars,
} from './hedge-view.ts'
import { createRepricer, findCrossings, repriceAt, toPayoff, toProfitCurves } from './reprice-view.ts'
import { EMPTY_REQUEST, findRequestFaults, toRequestBody } from './request-view.ts'
import { makeAnalysis, TEST_ANALYSIS } from './test-hedges.ts'
import {
  toCopiedTicket,
  toOrderLines,
  toPackageOrder,
  toTicketCsv,
  toTicketFigures,
  toTicketText,
} from './ticket-text.ts'

const [spread, collar, selling] = TEST_ANALYSIS.hedgeStrategies as [
  (typeof TEST_ANALYSIS.hedgeStrategies)[number],
  (typeof TEST_ANALYSIS.hedgeStrategies)[number],
  (typeof TEST_ANALYSIS.hedgeStrategies)[number],
]

describe('the request', () => {
  test('holds only what was said, so that the words count for the rest', () => {
    expect(toRequestBody(EMPTY_REQUEST)).toEqual({})
    expect(
      toRequestBody({ ...EMPTY_REQUEST, prompt: '  keep KO ', budgetUsd: '$2,000', limitPercent: '12.5 %' }),
    ).toEqual({
      customPrompt: 'keep KO',
      budgetUsd: 2000,
      limitPercent: 12.5,
    })
    expect(toRequestBody({ ...EMPTY_REQUEST, allowShortCalls: true, objective: 'floor' })).toEqual({
      allowShortCalls: true,
      objective: 'floor',
    })
  })

  test.each([
    ['limitPercent', '0.5'],
    ['limitPercent', 'ten'],
    ['shockPercent', '61'],
    ['horizonDays', '63.5'],
    ['budgetUsd', '-1'],
  ] as const)('%s of %s is refused beside its field', (name, text) => {
    expect(Object.keys(findRequestFaults({ ...EMPTY_REQUEST, [name]: text }))).toEqual([name])
  })

  test('both ends of a range may be asked for', () => {
    expect(findRequestFaults({ ...EMPTY_REQUEST, limitPercent: '1', shockPercent: '60', horizonDays: '252' })).toEqual(
      {},
    )
  })
})

describe('strategies', () => {
  test('an expected cost is a range with odds, and of earlier answers a mean', () => {
    const expected = {
      payoff: 2000,
      netCost: 1400,
      low: 1100,
      high: 1700,
      standardError: 20,
      odds: { paysBackPercent: 9.4, overThreePercent: 3, nothingPercent: 85.2 },
    }
    const texts = (strategy: typeof spread) => toHonestFigures(strategy).map(({ label, text }) => `${label} ${text}`)
    const shown = texts({ ...spread, expected })
    expect(shown).toContain('Expected to cost in the end $1,100 to $1,700')
    expect(shown).toContain('Pays back its price in 9 of 100 outcomes')
    expect(shown).toContain('More than three times it in 3 of 100')
    expect(shown).toContain('Nothing in 85 of 100')
    const older = texts({ ...spread, expected: { ...expected, low: null, high: null, odds: null } })
    expect(older).toContain('Expected to lose on average $1,400')
    expect(older.filter((text) => text.includes('of 100'))).toEqual([])
  })

  test('the recommended one is chosen at first, a point of the frontier can be', () => {
    expect(pickStrategy(TEST_ANALYSIS, null)).toBe(spread)
    const point = TEST_ANALYSIS.frontierStrategies[0]!
    expect(pickStrategy(TEST_ANALYSIS, point.id)).toBe(point)
    expect(nameStrategy(TEST_ANALYSIS, spread)).toBe('Strategy 1')
    expect(nameStrategy(TEST_ANALYSIS, point)).toMatch(/^Frontier, at most \d+\.\d%$/)
    expect(pickStrategy(makeAnalysis({ hedgeStrategies: [], frontierStrategies: [] }), null)).toBeUndefined()
  })

  test('a strategy of both lists is listed once', () => {
    const twice = makeAnalysis({ frontierStrategies: [spread] })
    expect(listStrategies(twice).filter(({ id }) => id === spread.id)).toHaveLength(1)
  })

  test('figures lead to the facts of their own strategy', () => {
    const { facts } = TEST_ANALYSIS
    const textOf = (id: string | undefined) => facts.find((fact) => fact.id === id)?.text
    expect(textOf(findStrategyFacts(facts, spread)('expectedNetCost'))).toBe('$1,614')
    expect(textOf(findStrategyFacts(facts, collar)('expectedNetCost'))).toBe('$1,814')
    expect(findStrategyFacts(facts, spread)('no-such-figure')).toBeUndefined()
  })

  test('costs and credits are told apart', () => {
    expect(describeCost(spread.cost)).toBe('$4,610')
    expect(describeCost(collar.cost)).toBe('Credit $1,151')
    expect(describeCost({ ...spread.cost, total: 0 })).toBe('$0')
  })

  test('honest figures leave out what does not apply', () => {
    const labels = (strategy: typeof spread) => toHonestFigures(strategy).map(({ label }) => label)
    expect(labels(spread)).toContain('Pays from a market fall of')
    expect(labels(spread)).toContain('Selling that does the same')
    expect(labels(collar)).not.toContain('Pays from a market fall of')
    expect(labels(selling)).not.toContain('Expected to lose on average')
  })

  test('what it saves is the loss in the shock without it less the one with it, in dollars', () => {
    // (24.668 − 14.375) % of 260,766
    expect(describeSaving(spread, TEST_ANALYSIS)).toEqual({
      label: 'Saves if the market falls 20%',
      text: '$26,841',
      caption: '−24.7% without it, −14.4% with it: keeps the 15% limit',
      fact: 'lossAtShockPercent',
    })
    const captionOf = (changes: Partial<typeof spread>) =>
      describeSaving({ ...spread, ...changes }, TEST_ANALYSIS).caption
    expect(captionOf({ holdsLimit: false })).toContain('with it: not at every fall within the 15% limit')
    expect(captionOf({ holdsLimit: false, lossAtShockPercent: 18 })).toContain('−18.0% with it: misses the 15% limit')
    expect(describeSaving({ ...spread, lossAtShockPercent: 30 }, TEST_ANALYSIS).label).toMatch(/^Loses more/)
    // A headline that the replay of a crisis falls short of says so itself.
    const [crisis] = spread.crises
    const contrary = describeSaving({ ...spread, contraryCrisisId: crisis?.scenarioId ?? null }, TEST_ANALYSIS)
    expect(contrary.label).toBe('Saves if the market falls 20% within the term')
    expect(contrary.caption).toContain(`. Replay of ${crisis?.name}: `)
    // A limit that is meant for simulated paths, or for each holding by itself, says nothing of one fall.
    for (const objective of ['cvar', 'floor'] as const) {
      const request = { ...TEST_ANALYSIS.request, objective }
      expect(describeSaving(spread, { ...TEST_ANALYSIS, request }).caption).toBe('−24.7% without it, −14.4% with it')
    }
  })

  test('what it costs is said in percent of the portfolio, by what kind of cost it is', () => {
    expect(describeShare(spread)).toBe('1.77% of value; 7.1% a year if held to expiry and bought again')
    expect(describeShare(selling)).toMatch(/^\d\.\d\d% of value in expected return forgone$/)
    expect(describeShare({ ...spread, cost: { ...spread.cost, total: 0 } })).toBe('no cost')
    expect(describeShare(collar)).toBe('0.44% of value, received')
  })

  test('orders are what a broker asks for', () => {
    expect(toOrderLines(spread)).toEqual([
      { order: 'Buy 4 SPY Feb 19, 2027 730 put', price: '15.30 or less' },
      { order: 'Sell 3 SPY Feb 19, 2027 620 put', price: '5.05 or more' },
    ])
    expect(toOrderLines(selling)[0]!.order).toMatch(/^Sell [\d.]+ [A-Z]+$/)
  })

  test('a text is cut after its first sentence, and not at a decimal or within a figure', () => {
    const fact = { text: '3.5%', fact: 'F1' }
    const text = [{ text: 'It costs ' }, fact, { text: ' of 1.5 million. It pays ' }, fact, { text: '.' }]
    const { first, rest } = splitFirstSentence(text)
    expect(first).toEqual([{ text: 'It costs ' }, fact, { text: ' of 1.5 million.' }])
    expect(rest).toEqual([{ text: 'It pays ' }, fact, { text: '.' }])
    expect(splitFirstSentence(first)).toEqual({ first, rest: null })
    expect(splitFirstSentence([{ text: 'One.' }, { text: ' Two.' }])).toEqual({
      first: [{ text: 'One.' }],
      rest: [{ text: ' Two.' }],
    })
  })

  test('levels of the largest sector and of the market', () => {
    const facts = (own: number, index?: number) =>
      [
        { key: 'sector.largestPercent', value: own },
        ...(index === undefined ? [] : [{ key: 'sector.largestIndexPercent', value: index }]),
      ] as unknown as typeof TEST_ANALYSIS.facts
    expect([60, 50, 40].map((own) => toSectorLevel(facts(own, 34))?.name)).toEqual(['High', 'Medium', 'Low'])
    expect([40, 25, 24].map((own) => toSectorLevel(facts(own))?.name)).toEqual(['High', 'Medium', 'Low'])
    expect(toSectorLevel([])).toBeNull()
    expect([1.21, 1.2, 0.8].map((beta) => toMarketLevel(beta).name)).toEqual(['High', 'Medium', 'Low'])
  })

  test('bars compare falls and crises in dollars', () => {
    const { value } = TEST_ANALYSIS.riskAssessment
    const older = toShockBars({ ...spread, losses: null }, value, TEST_ANALYSIS.term)
    expect(older.map(({ title }) => title)).toEqual(['Market falls 10%', 'Market falls 20%', 'Market falls 30%'])
    // 260,766 × 24.668 % = 64,326
    expect(older[1]!.unhedged).toBeCloseTo(-64_326.26, 1)
  })

  test('a fall costs what the headline says of it, on the worst day of the term', () => {
    const { term } = TEST_ANALYSIS
    const losses = {
      days: [
        { date: '2026-12-01', tradingDays: 5 },
        { date: term?.lastDay ?? '2027-02-19', tradingDays: 62 },
        { date: '2099-01-02', tradingDays: 63 },
      ],
      fallsPercent: [10, 20, 30],
      unhedgedPercent: [
        [5, 14, 23],
        [1, 3, 5],
        [50, 50, 50],
      ],
      hedgedPercent: [
        [4, 9, 15],
        [5, 2, 1],
        [50, 50, 50],
      ],
    }
    const bars = toShockBars({ ...spread, losses }, 1_000, { ...TEST_ANALYSIS.term!, lastDay: losses.days[1]!.date })
    expect(bars.map(({ unhedged, hedged }) => [unhedged, hedged])).toEqual([
      [-50, -50],
      [-140, -90],
      [-230, -150],
    ])
    expect(bars[1]?.subtitle).toBe('from 14.0% to 9.0%')
  })

  test('a level is read from the beginning of a text alone', () => {
    expect(readLevel('High: NVDA is 48.4% of the value')).toEqual({ name: 'High', tone: 'destructive' })
    expect(readLevel('Technology is High')).toBeNull()
  })

  test('two analyses are compared row by row', () => {
    const other = makeAnalysis({ request: { ...TEST_ANALYSIS.request, limitPercent: 10 } })
    const asked = compareAnalyses(TEST_ANALYSIS, other).find(({ label }) => label === 'Asked for')
    expect(asked?.values).toEqual(['At most 15% if the market falls 20%', 'At most 10% if the market falls 20%'])
  })
})

describe('repricing', () => {
  const repricer = createRepricer(TEST_ANALYSIS, spread)

  test('reaches every fall that can be asked about, the deepest crisis included', () => {
    const { hedged } = toProfitCurves(repricer, { marketPercent: -57, days: 60, volatilityFactor: null })
    expect(hedged[0]?.x).toBe(-60)
  })

  test('at expiry it is the table of the analysis, to the cent', () => {
    const row = spread.table.find(({ marketPercent }) => marketPercent === -20)!
    const at = repriceAt(repricer, { marketPercent: -20, days: 60, volatilityFactor: null })
    expect(at.unhedged).toBeCloseTo(row.unhedged, 2)
    expect(at.hedged).toBeCloseTo(row.hedgedStressedVolatility, 2)
  })

  test('more volatility makes a bought package dearer before it expires', () => {
    const at = (volatilityFactor: number) =>
      repriceAt(repricer, { marketPercent: -5, days: 10, volatilityFactor }).hedge
    expect(at(1.5)).toBeGreaterThan(at(1))
  })

  test('a payoff is that of the legs: the cost above, the spread below', () => {
    const points = toPayoff(TEST_ANALYSIS, spread)
    expect(points.at(-1)!.y).toBeCloseTo(-spread.cost.total, 2)
    // At −40 % SPY is at 488.53: 4 × 100 × (730 − 488.53) − 3 × 100 × (620 − 488.53) − 4,609.55
    expect(points[0]!.y).toBeCloseTo(400 * (730 - 488.52954) - 300 * (620 - 488.52954) - 4_609.55, 2)
    expect(findCrossings(points)[0]).toBeCloseTo(spread.breakEven.marketPercent!, 0)
  })

  test('what is sold is drawn from the moves that were computed', () => {
    expect(toPayoff(TEST_ANALYSIS, selling).map(({ x }) => x)).toEqual([-40, -30, -20, -10, -5, 0, 10])
  })

  test('moving a slider takes a small part of a frame', () => {
    const state = { marketPercent: -20, days: 21, volatilityFactor: 1.2 }
    const times = Array.from({ length: 11 }, () => {
      const start = performance.now()
      toProfitCurves(repricer, state)
      return performance.now() - start
    })
    // The quickest: what the machine does besides is not what moving a slider takes.
    expect(Math.min(...times)).toBeLessThan(16)
  })
})

describe('ticket', () => {
  test('reads as it is typed at a broker', () => {
    expect(toTicketText(toCopiedTicket(spread)).split('\n').slice(0, 4)).toEqual([
      'Put Spread: SPY Feb 19, 2027: buy 4 × 730 put, sell 3 × 620 put',
      'Buy to open 4 × SPY Feb 19, 2027 730 put at $15.30 (ask)  SPY270219P00730000',
      'Sell to open 3 × SPY Feb 19, 2027 620 put at $5.05 (bid)  SPY270219P00620000',
      'Net cost: $4,609.55',
    ])
    expect(toTicketText(toCopiedTicket(spread)).endsWith('This is not an order.')).toBe(true)
  })

  test('several legs are one order with one price, by the smallest ratio', () => {
    // 4 × 15.30 − 3 × 5.05
    expect(toPackageOrder(spread.legs)).toEqual({ quantity: 1, ratios: [4, -3], price: '46.05 net debit or less' })
    expect(toTicketText(toCopiedTicket(spread))).toContain('As one order: 1 × (+4 −3) at 46.05 net debit or less')
    const [bought, sold] = spread.legs as [(typeof spread.legs)[0], (typeof spread.legs)[0]]
    const size = (long: number, short: number) => [
      { ...bought, contracts: long },
      { ...sold, contracts: -short },
    ]
    // 2 × 15.30 − 5.05
    expect(toPackageOrder(size(12, 6))).toEqual({ quantity: 6, ratios: [2, -1], price: '25.55 net debit or less' })
    expect(toPackageOrder([bought, { ...sold, premium: 15.3, contracts: -4 }])?.price).toBe('0.00 even')
    expect(toPackageOrder([bought, { ...sold, premium: 16, contracts: -4 }])?.price).toBe('0.70 net credit or more')
    expect(toPackageOrder([bought])).toBeNull()
    expect(toPackageOrder([bought, { ...sold, underlying: 'QQQ' }])).toBeNull()
  })

  test('as CSV it names every leg by its OCC symbol', () => {
    expect(toTicketCsv(spread).split('\r\n')[1]).toBe(
      'buy to open,SPY270219P00730000,SPY,put,2027-02-19,730,4,15.3,100',
    )
    expect(toTicketCsv(selling).split('\r\n')[1]).toMatch(/^sell,AAPL,AAPL,shares,,,\d/)
  })

  test('the net cost is what the legs and the fees come to', () => {
    const sum = spread.legs.reduce((total, leg) => total + leg.contracts * leg.multiplier * leg.premium, 0)
    // 4 × 100 × 15.30 − 3 × 100 × 5.05 + 4.55
    expect(sum + spread.cost.fees).toBeCloseTo(4_609.55, 10)
    expect(toTicketFigures(collar)[0]).toMatchObject({ label: 'Net credit', text: '$1,151.10' })
  })
})
