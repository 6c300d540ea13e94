// Tests: ../mcp/same-figures.test.ts

import type { BacktestResult, CorrelationAnalysis, OptionChain, Position } from '@ballast/contract'
import type { EncodedJson } from '../../http/answers.ts'
import { defineWorkerTask, type RunOptions, type WorkerPool, type WorkerTask } from '../../workers/worker-pool.ts'
import { type Part, takePage } from './paging.ts'

/*
 * Answers of screens may be megabytes; an assistant reads a part. Parsing the whole takes longer than others should wait,
 * so large ones are narrowed in a worker thread.
 */

/** Longer answers than this are narrowed in a thread. */
const INLINE_BYTES = 500_000

export interface Encoded<Choice> {
  body: string | Uint8Array
  choice: Choice
}

const parse = (body: string | Uint8Array): unknown => JSON.parse(typeof body === 'string' ? body : decoder.decode(body))
const decoder = new TextDecoder()

/** A part of the positions. */
export function narrowPositions({ body, choice }: Encoded<Part>) {
  const { items: positions, page } = takePage(parse(body) as Position[], choice)
  return { positions, page }
}

/** A part of the holdings, and the pairs among some tickers. */
export function narrowCorrelation({ body, choice }: Encoded<{ part: Part; tickers: readonly string[] }>) {
  const { tickers: _rows, ...analysis } = parse(body) as CorrelationAnalysis
  const { items: marketCorrelations, page } = takePage(analysis.marketCorrelations, choice.part)
  const wanted = new Set(choice.tickers)
  const correlationMatrix = analysis.correlationMatrix.filter(
    ({ ticker1, ticker2 }) => wanted.has(ticker1) && wanted.has(ticker2),
  )
  return { ...analysis, marketCorrelations, correlationMatrix, page }
}

export interface BacktestChoice {
  curvePoints: number
  monthlyReturns: boolean
  coverageRows: number
}

/** Some points of the curve, months or not, and the first rows of what the replay rests on. */
export function narrowBacktest({ body, choice }: Encoded<BacktestChoice>) {
  const result = parse(body) as BacktestResult
  const { details } = result.coverage
  return {
    ...result,
    results: spread(result.results, choice.curvePoints),
    monthlyReturns: choice.monthlyReturns ? result.monthlyReturns : [],
    coverage: { ...result.coverage, details: details.slice(0, choice.coverageRows), detailCount: details.length },
  }
}

export interface ChainChoice {
  part: Part
  contractType: 'call' | 'put' | undefined
  minStrike: number
  maxStrike: number
}

/** A part of the contracts of one type and a range of strikes. */
export function narrowChain({ body, choice }: Encoded<ChainChoice>) {
  const chain = parse(body) as OptionChain
  const { contractType: wanted, minStrike, maxStrike } = choice
  const fitting = chain.options.filter(
    ({ contractType, strikePrice }) =>
      (wanted === undefined || contractType === wanted) && strikePrice >= minStrike && strikePrice <= maxStrike,
  )
  const { items: options, page } = takePage(fitting, choice.part)
  return { ...chain, options, page }
}

const here = import.meta.url
export const positionsTask = defineWorkerTask(here, narrowPositions)
export const correlationTask = defineWorkerTask(here, narrowCorrelation)
export const backtestTask = defineWorkerTask(here, narrowBacktest)
export const chainTask = defineWorkerTask(here, narrowChain)

/** Narrows an encoded answer here or, if it is long, in a thread. */
export async function narrow<Choice, Output>(
  workers: WorkerPool,
  task: WorkerTask<Encoded<Choice>, Output>,
  { body }: EncodedJson,
  choice: Choice,
  options: RunOptions,
): Promise<Awaited<Output>> {
  const request = { body, choice }
  return body.length > INLINE_BYTES ? workers.run(task, request, options) : await task.run(request)
}

/** So many of the items, evenly spread, the first and the last among them. */
function spread<Item>(items: readonly Item[], count: number): Item[] {
  if (count === 0 || items.length === 0) return []
  if (count >= items.length) return [...items]
  const step = count === 1 ? 0 : (items.length - 1) / (count - 1)
  const places = new Set(Array.from({ length: count }, (_, index) => Math.round(index * step)))
  return items.filter((_item, index) => places.has(index))
}
