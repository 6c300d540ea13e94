import { computeShockReturn } from '../options/book-greeks.ts'
import { computePortfolioReturns } from '../portfolio-returns.ts'
import { findRow, type ReturnMatrix } from '../price-matrix.ts'
import { evaluateProposal, type ProposalDraft } from './evaluate-proposal.ts'
import { measureFreeShare } from './free-shares.ts'
import { type HedgeContext, prepareHedging } from './hedge-context.ts'
import type { HedgeHolding, RiskDriver } from './hedge-market.ts'
import type { ConsideredHedge } from './hedge-proposal.ts'
import type { ShortfallReason } from './hedge-search.ts'
import { estimateHedgingBeta, fitIndex } from './index-fit.ts'
import { searchIndexHedges } from './index-hedges.ts'
import { findLargestLoss, findWorstLoss, keepsLimit } from './loss-limits.ts'
import { findPartToSell } from './part-to-sell.ts'
import { findUnderlyingBarrier } from './permitted-legs.ts'
import { toProposalId } from './proposal-id.ts'

/** The risk that costs a portfolio most, where that is not the stock market. Losses are fractions of the value. */
export interface OwnRisk {
  readonly driver: RiskDriver
  /** Beta of the portfolio to the driver's fund. */
  readonly beta: number
  /** On the worst day of the term, at the driver's fall; see `findWorstLoss`. */
  readonly loss: number
  /** True if the request's limit holds there without a hedge. */
  readonly isKept: boolean
  /** Id of the hedge to buy, which may be the best that the budget buys; null where none is needed or to be had. */
  readonly pick: string | null
  /** Effect of each proposal of the family `own-risk` on the loss. */
  readonly effects: readonly { readonly id: string; readonly loss: number; readonly holdsLimit: boolean }[]
  /** Why no option was searched; null where they were. */
  readonly obstacle: Pick<ConsideredHedge, 'rule' | 'parameters'> | null
  /** Cost of the limit without a budget, in currency; null where it is kept, or cannot be kept at any price. */
  readonly costWithoutBudget: number | null
  /** Why no option keeps the limit within the budget; null where one does, or where none was searched. */
  readonly shortfall: ShortfallReason | null
  /** Part of every position, but for those to be kept, whose sale keeps the limit too; null where none is needed or does. */
  readonly partToSell: number | null
}

/** How much of the variance a driver must explain before the portfolio is said to follow it. */
const LEAST_R_SQUARED = 0.3
/** Losses smaller than this share of the value are none. */
const LEAST_LOSS = 1e-4

/** Holdings as far as drivers are found by them. */
type DrivenHolding = Pick<HedgeHolding, 'ticker' | 'value' | 'proxies'>

/** Effect of a driver on a portfolio. */
export interface DriverFit {
  readonly driver: RiskDriver
  /** Betas of holdings to the driver's fund, in their order. */
  readonly betas: readonly number[]
  /** Loss of the holdings at the driver's fall, in currency. */
  readonly loss: number
}

/**
 * Finds the driver whose fall costs the holdings most.
 *
 * Betas are of the last year, each pulled towards nought by its error (see `estimateHedgingBeta`); a holding without own
 * returns takes those of its first proxy that has some. A driver counts only if it explains at least 30 % of the variance
 * and a rise of it is not what hurts.
 *
 * @returns null when no driver explains the holdings, or none of their falls costs anything
 */
export function findMainDriver(
  holdings: readonly DrivenHolding[],
  returns: ReturnMatrix,
  drivers: readonly RiskDriver[],
): DriverFit | null {
  const gross = holdings.reduce((sum, { value }) => sum + Math.abs(value), 0)
  if (gross === 0) return null
  const rows = holdings.map(({ ticker, proxies = [] }) => {
    return [ticker, ...proxies].find((one) => findRow(returns, one) !== undefined) ?? null
  })
  const weights = new Map<string, number>()
  for (const [place, { value }] of holdings.entries()) {
    const row = rows[place] ?? null
    if (row !== null) weights.set(row, (weights.get(row) ?? 0) + value / gross)
  }
  const own = computePortfolioReturns(
    returns,
    Float64Array.from(returns.tickers, (ticker) => weights.get(ticker) ?? 0),
  ).returns
  const fits = drivers.flatMap((driver): DriverFit[] => {
    const fund = findRow(returns, driver.ticker)
    const fit = fund && fitIndex(driver.ticker, own, fund)
    if (!fund || !fit || fit.rSquared < LEAST_R_SQUARED) return []
    const betas = rows.map((row) => (row === null ? 0 : estimateHedgingBeta(findRow(returns, row)!, fund, 0).beta))
    const loss = holdings.reduce(
      (sum, { value }, place) => sum - value * computeShockReturn(betas[place]!, driver.fall),
      0,
    )
    return loss > LEAST_LOSS * gross ? [{ driver, betas, loss }] : []
  })
  return fits.reduce<DriverFit | null>((top, fit) => (top === null || fit.loss > top.loss ? fit : top), null)
}

/** Findings about a portfolio's own risk, and tickets against it. */
export interface OwnRiskSearch {
  readonly found: OwnRisk
  readonly drafts: readonly ProposalDraft[]
}

/**
 * Asks a portfolio about the risk that costs it most, where a fall of the stock market keeps the limit and another risk
 * costs more: the level of yields, gold, a currency. Puts, spreads and collars on the fund of that risk are searched as the
 * index's are (see `searchIndexHedges`), with betas to that fund, for the same limit, term and budget.
 *
 * @returns null where the stock market is what the portfolio has to fear, or something else than a fall was asked about
 * @throws QuantInputError as `analyzeHedges` does
 */
export function searchOwnRisk(context: HedgeContext): OwnRiskSearch | null {
  const { situation, request, book } = context
  if (request.objective !== 'loss-curve' || context.crisis !== null) return null
  const marketLoss = findLargestLoss(context).loss
  if (!keepsLimit(marketLoss, request.limit)) return null
  const fit = findMainDriver(situation.holdings, situation.returns, situation.drivers ?? [])
  if (fit === null || fit.loss <= marketLoss * book.value) return null
  const { driver } = fit
  const own = measureBy(context, fit)
  const loss = findWorstLoss(own.book, own.lossDays, driver.fall, own.lookup).loss
  const isKept = keepsLimit(findLargestLoss(own).loss, request.limit)
  const beta = own.dollarBeta / book.value
  const unsearched = { pick: null, effects: [], obstacle: null, costWithoutBudget: null, shortfall: null }
  const nothing = { driver, beta, loss, isKept, ...unsearched, partToSell: isKept ? null : findOwnPart(own) }
  if (isKept) return { found: nothing, drafts: [] }
  const barrier = findUnderlyingBarrier(request, 'other')
  if (barrier !== null) {
    const obstacle = { rule: 'not-permitted', parameters: { by: barrier } } as const
    return { found: { ...nothing, obstacle }, drafts: [] }
  }
  const { outcome, considered, ...search } = searchIndexHedges(own, own.findMarket(driver.ticker), driver.ticker)
  if (outcome === null) return { found: { ...nothing, obstacle: considered[0] ?? null }, drafts: [] }
  const drafts = search.drafts.map((draft): ProposalDraft => ({ ...draft, family: 'own-risk' }))
  const effects = drafts.map((draft) => {
    const { id, lossAtShock, holdsLimit, cost } = evaluateProposal(own, draft)
    return { id, loss: lossAtShock, holdsLimit, cost: cost.total }
  })
  const budget = request.maximumPremium * book.value
  const [first] = drafts
  const holder = effects.find(({ holdsLimit, cost }) => holdsLimit && cost <= budget * (1 + 1e-9))
  return {
    found: {
      ...nothing,
      pick: holder?.id ?? (first === undefined ? null : toProposalId(first)),
      effects: effects.map(({ cost: _, ...effect }) => effect),
      ...(outcome.status === 'not-reachable' && {
        costWithoutBudget: outcome.costWithoutBudget,
        shortfall: outcome.reason,
      }),
    },
    drafts,
  }
}

function findOwnPart(own: HedgeContext): number | null {
  const { situation, request } = own
  const free = situation.holdings.filter(({ ticker }) => !request.keep.includes(ticker))
  if (free.some((holding) => measureFreeShare(own, holding) < 1)) return null
  const part = findPartToSell(
    own,
    free.map((holding) => ({ holding, share: 1 })),
  )
  return part !== null && part > 0 && part <= 1 ? part : null
}

/** The portfolio measured by what moves it most beside the market; null where nothing does. */
export function measureByDriver(context: HedgeContext): HedgeContext | null {
  const { holdings, returns, drivers = [] } = context.situation
  const fit = findMainDriver(holdings, returns, drivers)
  return fit && measureBy(context, fit)
}

/** The same portfolio with the driver's fund in the place of the index. */
function measureBy({ situation, request, underlyings }: HedgeContext, { driver, betas }: DriverFit): HedgeContext {
  const { returns, markets } = situation
  const fund = findRow(returns, driver.ticker)!
  const betaOf = (ticker: string) => {
    const row = findRow(returns, ticker)
    return row === undefined ? 0 : estimateHedgingBeta(row, fund, 0).beta
  }
  const price = underlyings.find(({ ticker }) => ticker === driver.ticker)?.spot ?? 0
  return prepareHedging(
    {
      ...situation,
      holdings: situation.holdings.map((holding, place) => ({
        ...holding,
        beta: betas[place]!,
        downsideBeta: null,
      })),
      index: { ticker: driver.ticker, price },
      markets: markets.map((market) => {
        if (market.ticker === driver.ticker) return { ...market, role: 'index', beta: 1 }
        const role = market.role === 'index' ? 'other-index' : market.role
        return { ...market, role, beta: betaOf(market.ticker) }
      }),
      otherIndexes: [],
      sectorFunds: [],
      crises: [],
    },
    { ...request, shock: driver.fall },
  )
}
