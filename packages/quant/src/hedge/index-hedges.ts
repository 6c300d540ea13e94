// Tests: considered-hedges.test.ts, analyze-hedges.test.ts

import { findCheapestPackage, type OptionPackage } from './cheapest-package.ts'
import { prepareCrisisSearch } from './crisis-search.ts'
import { findCheapestCvarPackage } from './cvar-package.ts'
import type { ProposalDraft } from './evaluate-proposal.ts'
import { countBuyablePuts, countCoveredCalls, measureFreeShare } from './free-shares.ts'
import type { HedgeContext } from './hedge-context.ts'
import type { OptionMarket } from './hedge-market.ts'
import type { ConsideredHedge, HedgeFamily } from './hedge-proposal.ts'
import {
  computeHedgeFrontier,
  type FrontierPoint,
  findTightest,
  findUnreachable,
  type HedgeProblem,
  type PreparedSearch,
  prepareSearch,
  type SearchOutcome,
  type ShortfallReason,
  searchWithinBudget,
} from './hedge-search.ts'
import { findCheapestCollar } from './index-collar.ts'
import { type LimitPrices, priceLimits } from './limit-prices.ts'
import { findLargestLoss, keepsLimit } from './loss-limits.ts'
import { collectCoveringLines, INDEX_PUT_RULES, type OptionLines } from './option-lines.ts'
import {
  allowsUncoveredCalls,
  findCallBarrier,
  findSecuredCash,
  findSpreadBarrier,
  findUnderlyingBarrier,
} from './permitted-legs.ts'

/** Drafts of a kind of hedge to be evaluated, and reasons where there is none. */
export interface HedgeCandidates {
  readonly drafts: readonly ProposalDraft[]
  readonly considered: readonly ConsideredHedge[]
}

/** The search for the cheapest index package. */
export interface IndexHedgeSearch extends HedgeCandidates {
  /** Ticker of the options searched. */
  readonly instrument: string
  /** Null when there was nothing to search; the reason is then in `considered`. */
  readonly outcome: SearchOutcome | null
  readonly frontier: readonly FrontierPoint[]
  /** Null where the limit is kept already, or another one than the loss curve's was asked for. */
  readonly prices: LimitPrices | null
  /** Search that was prepared, for searches of more than these options; null where nothing could be searched. */
  readonly prepared: PreparedSearch | null
  /** Puts that could stand in a ticket. */
  readonly lineCount: number
  /** How many puts each rule turned away. */
  readonly rejectedLines: OptionLines['rejected']
}

/** Below this beta a book has no market risk that is worth an index hedge. */
const LEAST_BETA = 0.1

interface ReadySearch {
  readonly market: OptionMarket
  readonly prepared: PreparedSearch
  readonly rejected: OptionLines['rejected']
}

type Found = ReturnType<HedgeContext['findMarket']>

/** Prepares a search, or says why nothing can be searched. */
function readySearch(
  context: HedgeContext,
  found: Found,
  instrument: string,
): ReadySearch | (Pick<ConsideredHedge, 'rule' | 'parameters'> & { readonly rejected?: OptionLines['rejected'] }) {
  const { request, book, term, lossDays, lookup, crisis } = context
  const dollarBeta = measureExposure(context)
  if (!request.allowOptions) return { rule: 'options-not-wanted', parameters: {} }
  const barrier = findUnderlyingBarrier(request, 'index')
  if (barrier !== null) return { rule: 'not-permitted', parameters: { by: barrier } }
  if (dollarBeta < LEAST_BETA * book.value) {
    return { rule: 'no-market-exposure', parameters: { beta: dollarBeta / book.value, least: LEAST_BETA } }
  }
  if (found === null) return { rule: 'no-chain', parameters: {} }
  const { market, underlying } = found
  const contractValue = market.multiplier * underlying.spot * underlying.beta
  // One contract would cover more than twice what there is to cover.
  if (contractValue > 2 * dollarBeta)
    return { rule: 'one-contract-too-large', parameters: { contractValue, exposure: dollarBeta } }
  const { lines, rejected } = collectCoveringLines(market, term.date, INDEX_PUT_RULES)
  if (lines.length === 0) return { rule: 'no-tradable-contract', parameters: { ...rejected }, rejected }
  const mostBuyable = countBuyablePuts(context, instrument, market.multiplier)
  if (mostBuyable < 1) return { rule: 'not-permitted', parameters: { by: 'approval' } }
  const problem: HedgeProblem = {
    book,
    dollarBeta,
    underlying,
    lines,
    lookup,
    lossDays,
    mostBuyable,
    fee: request.fee,
    maximumLines: findSpreadBarrier(request) === null ? 2 : 1,
    securedCash: findSecuredCash(request, context.situation),
    room: context.room,
  }
  const prepared =
    crisis === null ? prepareSearch(problem, request.shock) : prepareCrisisSearch(problem, context, crisis)
  return { market, prepared, rejected }
}

/**
 * Exposure to cover, in currency of the index. Options may lose in a fall what their deltas of today do not show: a
 * book beyond its limit is exposed by what it loses, whatever its beta.
 */
function measureExposure(context: HedgeContext): number {
  const { request, book, largestBeta, crisis } = context
  if (crisis !== null || largestBeta >= LEAST_BETA * book.value) return largestBeta
  const { loss, shock } = findLargestLoss(context)
  return keepsLimit(loss, request.limit) ? largestBeta : (loss * book.value) / -shock.marketReturn
}

/**
 * Least cost of puts on the index that keep the request's limit, whatever the budget: the price of the same search, for
 * comparing books.
 *
 * @returns in currency; 0 where the limit is kept without any, Infinity where no package keeps it or none can be searched
 */
export function priceIndexHedge(context: HedgeContext): number {
  const { situation, request } = context
  if (keepsLimit(findLargestLoss(context).loss, request.limit)) return 0
  const { ticker } = situation.index
  const ready = readySearch(context, context.findMarket(ticker), ticker)
  if (!('prepared' in ready)) return Infinity
  return findCheapestPackage(ready.prepared.toSearch(request.limit, Infinity))?.cost ?? Infinity
}

/**
 * Searches one index's options for the cheapest put, put spread and collar that hold the request's limit.
 *
 * The puts' search is exact (`findCheapestPackage`); when no package is affordable or enough, the best that the budget
 * buys is proposed instead, and the outcome says why.
 *
 * @param found the market of the index or of another broad fund; null when its chain is missing
 */
export function searchIndexHedges(context: HedgeContext, found: Found, instrument: string): IndexHedgeSearch {
  const { request, book, crisis } = context
  const families: readonly HedgeFamily[] = ['index-put', 'put-spread', 'index-collar']
  const nothing = (rule: ConsideredHedge['rule'], parameters: ConsideredHedge['parameters']): IndexHedgeSearch => ({
    drafts: [],
    considered: families.map((family) => ({ family, instrument, rule, parameters })),
    instrument,
    outcome: null,
    prepared: null,
    frontier: [],
    prices: null,
    lineCount: 0,
    rejectedLines: {},
  })
  const ready = readySearch(context, found, instrument)
  if (!('prepared' in ready)) return { ...nothing(ready.rule, ready.parameters), rejectedLines: ready.rejected ?? {} }
  const { market, prepared, rejected } = ready
  const { problem } = prepared
  const budget = request.maximumPremium * book.value
  const frontier = computeHedgeFrontier(prepared, request.limit, budget)
  const outcome =
    request.objective === 'cvar'
      ? searchByCvar(context, problem, prepared, budget)
      : searchWithinBudget(prepared, request.limit, budget)
  const lineCount = problem.lines.length
  const shared = { instrument, outcome, prepared, frontier, prices: null, lineCount, rejectedLines: rejected }
  if (outcome.status === 'not-needed') {
    const parameters = { unhedgedLoss: outcome.unhedgedLoss, limit: request.limit }
    return { ...nothing('limit-holds-already', parameters), ...shared }
  }
  const prices = request.objective === 'loss-curve' && crisis === null ? priceLimits(context, prepared) : null
  const puts = draftPuts(context, prepared, outcome, instrument)
  const collar = draftCollar(context, market, prepared, instrument)
  return {
    drafts: [...puts.drafts, ...collar.drafts],
    considered: [...puts.considered, ...collar.considered],
    ...shared,
    prices,
  }
}

function searchByCvar(
  context: HedgeContext,
  problem: HedgeProblem,
  prepared: PreparedSearch,
  budget: number,
): SearchOutcome {
  const { request } = context
  const paths = context.simulate(request.horizonDays)
  if (paths === null) return searchWithinBudget(prepared, request.limit, budget)
  const search = (limit: number, maximumCost: number) => findCheapestCvarPackage(problem, paths, limit, maximumCost)
  const found = search(request.limit, budget)
  const { unhedgedCvar: unhedgedLoss } = found
  if (found.status === 'not-needed') return { status: 'not-needed', unhedgedLoss }
  if (found.package !== null) return { status: 'found', unhedgedLoss, choice: found.package.choice }
  const unlimited = search(request.limit, Infinity).package
  return {
    status: 'not-reachable',
    unhedgedLoss,
    reason: unlimited === null ? findUnreachable(problem) : 'budget',
    costWithoutBudget: unlimited?.choice.cost ?? null,
    best: findTightest(request.limit, unhedgedLoss, (limit) => search(limit, budget).package?.choice ?? null),
  }
}

const SHORTFALL_RULES = {
  budget: 'over-budget',
  'liquidity-or-strikes': 'limit-not-reachable',
  accounts: 'fits-no-account',
} as const satisfies Record<ShortfallReason, ConsideredHedge['rule']>

/** The best package, and the best single put where the two differ. */
function draftPuts(
  { request, book }: HedgeContext,
  prepared: PreparedSearch,
  outcome: SearchOutcome,
  instrument: string,
): HedgeCandidates {
  const limit = outcome.status === 'not-reachable' ? (outcome.best?.limit ?? null) : request.limit
  const best =
    outcome.status === 'found'
      ? outcome.choice
      : outcome.status === 'not-reachable'
        ? (outcome.best?.choice ?? null)
        : null
  const considered: ConsideredHedge[] = []
  if (outcome.status === 'not-reachable') {
    const rule = SHORTFALL_RULES[outcome.reason]
    const parameters = {
      limit: request.limit,
      budget: request.maximumPremium * book.value,
      ...(outcome.costWithoutBudget === null ? {} : { cost: outcome.costWithoutBudget }),
      ...(limit === null ? {} : { reachable: limit }),
    }
    considered.push({
      family: prepared.problem.maximumLines === 1 ? 'index-put' : 'put-spread',
      instrument,
      rule,
      parameters,
    })
  }
  const search = limit === null ? null : prepared.toSearch(limit, request.maximumPremium * book.value)
  const single =
    search === null || request.objective === 'cvar' ? null : findCheapestPackage({ ...search, maximumLines: 1 })
  const packages = [best, single].filter((choice) => choice !== null)
  const distinct = packages.filter(
    (choice, i) => i === 0 || packages[0]!.sold !== null || choice.cost !== packages[0]!.cost,
  )
  const drafts = distinct.map(toPutDraft)
  const isTold = (family: HedgeFamily) => [...drafts, ...considered].some((one) => one.family === family)
  if (!isTold('index-put')) {
    considered.push({ family: 'index-put', instrument, ...explainSinglePut(request, prepared, outcome) })
  }
  if (!isTold('put-spread')) considered.push({ family: 'put-spread', instrument, ...explainSpread(request, prepared) })
  return { drafts, considered }
}

/** Why no spread is proposed: it may not be, or one put alone did the same for less. */
function explainSpread(
  request: HedgeContext['request'],
  { problem: { securedCash, lines, room } }: PreparedSearch,
): Pick<ConsideredHedge, 'rule' | 'parameters'> {
  const barrier = findSpreadBarrier(request)
  if (barrier !== null) return { rule: 'not-permitted', parameters: { by: barrier } }
  const fitsOne = lines.some((line, place) => {
    const below = lines[place - 1]
    if (!room || below?.expiry !== line.expiry) return false
    return room.fits([
      { line, contracts: 1 },
      { line: below, contracts: -1 },
    ])
  })
  if (room && !fitsOne) return { rule: 'fits-no-account', parameters: {} }
  const needed = Math.min(...lines.map(({ strike, multiplier }) => strike * multiplier))
  return securedCash < needed
    ? { rule: 'not-permitted', parameters: { by: 'account', cash: securedCash, needed } }
    : { rule: 'not-cheapest', parameters: {} }
}

/** Why no single put is proposed. Paths are searched for the cheapest ticket of either kind at once. */
function explainSinglePut(
  { objective, limit, maximumPremium }: HedgeContext['request'],
  { problem, toSearch }: PreparedSearch,
  outcome: SearchOutcome,
): Pick<ConsideredHedge, 'rule' | 'parameters'> {
  if (objective === 'cvar') {
    return outcome.status === 'not-reachable' && outcome.reason !== 'budget'
      ? { rule: SHORTFALL_RULES[outcome.reason], parameters: { limit } }
      : { rule: 'not-cheapest', parameters: {} }
  }
  const cheapest = findCheapestPackage({ ...toSearch(limit, Infinity), maximumLines: 1 })
  return cheapest === null
    ? { rule: SHORTFALL_RULES[findUnreachable(problem)], parameters: { limit } }
    : { rule: 'over-budget', parameters: { limit, cost: cheapest.cost, budget: maximumPremium * problem.book.value } }
}

function toPutDraft({ bought, sold }: OptionPackage): ProposalDraft {
  const options = [{ line: bought.line, contracts: bought.contracts }]
  if (sold !== null) options.push({ line: sold.line, contracts: -sold.contracts })
  return { family: sold === null ? 'index-put' : 'put-spread', options, trades: [], caveats: [] }
}

function draftCollar(
  context: HedgeContext,
  market: OptionMarket,
  prepared: PreparedSearch,
  instrument: string,
): HedgeCandidates {
  const { request, situation } = context
  const rejectWith = (rule: ConsideredHedge['rule'], parameters: ConsideredHedge['parameters']): HedgeCandidates => ({
    drafts: [],
    considered: [{ family: 'index-collar', instrument, rule, parameters }],
  })
  const barrier = findCallBarrier(request)
  if (barrier !== null) return rejectWith('not-permitted', { by: barrier })
  if (request.keepUpside) return rejectWith('upside-to-be-kept', {})
  const holding = situation.holdings.find(({ ticker }) => ticker === instrument)
  const shares = holding === undefined ? 0 : measureFreeShare(context, holding) * holding.shares
  const free = holding === undefined ? 0 : countCoveredCalls(context, holding, market.multiplier)
  const covered = request.keep.includes(instrument) ? 0 : free
  const mostSold = allowsUncoveredCalls(request) ? Infinity : Math.max(0, covered)
  if (mostSold < 1) return rejectWith('short-calls-not-allowed', { shares })
  const collar = findCheapestCollar(context, market, prepared, mostSold)
  if (collar === null) return rejectWith(SHORTFALL_RULES[findUnreachable(context)], { limit: request.limit })
  const { put, call, contracts } = collar
  const caveats =
    contracts > covered ? [{ rule: 'margin-needed' as const, parameters: { contracts: contracts - covered } }] : []
  const options = [
    { line: put, contracts },
    { line: call, contracts: -contracts },
  ]
  return { drafts: [{ family: 'index-collar', options, trades: [], caveats }], considered: [] }
}
