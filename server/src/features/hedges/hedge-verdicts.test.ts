/** @module-tag full */

import type { HedgeAnalysis } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countSentences } from '../../grounding/sentence.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyse, NOW, readWhole, signInPro, upload, WORKED_EXAMPLE } from './testing/hedge-client.ts'

let app: TestApp
let anna: TestClient
let example: string
let answer: HedgeAnalysis
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  anna = await signInPro(app, 'anna@example.com', 1_000)
  example = await upload(anna, WORKED_EXAMPLE)
  answer = await analyse(anna, example)
})
afterAll(() => app?.close())

test('a collar that keeps the limit within the budget is no limit that cannot be met', async () => {
  const body = { limitPercent: 10, budgetPercent: 1, allowShortCalls: true }
  const found = await analyse(anna, example, body)
  const [pick] = found.hedgeStrategies
  expect(found.outcome).toBe('hedge')
  expect(pick).toMatchObject({ role: 'recommended', type: 'Index Collar', holdsLimit: true })
  expect(pick?.cost.percent).toBeLessThanOrEqual(1)
  expect(found.summary).toMatch(/Puts on the index alone would cost \$[\d,]+ to keep the loss within 10%, more than/)
  expect(found.summary).toContain(`The ticket that keeps it is ${pick?.instrument} for`)
  expect(pick?.reasoning).toContain(
    'Puts on the index alone do not keep the loss within 10% for the budget. This ticket does,',
  )
  expect(pick?.reasoning).not.toContain('cheapest that keeps')
  expect(found.summary).toMatch(/In a strong market the hedge gives up [\d.]+% of the portfolio/)
  expect(found.summary).not.toContain('cannot be had')
  const { outcome } = await analyse(anna, example, { ...body, allowShortCalls: false, keepUpside: true })
  expect(outcome).toBe('cannot-be-met')
})

test('selling is not called cheaper where it keeps another promise than the hedge', async () => {
  for (const body of [
    { objective: 'cvar', limitPercent: 18 },
    { objective: 'floor', budgetPercent: 20 },
  ] as const) {
    const { summary } = await analyse(anna, example, body)
    expect(summary).not.toContain('cheaper')
    expect(summary).toMatch(
      /For a market fall alone, selling instead: with [\d.]+% of every position sold, the loss in a market fall of 20%/,
    )
  }
})

test('what pays its owner is a credit, not a negative price', async () => {
  const only = await upload(anna, 'NVDA,400,1\n')
  const found = await analyse(anna, only, { limitPercent: 15, horizonDays: 42 })
  expect(found.hedgeStrategies[0]).toMatchObject({ role: 'recommended', family: 'single-name-collar' })
  expect(found.hedgeStrategies[0]?.cost.total).toBeLessThan(0)
  expect(found.summary).toMatch(/for a credit of \$[\d,]+ \([\d.]+% of the portfolio\)/)
  expect(found.summary).not.toContain('−$')
})

test('what is lost with a hedge is compared as it is, and so is selling', async () => {
  const all = [...answer.hedgeStrategies, ...answer.frontierStrategies].filter(({ legs }) => legs.length > 0)
  for (const { reasoning, holdsLimit, lossAtShockPercent: loss, unhedgedLossAtShockPercent: without } of all) {
    if (loss < 0) expect(reasoning).toContain('the portfolio gains')
    if (loss > without) expect(reasoning).toContain('does not soften')
    expect(reasoning).not.toContain('loses −')
    if (holdsLimit && loss < 14.9) expect(reasoning).not.toContain('you do the same')
  }
  expect(all.some(({ reasoning }) => reasoning.includes('you keep the loss within 15% too'))).toBe(true)
})

test('a floor under some holdings is not called one under all', async () => {
  const found = await analyse(anna, example, { objective: 'floor', limitPercent: 15, budgetPercent: 20 })
  expect(found.outcome).toBe('hedge')
  // Of MSFT and JPM no hundred shares are held.
  expect(found.summary).toMatch(/The hedge covers [\d.]+% of the positions; of the rest too few shares are held/)
})

async function analyseBook(
  positions: readonly { ticker: string; shares: number; kind: string }[],
  body?: Parameters<typeof analyse>[2],
) {
  const json = { name: 'Odd', positions: positions.map((one) => ({ ...one, avgCost: 1 })) }
  const { id } = await anna.json<{ id: string }>('/api/portfolios/save-from-review', { method: 'POST', json })
  return analyse(anna, id, body)
}
const security = (ticker: string, shares: number) => ({ ticker, shares, kind: 'security' })
const option = (ticker: string, shares: number) => ({ ticker, shares, kind: 'option' })

test('what gains in a fall is told to gain, and that a rise threatens it', async () => {
  const { outcome, summary, riskAssessment } = await analyseBook([security('SH', 1000), security('KO', 50)])
  expect(outcome).toBe('do-not-hedge')
  expect(summary).toMatch(/In a market fall of 20% it is expected to gain [\d.]+%\./)
  expect(summary).toMatch(/The portfolio loses when the market rises: a rise of a tenth costs about [\d.]+%/)
  expect(summary).toContain('it rises when the market falls')
  expect(riskAssessment.keyVulnerabilities.join(' ')).not.toContain('costs')
})

test('options alone are not called cash, and how their loss comes down is said', async () => {
  const calls = await analyseBook([option('SPY270219C00800000', 5)])
  expect(calls.riskAssessment.concentrationRisk).toBe(
    'The portfolio holds only options and cash. The market risk section says what they depend on.',
  )
  expect(calls.outcome).toBe('cannot-be-met')
  expect(calls.summary).toContain('To bring it down, close a part of the options you hold.')
})

test('no call is sold against shares that an earlier one needs', async () => {
  const { hedgeStrategies, considered } = await analyseBook([security('AAPL', 300), option('AAPL270115C00300000', -3)])
  const sold = hedgeStrategies.flatMap(({ legs }) =>
    legs.filter(({ type, contracts }) => type === 'call' && contracts < 0),
  )
  expect(sold).toEqual([])
  expect(considered.find(({ rule }) => rule === 'calls-sold-already')?.reason).toBe(
    'Calls were sold against its shares already; more of them would be covered by nothing.',
  )
})

test('no sale is said to keep the limit where sold calls hold most shares fast', async () => {
  const { summary, whyParts, hedgeStrategies } = await analyseBook([
    security('MSFT', 300),
    option('MSFT261218C00660000', -3),
    security('JNJ', 200),
  ])
  const told = `${summary} ${whyParts.map(({ text }) => text).join('')}`
  expect(told).toContain('with 100.0% of every position sold, less of what sold calls need, the loss')
  const kept = hedgeStrategies.filter(({ holdsLimit, family }) => holdsLimit && family !== 'reduce-exposure')
  expect(kept.length).toBeGreaterThan(0)
  for (const { reasoning, sellingInsteadPercent } of kept) {
    expect(sellingInsteadPercent).toBeNull()
    expect(reasoning).not.toContain('of everything instead')
  }
})

test('a reallocation that is called cheaper names what its trading cost leaves out', async () => {
  const book = [security('QQQ', 100), security('SMH', 100), { ticker: 'CASH', shares: 300_000, kind: 'cash' }]
  const { summary } = await analyseBook(book, { limitPercent: 3, shockPercent: 30 })
  expect(summary).toMatch(
    /Cheaper still is Diversifier Reallocation for \$\d+ of trading, before tax on what is sold and the return that it gives up\./,
  )
})

test('a crisis in which stand-ins traded is not told as the portfolio’s own', async () => {
  const { riskAssessment } = await analyseBook([security('IBIT', 500), security('COIN', 50)])
  const told = riskAssessment.keyVulnerabilities.filter((text) => text.startsWith('In “'))
  for (const text of told) {
    const crisis = riskAssessment.crises.find(({ name }) => text.includes(name))
    expect(text.includes('its proxies would')).toBe((crisis?.proxyPercent ?? 0) > 40)
  }
  expect(told.length).toBeGreaterThan(0)
})

test('what gains in the shock, and breaks the limit on the way to it, is not said to lose there', async () => {
  const book = [security('AAPL', 500), security('MSFT', 200), option('SPY270219P00730000', 10)]
  const hedged = await analyseBook(book, { limitPercent: 8 })
  expect(hedged.hedgeStrategies[0]?.unhedgedLossAtShockPercent).toBeLessThan(0)
  expect(hedged.outcome).toBe('hedge')
  expect(hedged.summary).toMatch(
    /: no market fall of up to 20% until Feb 19, 2027 then costs more than 8%; without it the worst of them costs 8\.\d+%\./,
  )
  const short = await analyseBook(book, { limitPercent: 5, shockPercent: 12.5, horizonDays: 30 })
  expect(short.outcome).toBe('cannot-be-met')
  expect(short.summary).toMatch(/^A loss of at most 5% in every market fall of up to 12\.5% cannot be had/)
  expect(short.summary).toMatch(/: the worst of them then costs 7\.\d+% instead of 8\.\d+%\./)
  const without = await analyseBook(book, { limitPercent: 8, allowOptions: false })
  expect(without.summary).toMatch(
    /^Without options, as you asked, the worst market fall of up to 20% costs 8\.\d+%, more than the limit of 8%\./,
  )
  for (const { summary } of [hedged, short, without]) expect(summary).not.toContain('−')
})

test('what is said to be out of reach is not said to be reached without a word of where it is not', async () => {
  const small = { limitPercent: 5, shockPercent: 5, budgetPercent: 2, keepUpside: true }
  const lasting = await analyse(anna, example, small)
  const way = await analyseBook([security('IBIT', 1000), security('COIN', 200), security('SPY', 100)], {
    limitPercent: 6,
    budgetPercent: 3,
    keepUpside: true,
  })
  for (const { outcome, hedgeStrategies } of [lasting, way]) {
    const [pick] = hedgeStrategies
    expect(outcome).toBe('cannot-be-met')
    expect(pick?.holdsLimit).toBe(false)
  }
  expect(lasting.hedgeStrategies[0]?.lossAtShockPercent).toBeLessThan(5)
  expect(lasting.summary).toMatch(
    /^A loss of at most 5% in a market fall of 5%, and little more in deeper ones, cannot/,
  )
  expect(lasting.summary).toMatch(/a loss of 4\.8\d% instead of 5\.\d+%, which does not last in deeper falls\./)
  expect(lasting.hedgeStrategies[0]?.reasoning).toContain('It keeps the loss within 5% down to a fall of 5%')
  expect(way.hedgeStrategies[0]?.lossAtShockPercent).toBeLessThan(6)
  expect(way.summary).toMatch(/a loss of 5\.\d+% instead of 24\.\d+%, but of up to 6\.\d+% in a smaller fall\./)
  expect(way.hedgeStrategies[0]?.reasoning).toMatch(/at a fall of 20%, but not in every smaller one \(up to 6\.\d+%\)/)
})

test('a book too small for the index is told of what keeps its limit', async () => {
  const found = await analyseBook([security('F', 100)])
  const [pick] = found.hedgeStrategies
  expect(found.outcome).toBe('hedge')
  expect(pick).toMatchObject({ role: 'recommended', type: 'Single-Name Collar', holdsLimit: true })
  expect(found.summary).toMatch(/One contract on SPY covers \$[\d,]+, too much/)
  expect(found.summary).toContain(`The way to keep the limit without selling shares is ${pick?.instrument} for`)
  expect(found.summary).not.toContain('cannot be had')
})

test('whatever is left out for being one too many is named with that reason', () => {
  const unshown = answer.considered.filter(({ rule }) => rule === 'not-foremost')
  expect(unshown.map(({ family, instrument }) => `${family} ${instrument}`)).toContain('protective-put AAPL')
  for (const { reason } of unshown) expect(reason).toMatch(/^Others meet the limit for less/)
})

test('no part of a portfolio is called covered that is not, nor a gain a loss', async () => {
  const half = await analyseBook([security('AAPL', 600), option('AAPL270115C00400000', -3)], {
    limitPercent: 12,
    underlyings: 'single-names',
  })
  const sector = await analyseBook([security('NEE', 500), security('DUK', 300)], { limitPercent: 12 })
  const gains = await analyseBook([security('AAPL', 500), security('MSFT', 200), option('SPY270219P00780000', 10)])
  const told = (found: HedgeAnalysis, family: string) =>
    found.hedgeStrategies
      .filter((one) => one.family === family)
      .flatMap(({ caveats }) => caveats.filter(({ rule }) => rule === 'covers-part').map(({ text }) => text))
  const ofHalf = told(half, 'single-name-collar')
  expect(ofHalf.length).toBeGreaterThan(0)
  for (const text of ofHalf) expect(Number(/AAPL only, ([\d.]+)%/.exec(text)?.[1])).toBeLessThan(75)
  expect(told(sector, 'sector-put')).toEqual([
    'It covers Utilities only, 100.0% of the portfolio, and of these what the sector does as a whole.',
  ])
  for (const { residualRisk } of gains.hedgeStrategies) {
    expect(residualRisk.map((piece) => piece.text ?? '').join('')).not.toContain('−')
  }
})

test('no sentence contradicts the next, and no cost is negative', async () => {
  const even = await analyseBook([security('AAPL', 1000), security('NVDA', -1440), security('MSFT', 300)])
  expect(even.outcome).toBe('do-not-hedge')
  expect(even.summary).toMatch(/hardly falls with it.* In a market fall of 20% it is expected to lose 0\.\d+%/)
  const rolled = await analyseBook([security('ARKK', 800), security('IBIT', 500), security('SH', 300)])
  for (const { reasoning } of rolled.hedgeStrategies) expect(reasoning).not.toContain('−')
  const options = await analyseBook([option('SPY270219P00700000', 3), option('AAPL270219C00300000', 5)])
  expect(options.riskAssessment.sectorExposure).not.toContain('funds')
})

test('a gain of selling early, at a price that nobody knows, is not promised', async () => {
  const body = { limitPercent: 12, horizonDays: 120 }
  const { hedgeStrategies } = await analyseBook([security('XOM', 1000), security('SPY', 100)], body)
  const gaining = hedgeStrategies.filter(
    ({ cost, annualDragPercent }) => cost.total > 0 && annualDragPercent !== null && annualDragPercent.rolled < 0,
  )
  expect(gaining.length).toBeGreaterThan(0)
  for (const { reasoning } of gaining) {
    expect(reasoning).toMatch(/Held to expiry and bought again it costs [\d.]+% of the portfolio a year\./)
    expect(reasoning).not.toMatch(/Sold early|rolled early|it would gain/)
  }
})

test('selling that does not keep the limit is not called cheaper than a hedge that does', async () => {
  const kept = await analyse(anna, example, { keep: ['NVDA'], limitPercent: 10 })
  const { hedgeStrategies } = kept
  const selling = hedgeStrategies.find(({ family }) => family === 'reduce-exposure')
  expect(hedgeStrategies[0]).toMatchObject({ role: 'recommended', holdsLimit: true })
  expect(selling?.holdsLimit).toBe(false)
  expect(selling?.cost.total).toBeLessThan(hedgeStrategies[0]?.cost.total ?? 0)
  expect(readWhole(kept)).toContain('Selling instead: with 100.0% of every position but NVDA sold')
  expect(readWhole(answer)).toContain('Selling instead: with 34.3% of every position sold')
})

test('floors that options would have to make are not called too dear where none are wanted', async () => {
  const { outcome, summary } = await analyse(anna, example, { objective: 'floor', allowOptions: false })
  expect(outcome).toBe('cannot-be-met')
  expect(summary).toMatch(/^A floor of 15% under each position needs options, and you did not want any\./)
})

test('what is sold less of, because calls were sold against it, is not said to be sold like the rest', async () => {
  const book = [security('NVDA', 600), security('KO', 300), option('NVDA270115C00250000', -3)]
  const found = await analyseBook(book)
  const { hedgeStrategies } = found
  const selling = hedgeStrategies.find(({ family }) => family === 'reduce-exposure')
  const [most, other] = (selling?.trades ?? [])
    .map(({ ticker, shares }) => (-100 * (shares ?? 0)) / (ticker === 'KO' ? 300 : 600))
    .sort((a, b) => b - a)
  expect(other).toBeLessThan((most ?? 0) - 1)
  expect(selling?.instrument).toBe(`Sell ${most?.toFixed(1)}% of every position, less of what sold calls need`)
  expect(readWhole(found)).toContain(
    `with ${most?.toFixed(1)}% of every position sold, less of what sold calls need, the loss`,
  )
})

test('what an owner says of account and options changes the search, and is echoed', async () => {
  const bought = await analyse(anna, example, { longOnly: true, approval: 'long', lastDay: '2027-02-19' })
  expect(bought.request).toMatchObject({ longOnly: true, approval: 'long', lastDay: '2027-02-19', account: 'margin' })
  expect(bought.term?.askedDay).toBe('2027-02-19')
  const legs = [...bought.hedgeStrategies, ...bought.frontierStrategies].flatMap((one) => one.legs)
  expect(legs.filter(({ contracts }) => contracts < 0)).toEqual([])
  expect(bought.considered.find(({ family }) => family === 'put-spread')?.reason).toBe(
    'It sells an option, and only bought ones may be used.',
  )
  // No cash is held, so no put can be secured by any.
  const ira = await analyse(anna, example, { customPrompt: 'this is my Roth IRA' })
  expect(ira.request).toMatchObject({ account: 'ira', notUsed: [] })
  expect(ira.considered.find(({ family }) => family === 'put-spread')?.reason).toMatch(
    /needs the cash to pay for the shares: \$[\d,]+ for one contract, and \$0 is free/,
  )
  const far = await analyse(anna, example, { lastDay: '2030-01-18' })
  expect(far.request.lastDay).toBeNull()
  expect(far.request.notUsed).toEqual(['2030-01-18 (it must be 5 to 252 trading days away)'])
})

test('the shares that sold puts may deliver are named with their price', () => {
  const caveat = answer.hedgeStrategies[0]?.caveats.find(({ rule }) => rule === 'short-put-assignment')
  expect(caveat?.text).toMatch(/They may deliver \$126,000 of SPY/)
})

test('where the sold puts end the protection is said in percent and in money', () => {
  const [pick] = answer.hedgeStrategies
  const [, fall, deeper, usd, percent] =
    /Below a market fall of ([\d.]+)% (?:the hedge covers less of each further fall|you bear every further fall): one of (\d+)% costs \$([\d,]+) \(([\d.]+)%\)/.exec(
      answer.summary,
    ) ?? []
  const sold = pick?.legs.find(({ contracts }) => contracts < 0)
  const { spot } = answer.repricing.underlyings.find(({ ticker }) => ticker === 'SPY')!
  expect(Number(fall)).toBeCloseTo(100 * (1 - sold!.strike / spot), 1)
  const { days, falls, losses } = {
    days: pick!.losses!.days.map(({ tradingDays }) => tradingDays <= answer.term!.tradingDays),
    falls: pick!.losses!.fallsPercent,
    losses: pick!.losses!.hedgedPercent,
  }
  const worst = Math.max(...losses.filter((_, day) => days[day]).map((row) => row[falls.indexOf(Number(deeper))]!))
  expect(Number(percent)).toBeCloseTo(worst, 1)
  expect(Number(usd?.replaceAll(',', ''))).toBeCloseTo((worst / 100) * answer.riskAssessment.value, -1)
})

test('one name alone: its own collar comes first where the index leaves half of its risk', async () => {
  const only = await upload(anna, 'AAPL,400,1\n')
  const { hedgeStrategies, summary, considered } = await analyse(anna, only)
  const [pick] = hedgeStrategies
  expect(pick).toMatchObject({ role: 'recommended', family: 'single-name-collar', holdsLimit: true })
  expect(pick?.legs[0]?.underlying).toBe('AAPL')
  const onIndex = hedgeStrategies.filter(({ legs }) => legs[0]?.underlying === 'SPY')
  for (const { openRiskPercent, cost } of onIndex) {
    expect(openRiskPercent! > pick!.openRiskPercent! || cost.total > pick!.cost.total).toBe(true)
  }
  expect(considered.filter(({ family, rule }) => family === 'single-name-collar' && rule === 'dominated')).toEqual([])
  expect(summary).toContain(`is ${pick?.instrument} for`)
})

test('several names: their own options keep the limit together where those on the index may not be used', async () => {
  const names = await upload(anna, 'TSLA,400,150\nJPM,300,120\nUNH,120,480\nQQQ,110,350\n')
  const { outcome, summary, hedgeStrategies } = await analyse(anna, names, { underlyings: 'single-names' })
  const [pick] = hedgeStrategies
  expect(outcome).toBe('hedge')
  expect(pick).toMatchObject({ role: 'recommended', family: 'covered-holdings', holdsLimit: true })
  expect(summary).toContain('Puts on the index cannot be used here. You asked for options on single companies only.')
  expect(summary).toContain(`is ${pick?.instrument} for`)
  expect(pick?.reasoning).not.toContain('puts on the index that do the same')
  // Calls that are sold may cost more than the price of the ticket.
  const { hedgeStrategies: others } = await analyse(anna, names, { limitPercent: 10 })
  const beyond = others.filter(({ expected }) => expected?.odds && expected.payoff < 0)
  expect(beyond.map(({ family }) => family)).toContain('split-hedge')
  for (const { reasoning } of beyond) {
    expect(reasoning).not.toContain('lost in full')
    expect(reasoning).toContain('and nothing or less in ')
  }
})

test('“cheapest” is said of what is cheapest of all, or of its family by name', async () => {
  for (const body of [{}, { allowShortCalls: true }, { limitPercent: 12 }, { objective: 'cvar' as const }]) {
    const found = await analyse(anna, example, body)
    const { summary, hedgeStrategies, outcome } = found
    expect(countSentences(found.summaryParts)).toBeLessThanOrEqual(5)
    const [pick] = hedgeStrategies
    if (outcome !== 'hedge' || pick === undefined) continue
    const cheaper = hedgeStrategies.filter(({ holdsLimit, cost }) => holdsLimit && cost.total < pick.cost.total - 0.5)
    if (cheaper.length > 0 || 'objective' in body) expect(summary).not.toContain('cheapest hedge')
    const other = cheaper.find(({ family }) => family !== 'reduce-exposure')
    if (other !== undefined && !('objective' in body)) expect(readWhole(found)).toContain('Cheaper still is')
  }
})
