// Tests: lower-risk.test.ts

import {
  CLEAR_ADVANTAGE_SHARE,
  type LowerRisk,
  type LowerRiskMethod,
  MOST_CHANGEABLE_HOLDINGS,
} from '@ballast/contract'
import {
  computeLowerRiskWeights,
  computeMaxDrawdown,
  createRandomSource,
  formatIsoDate,
  getRow,
  isDivisible,
  LOWER_RISK_METHODS,
  MINIMUM_PAIR_RETURNS,
  QuantInputError,
  type ResampledReduction,
  type ReturnMatrix,
  resampleLowerRisk,
  type SquareMatrix,
  seedFromText,
  shrinkLedoitWolf,
} from '@ballast/quant'
import type { LoadedCrisis } from '../../holdings/replay/load-crises.ts'
import { replayPortfolio } from '../../holdings/replay/replay-portfolio.ts'
import type { RiskHolding, RiskInput } from '../../risk/holding.ts'
import { measureDiversification } from '../../risk/risk-measures.ts'
import { toRiskWindow } from '../../risk/risk-window.ts'
import { type ScoredReturns, toScoredReturns } from '../../risk/scored-returns.ts'
import { sumGross, toHeldValue } from '../../risk/weights.ts'
import { countReturns } from './pair-figures.ts'
import { toWholeShareTicket } from './whole-share-orders.ts'

export interface LowerRiskRequest {
  input: RiskInput
  names: Readonly<Record<string, string>>
  /** Price of one share, in the base currency. */
  sharePrices: Readonly<Record<string, number>>
  /** Underlyings of the options that are held: their shares may cover something. */
  underOptions: readonly string[]
  crises: readonly LoadedCrisis[]
  keep: readonly string[]
  maxHoldingPercent: number
  maxSectorPercent: number
}

export type LowerRiskFigures = Omit<LowerRisk, 'asOf' | 'source' | 'simulated' | 'stale'>

/** Draws of the history; fewer for portfolios whose covariances take long. */
const RESAMPLES = { ordinary: 100, large: 20 } as const
const LARGE_HOLDINGS = 120
const COIN_STEP = 0.0001

type Kept = LowerRisk['holdings'][number]['kept']

interface Row {
  holding: RiskHolding
  kept: Kept
}

interface Book {
  request: LowerRiskRequest
  rows: readonly Row[]
  scored: ScoredReturns
  /** Rows whose returns are known, own or of a proxy; one for each row of `returns`. */
  known: readonly Row[]
  /** Days on which every known row has a return. */
  returns: ReturnMatrix
  /** Whole that weights are shares of, on every screen. */
  gross: number
}

/** Three sets of weights with less risk beside today's, each as a ticket in whole shares, and what the ticket changes. */
export function proposeLowerRisk(request: LowerRiskRequest): LowerRiskFigures {
  const book = toBook(request)
  const { rows, returns, gross } = book
  const proposals = explainMissing(book) ?? propose(book)
  return {
    window: toWindow(returns),
    missing: typeof proposals === 'string' ? proposals : null,
    grossValue: gross,
    crises: request.crises.map((crisis) => ({
      id: crisis.id,
      name: crisis.name,
      todayFallPercent: replayFall(crisis, NO_CHANGE),
    })),
    todayVolatilityPercent: measureVolatility(book, NO_CHANGE),
    holdings: rows.map(({ holding, kept }) => ({
      ticker: holding.ticker,
      name: request.names[holding.ticker] ?? null,
      sector: holding.sector,
      weightPercent: (100 * toHeldValue(holding)) / gross,
      kept,
    })),
    proposals: typeof proposals === 'string' ? [] : proposals,
  }
}

function toBook(request: LowerRiskRequest): Book {
  const { input } = request
  const holdings = input.holdings.toSorted(
    (a, b) => Math.abs(b.value) - Math.abs(a.value) || (a.ticker < b.ticker ? -1 : 1),
  )
  const scored = toScoredReturns(holdings, toRiskWindow({ ...input, holdings }))
  const isKnown = holdings.map((_, row) => countReturns(getRow(scored.returns, row)) >= MINIMUM_PAIR_RETURNS)
  const rows = listRows(request, holdings, (row) => isKnown[row] === true && scored.proxies[row] === null)
  return {
    request,
    rows,
    scored,
    known: rows.filter((_, row) => isKnown[row]),
    returns: pickRows(
      scored.returns,
      rows.flatMap((_, row) => (isKnown[row] ? [row] : [])),
    ),
    gross: sumGross(input),
  }
}

function listRows(
  { keep, underOptions, sharePrices }: LowerRiskRequest,
  holdings: readonly RiskHolding[],
  hasHistory: (row: number) => boolean,
): Row[] {
  const [byOwner, optioned] = [new Set(keep), new Set(underOptions)]
  let changeable = 0
  const findReason = ({ ticker, value }: RiskHolding, row: number): Kept => {
    if (optioned.has(ticker)) return 'options'
    if (value <= 0 || sharePrices[ticker] === undefined) return 'short'
    if (byOwner.has(ticker)) return 'by-you'
    if (!hasHistory(row)) return 'history'
    changeable++
    return changeable > MOST_CHANGEABLE_HOLDINGS ? 'small' : null
  }
  return holdings.map((holding, row) => ({ holding, kept: findReason(holding, row) }))
}

function explainMissing({ rows, request, returns, gross }: Book): string | null {
  const changeable = rows.filter(({ kept }) => kept === null)
  if (changeable.length < 2) {
    return 'At least two positions must be free to change: shares held long, with 60 daily returns, that no option rests on and that you do not keep.'
  }
  if (returns.columns < MINIMUM_PAIR_RETURNS) {
    return `The positions have ${returns.columns} daily returns in common; the proposals need ${MINIMUM_PAIR_RETURNS}.`
  }
  const free = changeable.reduce((sum, { holding }) => sum + holding.value, 0)
  return (free / gross) * 100 > changeable.length * request.maxHoldingPercent + 1e-9
    ? `With at most ${request.maxHoldingPercent}% in a position, ${changeable.length} positions cannot take what is invested in them. Raise the limit.`
    : null
}

/** @returns in words why no weights keep the limits, where there are none */
function propose(book: Book): LowerRisk['proposals'] | string {
  const { request, known, returns, gross } = book
  const limits = {
    weights: known.map(({ holding }) => holding.value / gross),
    isFixed: known.map(({ kept }) => kept !== null),
    groups: known.map(({ holding }) => holding.sector),
    mostWeight: request.maxHoldingPercent / 100,
    mostGroupWeight: request.maxSectorPercent / 100,
  }
  const covariance = shrinkLedoitWolf(returns)
  try {
    const weights = LOWER_RISK_METHODS.map((method) => computeLowerRiskWeights({ ...limits, covariance }, method))
    const unseen = resampleLowerRisk(
      {
        ...limits,
        returns,
        random: createRandomSource(seedFromText(returns.tickers.join())),
        resamples: known.length > LARGE_HOLDINGS ? RESAMPLES.large : RESAMPLES.ordinary,
      },
      LOWER_RISK_METHODS,
    )
    return LOWER_RISK_METHODS.map((method, place) =>
      toProposal({ ...book, covariance }, method, weights[place] ?? new Float64Array(), unseen[place] ?? null),
    )
  } catch (error) {
    if (error instanceof QuantInputError && error.argument === 'limits') {
      return `With at most ${request.maxSectorPercent}% in a sector, the sectors cannot take what is invested in them. Raise the limits or keep fewer positions.`
    }
    throw error
  }
}

/** Change that a ticket makes to the positions: units of some tickers times a factor, and the cash that is left. */
interface HeldChange {
  factors: ReadonlyMap<string, number>
  cash: number
}

const NO_CHANGE: HeldChange = { factors: new Map(), cash: 0 }

interface MeasuredBook extends Book {
  /** Covariance of the known rows. */
  covariance: SquareMatrix
}

function toProposal(
  book: MeasuredBook,
  method: LowerRiskMethod,
  weights: Float64Array,
  unseen: ResampledReduction | null,
): LowerRisk['proposals'][number] {
  const { request, rows, gross } = book
  const { orders, change } = toTicket(book, weights)
  const traded = orders.reduce((sum, { value }) => sum + value, 0)
  return {
    method,
    volatilityPercent: measureVolatility(book, change) ?? 0,
    crisisFallsPercent: request.crises.map((crisis) => replayFall(crisis, change)),
    turnoverPercent: (50 * traded) / gross,
    cashChange: change.cash,
    unseen: unseen && {
      medianPercent: 100 * unseen.median,
      lowPercent: 100 * unseen.low,
      highPercent: 100 * unseen.high,
      betterSharePercent: 100 * unseen.betterShare,
      resamples: unseen.resamples,
      isNoise: unseen.betterShare < CLEAR_ADVANTAGE_SHARE,
    },
    weightsPercent: rows.map(
      ({ holding }) => (100 * (toHeldValue(holding) + toValue(holding, change) - holding.value)) / gross,
    ),
    orders,
  }
}

function toTicket(
  { request, known, gross, covariance }: MeasuredBook,
  weights: Float64Array,
): { orders: LowerRisk['proposals'][number]['orders']; change: HeldChange } {
  const targets = known.flatMap(({ holding: { ticker, units, instrumentClass, sector }, kept }, place) =>
    kept === null
      ? [
          {
            ticker,
            units,
            price: request.sharePrices[ticker] ?? 0,
            value: (weights[place] ?? 0) * gross,
            step: isDivisible({ ticker, instrumentClass }) ? COIN_STEP : 1,
            most: (request.maxHoldingPercent / 100) * gross,
            group: sector,
          },
        ]
      : [],
  )
  const changeable = known.flatMap(({ kept }, place) => (kept === null ? [place] : []))
  const ticket = toWholeShareTicket(targets, {
    covariance: Float64Array.from(
      changeable.flatMap((row) => changeable.map((column) => covariance.values[row * covariance.size + column] ?? 0)),
    ),
    room: toRoom(request, known, gross),
  })
  const factors = new Map(targets.map(({ ticker, units }, place) => [ticker, (ticket.units[place] ?? 0) / units]))
  return { orders: ticket.orders, change: { factors, cash: ticket.cashLeft } }
}

/** Most that the positions which may change are worth in each sector; nothing without a limit. */
function toRoom({ maxSectorPercent }: LowerRiskRequest, known: readonly Row[], gross: number): Map<string, number> {
  const room = new Map<string, number>()
  if (maxSectorPercent >= 100) return room
  const most = (maxSectorPercent / 100) * gross
  for (const { holding, kept } of known) {
    const { sector, value } = holding
    if (sector === null) continue
    room.set(sector, (room.get(sector) ?? most) - (kept === null ? 0 : Math.max(0, value)))
  }
  return room
}

const toValue = ({ ticker, value }: RiskHolding, { factors }: HeldChange) => value * (factors.get(ticker) ?? 1)

/** As the diversification score measures it, so that today's figure is the one of the card beside. */
function measureVolatility({ rows, scored, gross }: Book, change: HeldChange): number | null {
  const changed = rows.map(({ holding }) => ({ ...holding, value: toValue(holding, change) }))
  const { portfolioVolatility } = measureDiversification(changed, scored)
  return portfolioVolatility === null ? null : (100 * portfolioVolatility) / gross
}

/** Deepest fall in a crisis of what is held after a change. */
function replayFall({ replay }: LoadedCrisis, { factors, cash }: HeldChange): number | null {
  const outcome = replayPortfolio({
    ...replay,
    cash: replay.cash + cash,
    holdings: replay.holdings
      .map((holding) => {
        const factor = factors.get(holding.ticker) ?? 1
        return { ...holding, value: holding.value * factor, units: holding.units * factor }
      })
      .filter(({ units }) => units !== 0),
  })
  return outcome.status === 'ok' ? 100 * computeMaxDrawdown(outcome.curves.portfolioValues).depth : null
}

function pickRows(returns: ReturnMatrix, rows: readonly number[]): ReturnMatrix {
  const { columns, tickers, dates } = returns
  const all = rows.map((row) => getRow(returns, row))
  const days = [...Array(columns).keys()].filter((t) => all.every((own) => !Number.isNaN(own[t])))
  return {
    ...returns,
    dates: Int32Array.from(days, (t) => dates[t] ?? 0),
    tickers: rows.map((row) => tickers[row] ?? ''),
    values: Float64Array.from(all.flatMap((own) => days.map((t) => own[t] ?? Number.NaN))),
    rows: rows.length,
    columns: days.length,
  }
}

function toWindow({ dates, columns }: ReturnMatrix): LowerRisk['window'] {
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return { from: null, to: null, observations: 0 }
  return { from: formatIsoDate(first), to: formatIsoDate(last), observations: columns }
}
