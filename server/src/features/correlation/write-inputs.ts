import { CASH_SECTOR, toCsvLine, UNKNOWN_SECTOR } from '@ballast/contract'
import { formatIsoDate, getRow } from '@ballast/quant'
import { DIVERSIFIED_FUND } from '../../market-data/fund-kind.ts'
import { GICS_SECTORS } from '../../market-data/sectors.ts'
import type { RiskInput } from '../../risk/holding.ts'
import { toRiskWindow } from '../../risk/risk-window.ts'
import { toScoredReturns } from '../../risk/scored-returns.ts'
import { sumGross, toHeldValue } from '../../risk/weights.ts'
import type { AnalysisInput } from './analyse-portfolio.ts'

type InputsOfAnalysis = RiskInput & Pick<AnalysisInput, 'fundSectors'>

const CASH_COLUMN = '(cash)'

const NOTES = [
  'One column for each position and for the benchmark. The first column says what a row holds.',
  'close: adjusted close, or the last one before it on a day without; blank when it is more than 5 days old.',
  'return: close / previous close - 1 as a fraction; blank when no new close came in. All risk figures come from these.',
  'value: market value, with options as the shares of their underlying that move as they do (delta). weight: market value of the position alone / sum of absolute market values (cash and options included); negative for a short position.',
  'internal-diversification: d of the diversification score; 1 for a single company, above 1 for a fund.',
  'sector: as the sector exposure counts a position. holds: the fraction of a broad fund that lies in the sector named in the second column; what lacks to 1 stays "Diversified Fund".',
  'Closes of a listing in another currency are in dollars at the exchange rate of each day. Its beta is a sum of three: one regression on the benchmark of the day before, the same day and the day after.',
  'score-return: only when a position has fewer than 60 returns. The score uses its own returns, or those of the proxy x proxy-beta. A position without either is left out.',
  'Diversification score: each weight is a value over the gross sum of values. A position with fewer than 60 returns (score-returns, if any) is left out. A day counts when positions with 80 % of that weight have a return. Its sum of weight x return is divided by the share that has one. Standard deviations are over the days of each, by n - 1.',
  'units: shares x multiplier. The portfolio beta uses the value of each day: cash + sum of units x close over the positions without a blank close.',
]

/**
 * Writes the input of the analysis as CSV with the full precision of the numbers: closes and returns of every holding and
 * of the benchmark on each day of the window, market values, weights, units and internal diversification.
 */
export function* writeInputs(
  input: InputsOfAnalysis,
  { source, simulated }: { source: string; simulated: boolean },
): Generator<string> {
  const { holdings, cash, atMarket, fundSectors } = input
  const { days, prices, returns, benchmark, benchmarkReturns, benchmarkCover } = toRiskWindow(input)
  const gross = sumGross(input)
  const weights = [atMarket?.cash ?? cash, ...holdings.map(toHeldValue)].map((value) => share(value, gross))
  const rows = holdings.map((_, row) => ({ closes: getRow(prices, row), returns: getRow(returns, row) }))

  yield toCsvLine(['row', 'date', input.benchmark.label, CASH_COLUMN, ...holdings.map(({ ticker }) => ticker)])
  for (const note of NOTES) yield toCsvLine(['note', note])
  if (benchmarkCover !== null) yield toCsvLine(['note', benchmarkCover])
  yield toCsvLine(['source', simulated ? `${source} (simulated data)` : source])
  yield toCsvLine(['value', '', '', cash, ...holdings.map(({ value }) => value)])
  yield toCsvLine(['weight', '', '', ...weights])
  yield toCsvLine(['units', '', '', '', ...holdings.map(({ units }) => units)])
  yield toCsvLine(['internal-diversification', '', '', '', ...holdings.map((one) => one.internalDiversification)])
  yield toCsvLine(['sector', '', '', CASH_SECTOR, ...holdings.map(({ sector }) => sector ?? UNKNOWN_SECTOR)])
  const told = holdings.map(({ ticker, sector }) => (sector === DIVERSIFIED_FUND ? fundSectors[ticker]?.weights : {}))
  for (const sector of GICS_SECTORS) {
    if (told.some((weights) => weights?.[sector])) {
      yield toCsvLine(['holds', sector, '', '', ...told.map((weights) => weights?.[sector])])
    }
  }
  const scored = toScoredReturns(holdings, { days, returns })
  const isProxied = scored.proxies.some((one) => one !== null)
  if (isProxied) {
    yield toCsvLine(['proxy', '', '', '', ...scored.proxies.map((one) => one?.ticker)])
    yield toCsvLine(['proxy-beta', '', '', '', ...scored.proxies.map((one) => one?.beta)])
  }
  for (const [t, day] of days.entries()) {
    yield toCsvLine(['close', formatIsoDate(day), benchmark[t], '', ...rows.map(({ closes }) => closes[t])])
  }
  for (let t = 0; t + 1 < days.length; t++) {
    const date = formatIsoDate(days[t + 1] ?? 0)
    yield toCsvLine(['return', date, benchmarkReturns[t], '', ...rows.map((row) => row.returns[t])])
  }
  if (!isProxied) return
  const scoredRows = holdings.map((_, row) => getRow(scored.returns, row))
  for (let t = 0; t + 1 < days.length; t++) {
    const date = formatIsoDate(days[t + 1] ?? 0)
    yield toCsvLine(['score-return', date, '', '', ...scoredRows.map((row) => row[t])])
  }
}

const share = (value: number, gross: number) => (gross === 0 ? 0 : value / gross)
