// Tests: ../ask.test.ts

import { namePosition } from '@ballast/contract'
import { Big } from 'big.js'
import { abs, ground, plain } from '../../../grounding/grounded-text.ts'
import { say } from '../../../grounding/sentence.ts'
import type { Desk, Source } from '../desk.ts'
import { type AnswerQuestion, type Answers, fallOf, USUAL_PART } from '../question.ts'
import { ASKING } from '../sentence-kinds.ts'
import {
  caveat,
  comparison,
  evidence,
  gained,
  listNames,
  nameCompared,
  toBars,
  toCompared,
  toTable,
  Unanswered,
  unknown,
  verdict,
} from './writing.ts'

/** Figures that holdings are ranked by, in words. */
const RANKED = {
  volatilityPercent: { name: 'volatility', column: 'Volatility', caption: 'Volatility of one year' },
  marketBeta: { name: 'beta', column: 'Beta', caption: 'Beta of one year' },
} as const

/** Questions about one holding: its value, its risk, and the effect of selling it. */
export const HOLDING_ANSWERS = {
  async weight(desk, { tickers: [ticker = ''] }) {
    const found = await findHolding(desk, ticker)
    const weight = desk.need(found.analysis, `${found.path}.weightPercent`, notHeld(ticker))
    return [verdict(ground`${namePosition(ticker)} is ${weight} of the portfolio.`)]
  },
  async 'holding-value'(desk, { tickers: [ticker = ''] }) {
    const facts = await stateHolding(desk, ticker)
    return [verdict(ground`Your ${namePosition(ticker)} is worth ${facts.value}: ${facts.shares} at ${facts.price}.`)]
  },
  async 'holding-gain'(desk, { tickers: [ticker = ''] }) {
    const facts = await stateHolding(desk, ticker)
    if (!facts.gain) return [unknown(`the gain on ${ticker}: its cost is not known`)]
    return [
      verdict(ground`On ${namePosition(ticker)} you have ${gained(facts.gain)} since you bought.`),
      evidence(ground`Your ${namePosition(ticker)} is worth ${facts.value} now.`),
    ]
  },
  async 'holding-gains'(desk) {
    const held = await desk.held()
    const tickers = new Set(held.content.positions.map((one) => one.ticker))
    const known = await Promise.all(
      [...tickers].map(async (ticker) => [ticker, (await tryHolding(desk, ticker))?.gain] as const),
    )
    const rows = known.flatMap(([ticker, gain]) => (gain ? [[ticker, gain] as const] : []))
    rows.sort(([, a], [, b]) => Number(b.value) - Number(a.value))
    const [best, worst] = [rows[0], rows.length > 1 ? rows.at(-1) : undefined]
    if (!best) return [unknown('the gain on any position')]
    const left = [...tickers].filter((ticker) => !rows.some(([name]) => name === ticker))
    return [
      verdict(
        ground`The best position since you bought is ${namePosition(best[0])}: it ${gained(best[1])}.`,
        worst && ground`The worst position is ${namePosition(worst[0])}: it ${gained(worst[1])}.`,
      ),
      caveat(left.length > 0 && plain(`Left out, because a price or a cost is missing: ${listNames(left)}.`)),
      toBars('Gains since you bought', ['Holding', 'Gain'], rows),
    ]
  },
  async 'holding-fall'(desk, slots) {
    const [ticker = ''] = slots.tickers
    const { value } = await stateHolding(desk, ticker)
    const about = (name: string) => ({ key: `holding.${ticker}.${name}`, names: { ticker } })
    const fall = desk.state('ask.fall', fallOf(slots) / 100, about('fall'))
    const loss = (Number(value.value) * Number(fall.value)) / 100
    const money = desk.state('ask.fallLoss', loss, { ...about('fallLoss'), inputs: [value, fall] })
    return [
      verdict(
        ground`If ${namePosition(ticker)} alone falls ${fall}, you would ${loss < 0 ? 'gain' : 'lose'} ${abs(money)} on your shares.`,
      ),
      evidence(ground`Your ${namePosition(ticker)} is worth ${value} now.`),
      caveat(plain(`Options on ${namePosition(ticker)} are not counted, and nothing else that would fall with it.`)),
    ]
  },
  async 'holding-beta'(desk, { tickers: [ticker = ''] }) {
    const found = await findHolding(desk, ticker)
    const beta = desk.need(found.analysis, `${found.path}.marketBeta`, notHeld(ticker))
    const correlation = desk.find(found.analysis, `${found.path}.marketCorrelation`)
    return [
      verdict(ground`The beta of ${namePosition(ticker)}${toCompared(found.analysis.content.benchmark)} is ${beta}.`),
      evidence(
        correlation &&
          ground`The correlation of ${namePosition(ticker)} with ${nameCompared(found.analysis.content.benchmark)} is ${correlation}.`,
      ),
    ]
  },
  async 'holding-volatility'(desk, { tickers: [ticker = ''] }) {
    const found = await findHolding(desk, ticker)
    const own = desk.need(found.analysis, `${found.path}.volatilityPercent`, notHeld(ticker))
    const overview = await desk.overview()
    const market = desk.find(overview, 'risk.benchmarkVolatilityPercent')
    return [
      verdict(ground`The volatility of ${namePosition(ticker)} over the last year is ${own}.`),
      comparison(market && ground`The volatility of ${nameCompared(overview.content.benchmark)} is ${market}.`),
    ]
  },
  async sell(desk, { tickers: [ticker = ''], percent, part, shares }) {
    const count = shares && (await stateHolding(desk, ticker)).count
    const asked = count ? (100 * shares) / count : (percent ?? part ?? USUAL_PART)
    const sale = await desk.trySale(ticker, Math.min(100, asked))
    const pick = (path: string) => [desk.find(sale, `before.${path}`), desk.find(sale, `after.${path}`)] as const
    const rows = [
      ['Beta', ...pick('risk.beta')],
      ['Volatility', ...pick('risk.volatilityPercent')],
      ['Largest fall of one year', ...pick('risk.maxDrawdownPercent')],
      ['Diversification score', ...pick('risk.diversification.score')],
    ] as const
    const [[, betaBefore, betaAfter], [, before, after]] = rows
    return [
      verdict(
        ground`Selling ${desk.cite(sale, 'shares')} of ${ticker} (${desk.cite(sale, 'percent')} of it) turns ${desk.cite(sale, 'proceeds')} into cash.`,
      ),
      verdict(before && after && ground`The volatility of the portfolio would go from ${before} to ${after}.`),
      evidence(
        betaBefore && betaAfter && ground`The beta of the portfolio would go from ${betaBefore} to ${betaAfter}.`,
      ),
      caveat(plain('Costs and taxes of the sale are left out, and nothing was changed.')),
      toTable(`Before and after selling ${ticker}`, ['', 'Before', 'After'], rows),
    ]
  },
  'most-volatile': rankedBy('volatilityPercent', 'The most volatile position is', -1),
  'least-volatile': rankedBy('volatilityPercent', 'The least volatile position is', 1),
  'highest-beta': rankedBy('marketBeta', 'The position with the highest beta is', -1),
  'lowest-beta': rankedBy('marketBeta', 'The position with the lowest beta is', 1),
} satisfies Answers

const notHeld = (ticker: string) =>
  say(ASKING.notHeld, plain(`The portfolio does not hold ${namePosition(ticker)}, or it has no price.`))

/** A holding among those of the analysis. @throws Unanswered where it is none */
async function findHolding(desk: Desk, ticker: string) {
  const analysis = await desk.correlation()
  const place = analysis.content.marketCorrelations.findIndex((one) => one.ticker === ticker)
  if (place === -1) throw new Unanswered(notHeld(ticker))
  return { analysis, path: `marketCorrelations.${place}` }
}

/** Shares, price, value and gain of a holding over all its lots. @throws Unanswered where it is not held or has no price */
async function stateHolding(desk: Desk, ticker: string) {
  const found = await tryHolding(desk, ticker)
  if (!found) throw new Unanswered(notHeld(ticker))
  return found
}

/** The same; undefined where it is not held or has no price. */
async function tryHolding(desk: Desk, ticker: string) {
  const held = await desk.held()
  const price = held.content.prices[ticker]?.price
  const lots = held.content.positions.flatMap((one, place) =>
    one.ticker === ticker && one.kind === 'security' ? [{ ...one, place }] : [],
  )
  if (lots.length === 0 || price === undefined) return undefined
  const statement = (name: string) => ({ key: `holding.${ticker}.${name}`, names: { ticker } })
  const inputs = lots.map(({ place }) => desk.cite(held as Source, `positions.${place}.shares`))
  // Exactly, as prices meet what is held everywhere: see `mergeLots`.
  const count = lots.reduce((sum, { shares }) => sum.plus(shares), new Big(0)).toNumber()
  const hasCost = lots.every(({ avgCost, currency }) => avgCost !== null && currency === 'USD')
  const cost = lots.reduce((sum, { shares, avgCost }) => sum.plus(new Big(shares).times(avgCost ?? 0)), new Big(0))
  const shares = desk.state('ask.shares', count, {
    ...statement('shares'),
    decimals: Number.isInteger(count) ? 0 : 2,
    inputs,
  })
  const paid = desk.state('ask.price', price, statement('price'))
  const value = desk.state('ask.value', count * price, { ...statement('value'), inputs: [shares, paid] })
  const gain = hasCost
    ? desk.state('ask.gain', count * price - cost.toNumber(), { ...statement('gain'), inputs: [value] })
    : undefined
  return { count, shares, price: paid, value, gain }
}

/** The holdings in the order of a figure. @param sign 1 for the smallest first, −1 for the largest */
function rankedBy(figure: keyof typeof RANKED, words: string, sign: 1 | -1): AnswerQuestion {
  const { name, column, caption } = RANKED[figure]
  return async (desk) => {
    const analysis = await desk.correlation()
    const ranked = analysis.content.marketCorrelations
      .flatMap(({ ticker, [figure]: value }, place) => (value === null ? [] : [{ ticker, value, place }]))
      .sort((a, b) => sign * (a.value - b.value))
      .slice(0, 6)
      .map(({ ticker, place }) => [ticker, desk.cite(analysis, `marketCorrelations.${place}.${figure}`)] as const)
    const [first] = ranked
    if (!first) return [unknown(`the ${name} of positions`)]
    const [ticker, fact] = first
    const against = figure === 'marketBeta' ? toCompared(analysis.content.benchmark) : ''
    return [
      verdict(ground`${words} ${namePosition(ticker)}, with a ${name}${against} of ${fact} over the last year.`),
      toBars(caption, ['Holding', column], ranked),
    ]
  }
}
