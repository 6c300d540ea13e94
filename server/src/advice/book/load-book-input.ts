// Tests: ../../features/hedges/hedge-runs.test.ts, ../../features/hedges/foreign-listings.test.ts

import type { HedgeRequestBody } from '@ballast/contract'
import { nameHoldings } from '@ballast/contract/hedge-request'
import type { SplitAccount } from '@ballast/quant'
import { type LotPrices, loadPrices } from '../../holdings/load-prices.ts'
import { toNewYorkTime } from '../../market-data/calendar.ts'
import type { Instrument } from '../../market-data/market-data.ts'
import { letOthersWork } from '../../other-work.ts'
import type { Parts } from '../../parts.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import { mergeRequest } from '../request/merge-request.ts'
import type { AnswerFrame, BookInput } from './book-input.ts'
import { listForeign, toPricedBook } from './load-book.ts'
import { type LoadProgress, loadForeignHistories, loadMarket } from './load-hedging.ts'

export type BookDependencies = Pick<Parts, 'clock' | 'marketData'>

export interface BookRequest {
  analysisId: string
  portfolio: { id: string; name: string; lots: readonly StoredLot[] }
  body: HedgeRequestBody
  /** Brokerage accounts that it lies in; they limit nothing until somebody says what one may hold. */
  accounts?: readonly SplitAccount[]
  /** Aborting it stops the loading. */
  signal: AbortSignal
  progress: LoadProgress & { onPriced(prices: LotPrices): void }
}

/**
 * Everything that an analysis of a whole portfolio is computed from: prices, histories, option chains, and what was
 * asked for.
 *
 * @returns null when nothing has a price and is worth more than is owed
 * @throws AppError 503 when there is no history of the benchmark
 */
export async function loadBookInput(
  { clock, marketData }: BookDependencies,
  { analysisId, portfolio, body, accounts = [], signal, progress }: BookRequest,
): Promise<BookInput | null> {
  const prices = await loadPrices(marketData, portfolio.lots)
  await letOthersWork()
  const foreign = await loadForeignHistories(marketData, listForeign(portfolio.lots, prices))
  await letOthersWork()
  const priced = toPricedBook(portfolio.lots, prices, new Set(foreign.keys()))
  if (!(priced.value > 0)) return null
  const today = toNewYorkTime(clock.now()).day
  const held = new Set(priced.securities.map(({ ticker }) => ticker))
  // Nobody is named where nothing is said.
  const instruments = body.customPrompt ? await marketData.getInstruments([...held]) : new Map<string, Instrument>()
  const names = nameHoldings([...instruments].map(([ticker, { name }]) => ({ ticker, name })))
  const { request, echo } = mergeRequest(body, { held, names, value: priced.value, today, accounts })
  signal.throwIfAborted()
  progress.onPriced(prices)
  await letOthersWork()
  const market = await loadMarket(marketData, { lots: portfolio.lots, priced, foreign, request, signal, progress })
  signal.throwIfAborted()
  const createdAt = clock.now().toISOString()
  const { source, simulated } = marketData.status()
  const frame: AnswerFrame = {
    analysisId,
    portfolioId: portfolio.id,
    portfolioName: portfolio.name,
    createdAt,
    source,
    simulated: simulated || marketData.optionSource() === 'sample',
    asOf: priced.asOf ?? createdAt,
  }
  const isDescribed = accounts.some(({ level }) => level !== null)
  return { ...market, ...(isDescribed && { accounts }), request, echo, frame }
}
