import { countFitting } from './account-room.ts'
import type { ProposalDraft } from './evaluate-proposal.ts'
import { countCoveredCalls, countUncoveredLots, measureFreeShare } from './free-shares.ts'
import type { HedgeContext } from './hedge-context.ts'
import type { HedgeHolding, OptionLine, OptionMarket } from './hedge-market.ts'
import type { ConsideredHedge, HedgeFamily } from './hedge-proposal.ts'
import type { HedgeCandidates } from './index-hedges.ts'
import { collectCoveringLines, collectOptionLines } from './option-lines.ts'
import { findCallBarrier, findUnderlyingBarrier, isSingleName } from './permitted-legs.ts'

/** Holdings worth less than this share of the book are not worth tickets of their own. */
const LEAST_WEIGHT = 0.08
/** Strikes over the spot of puts that cover a holding. */
export const PUT_RANGE = { least: 0.85, most: 0.95 } as const
const PUT_TARGET = 0.9
const NEAREST_CAP = 1.05
const INCOME = { days: { least: 25, most: 50 }, delta: { least: 0.2, most: 0.3 } } as const
const INCOME_TARGET = 0.25
const ANY_DELTA = { least: 0, most: 1 } as const

/**
 * Hedges of single holdings by their own options: a protective put, a collar and a covered call for each company or fund
 * that makes up at least 8 % of the book, for each hundred shares that no put covers yet. The index's own options are searched apart.
 */
export function proposeHoldingHedges(context: HedgeContext): HedgeCandidates {
  const { situation, book } = context
  const parts = situation.holdings
    .filter(({ ticker, value }) => ticker !== situation.index.ticker && value >= LEAST_WEIGHT * book.value)
    .sort((a, b) => b.value - a.value || (a.ticker < b.ticker ? -1 : 1))
    .map((holding) => proposeFor(context, holding))
  return {
    drafts: parts.flatMap(({ drafts }) => drafts),
    considered: parts.flatMap(({ considered }) => considered),
  }
}

function proposeFor(context: HedgeContext, holding: HedgeHolding): HedgeCandidates {
  const { request } = context
  const reject = (
    families: readonly HedgeFamily[],
    rule: ConsideredHedge['rule'],
    parameters: ConsideredHedge['parameters'] = {},
  ): ConsideredHedge[] => families.map((family) => ({ family, instrument: holding.ticker, rule, parameters }))
  const all: readonly HedgeFamily[] = ['protective-put', 'single-name-collar', 'covered-call']
  const found = context.findMarket(holding.ticker)
  if (!request.allowOptions) return { drafts: [], considered: reject(all, 'options-not-wanted') }
  const barrier = findHoldingBarrier(context, holding)
  if (barrier !== null) return { drafts: [], considered: reject(all, 'not-permitted', { by: barrier }) }
  if (found === null) return { drafts: [], considered: reject(all, 'no-chain') }
  const { market } = found
  const lots = Math.floor(holding.shares / market.multiplier)
  if (lots < 1) return { drafts: [], considered: reject(all, 'fewer-than-100-shares', { shares: holding.shares }) }
  const drafts: ProposalDraft[] = []
  const considered: ConsideredHedge[] = []
  const contracts = countUncoveredLots(context, holding, market.multiplier)
  const oddLot = holding.shares - lots * market.multiplier
  const base = { trades: [], caveats: oddLot > 0 ? [{ rule: 'odd-lot' as const, parameters: { shares: oddLot } }] : [] }
  const put = contracts < 1 ? null : pickPut(market, context.term.date, contracts)
  const offer = (family: HedgeFamily, most: number, toTicket: (count: number) => ProposalDraft['options']) => {
    const count = countFitting(context.room, most, toTicket)
    if (count < 1) considered.push(...reject([family], 'fits-no-account'))
    // What accounts leave out is more than an odd lot.
    else drafts.push({ ...base, ...(count < most && { caveats: [] }), family, options: toTicket(count) })
  }
  if (put === null)
    considered.push(
      ...reject(['protective-put', 'single-name-collar'], contracts < 1 ? 'puts-held-already' : 'no-tradable-contract'),
    )
  else offer('protective-put', contracts, (count) => [{ line: put, contracts: count }])
  const capping: readonly HedgeFamily[] = put === null ? ['covered-call'] : ['single-name-collar', 'covered-call']
  const callBarrier = findCallBarrier(request)
  if (callBarrier !== null)
    return { drafts, considered: [...considered, ...reject(capping, 'not-permitted', { by: callBarrier })] }
  if (request.keepUpside) return { drafts, considered: [...considered, ...reject(capping, 'upside-to-be-kept')] }
  if (request.keep.includes(holding.ticker))
    return { drafts, considered: [...considered, ...reject(capping, 'to-be-kept')] }
  const sellable = countCoveredCalls(context, holding, market.multiplier)
  const isSold = measureFreeShare(context, holding) * holding.shares < market.multiplier
  if (sellable < 1)
    return {
      drafts,
      considered: [...considered, ...reject(capping, isSold ? 'calls-sold-already' : 'fits-no-account')],
    }
  const capped = Math.min(sellable, contracts)
  const cap = put === null ? null : pickCap(market, put, capped)
  if (put !== null && cap !== null) {
    offer('single-name-collar', capped, (count) => [
      { line: put, contracts: count },
      { line: cap, contracts: -count },
    ])
  } else if (put !== null) considered.push(...reject(['single-name-collar'], 'no-tradable-contract'))
  const income = pickIncomeCall(market, sellable)
  if (income === null) considered.push(...reject(['covered-call'], 'no-tradable-contract'))
  else offer('covered-call', sellable, (count) => [{ line: income, contracts: -count }])
  return { drafts, considered }
}

/** Why no options on a holding may be used; a fund of a broad index counts as an index. */
export function findHoldingBarrier({ request, situation }: HedgeContext, holding: HedgeHolding) {
  const isIndex = [situation.index.ticker, ...situation.otherIndexes].includes(holding.ticker)
  return findUnderlyingBarrier(request, isIndex ? 'index' : isSingleName(holding) ? 'single-name' : 'other')
}

/** The put nearest 90 % of the spot in the first expiry that covers a term; the lower of two as near. */
export function pickPut(market: OptionMarket, lastDay: string, contracts: number): OptionLine | null {
  const { lines } = collectCoveringLines(market, lastDay, {
    type: 'put',
    delta: ANY_DELTA,
    moneyness: PUT_RANGE,
  })
  return pickNearest(
    lines.filter(({ mostBought }) => mostBought >= contracts),
    ({ strike }) => strike / market.spot,
    PUT_TARGET,
  )
}

/**
 * The call that pays for the put: of those at 105 % of the spot or above whose bid covers the put's ask the highest, so
 * that a collar that costs nothing caps as little as it can; where none does, the lowest, which pays most.
 */
export function pickCap(market: OptionMarket, put: OptionLine, contracts: number): OptionLine | null {
  const { lines } = collectOptionLines(market, {
    type: 'call',
    days: { least: put.daysToExpiry, most: put.daysToExpiry },
    delta: ANY_DELTA,
    moneyness: { least: NEAREST_CAP, most: 3 },
  })
  const sellable = lines.filter(({ expiry, mostSold }) => expiry === put.expiry && mostSold >= contracts)
  const paying = sellable.filter(({ bid }) => bid >= put.ask)
  return paying.at(-1) ?? sellable[0] ?? null
}

function pickIncomeCall(market: OptionMarket, contracts: number): OptionLine | null {
  const { lines } = collectOptionLines(market, { type: 'call', moneyness: { least: 1, most: 3 }, ...INCOME })
  return pickNearest(
    lines.filter(({ mostSold }) => mostSold >= contracts),
    ({ delta }) => delta,
    INCOME_TARGET,
  )
}

/** Picks the line of the first expiry whose measure is nearest the target; lines are in order of expiry, then strike. */
function pickNearest(
  lines: readonly OptionLine[],
  measure: (line: OptionLine) => number,
  target: number,
): OptionLine | null {
  const first = lines.filter(({ expiry }) => expiry === lines[0]!.expiry)
  return first.reduce<OptionLine | null>(
    (best, line) =>
      best === null || Math.abs(measure(line) - target) < Math.abs(measure(best) - target) - 1e-12 ? line : best,
    null,
  )
}

/**
 * A floor under each holding by itself, the method of Portfolio Armor: per holding the put with the lowest ask among those
 * that keep its loss, cost included, within a threshold,
 *
 *     (S − K + ask) / S ≤ d,   n = ⌊shares / 100⌋
 *
 * Time value is ignored, so at expiry nothing can be lost beyond d; what no put can cover (odd lots, holdings without
 * options) is named.
 *
 * @see portfolioarmor.com/about-algorithm
 */
export function proposeHoldingFloors(context: HedgeContext): HedgeCandidates {
  const { situation, request } = context
  const family = 'holding-floors'
  if (!request.allowOptions) {
    return { drafts: [], considered: [{ family, instrument: null, rule: 'options-not-wanted', parameters: {} }] }
  }
  const options: { line: OptionLine; contracts: number }[] = []
  const considered: ConsideredHedge[] = []
  let covered = 0
  for (const holding of situation.holdings) {
    const { ticker, shares, value } = holding
    if (value <= 0) continue
    const barrier = findHoldingBarrier(context, holding)
    if (barrier !== null) {
      considered.push({ family, instrument: ticker, rule: 'not-permitted', parameters: { by: barrier } })
      continue
    }
    const found = context.findMarket(ticker)
    const contracts = found === null ? 0 : countUncoveredLots(context, holding, found.market.multiplier)
    if (found === null) considered.push({ family, instrument: ticker, rule: 'no-chain', parameters: {} })
    else if (shares < found.market.multiplier) {
      considered.push({ family, instrument: ticker, rule: 'fewer-than-100-shares', parameters: { shares } })
    } else if (contracts < 1) {
      considered.push({ family, instrument: ticker, rule: 'puts-held-already', parameters: {} })
    } else {
      const line = pickFloor(context, found.market, contracts)
      if (line === null) {
        considered.push({
          family,
          instrument: ticker,
          rule: 'limit-not-reachable',
          parameters: { limit: request.limit },
        })
        continue
      }
      options.push({ line, contracts })
      covered += contracts * found.market.multiplier * found.market.spot
    }
  }
  if (options.length === 0) return { drafts: [], considered }
  const total = situation.holdings.reduce((sum, { value }) => sum + Math.max(0, value), 0)
  const caveats =
    covered < total - 1e-6 * total ? [{ rule: 'covers-part' as const, parameters: { share: covered / total } }] : []
  return { drafts: [{ family, options, trades: [], caveats }], considered }
}

/** The put with the lowest ask that holds the floor; of equal asks the later expiry, then the higher strike. */
function pickFloor({ request, term }: HedgeContext, market: OptionMarket, contracts: number): OptionLine | null {
  const { limit } = request
  const { lines } = collectCoveringLines(market, term.date, {
    type: 'put',
    delta: ANY_DELTA,
    moneyness: { least: 0.3, most: 1.5 },
  })
  const enough = lines.filter(
    ({ strike, ask, mostBought }) =>
      mostBought >= contracts && (market.spot - strike + ask) / market.spot <= limit + 1e-12,
  )
  return enough.reduce<OptionLine | null>(
    (best, line) =>
      best === null || line.ask < best.ask || (line.ask === best.ask && line.expiry >= best.expiry) ? line : best,
    null,
  )
}
