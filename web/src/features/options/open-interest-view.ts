// Tests: smile-view.test.tsx

import type { OptionChain, OptionExpiry } from '@ballast/contract'
import type { ChartData } from '../../components/charts/chart-data.ts'
import { formatCompact, formatNumber, formatShortDate } from '../../lib/format.ts'
import type { Ladder } from './chain-view.ts'

export interface OpenInterestRow {
  strike: number
  calls: number
  puts: number
}

/** As many as can be read side by side. */
const STRIKES_SHOWN = 12

/** Open interest of the strikes around the price: those with the most on either side, in order of strike. */
export function toOpenInterest(ladder: Ladder): { rows: readonly OpenInterestRow[]; largest: number } {
  const all = ladder.rows.map(({ strike, call, put }) => ({
    strike,
    calls: call?.openInterest ?? 0,
    puts: put?.openInterest ?? 0,
  }))
  const rows = all
    .toSorted((a, b) => b.calls + b.puts - (a.calls + a.puts) || a.strike - b.strike)
    .slice(0, STRIKES_SHOWN)
    .filter(({ calls, puts }) => calls + puts > 0)
    .sort((a, b) => a.strike - b.strike)
  return { rows, largest: Math.max(1, ...rows.flatMap(({ calls, puts }) => [calls, puts])) }
}

/** The same figures for the table and the downloads. */
export function toOpenInterestChart(
  rows: readonly OpenInterestRow[],
  { ticker, asOf, simulated }: Pick<OptionChain, 'ticker' | 'asOf' | 'simulated'>,
  { expiry }: Pick<OptionExpiry, 'expiry'>,
): ChartData {
  const most = (side: 'calls' | 'puts') =>
    rows.reduce((best, row) => (row[side] > best[side] ? row : best), rows[0] ?? NONE)
  const [calls, puts] = [most('calls'), most('puts')]
  return {
    title: `Open interest ${ticker} ${expiry}`,
    finding:
      rows.length === 0
        ? `Nothing is open for ${formatShortDate(expiry)}.`
        : `Most calls are open at ${formatNumber(calls.strike)} (${formatCompact(calls.calls)}), most puts at ${formatNumber(puts.strike)} (${formatCompact(puts.puts)}).`,
    asOf,
    simulated,
    columns: [
      { header: 'Strike', format: (value) => formatNumber(value) },
      { header: 'Calls', format: formatCompact },
      { header: 'Puts', format: formatCompact },
    ],
    rows: rows.map(({ strike, calls: open, puts: openPuts }) => [strike, open, openPuts]),
    legend: [
      { label: 'Calls', colour: 'var(--chart-1)' },
      { label: 'Puts', colour: 'var(--chart-2)' },
    ],
  }
}

const NONE: OpenInterestRow = { strike: 0, calls: 0, puts: 0 }
