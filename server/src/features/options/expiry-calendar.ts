// Tests: near-term.test.ts

import type { OptionPosition, PortfolioOptions } from '@ballast/contract'

type Row = PortfolioOptions['calendar'][number]

/** The days on which option positions expire, in order, with what would be owed if every short one that is alive were exercised. */
export function toCalendar(positions: readonly OptionPosition[]): Row[] {
  const byExpiry = Map.groupBy(positions, ({ expiry }) => expiry)
  return [...byExpiry].sort(([a], [b]) => (a < b ? -1 : 1)).map(([expiry, expiring]) => toRow(expiry, expiring))
}

function toRow(expiry: string, expiring: readonly OptionPosition[]): Row {
  const short = expiring.filter(({ contracts }) => contracts < 0)
  const sharesToDeliver: Record<string, number> = {}
  const owing = short.filter(({ coverage }) => coverage !== 'expired')
  for (const { contractType, underlying, contracts, multiplier } of owing) {
    if (contractType === 'call') {
      sharesToDeliver[underlying] = (sharesToDeliver[underlying] ?? 0) - contracts * multiplier
    }
  }
  return {
    expiry,
    days: expiring[0]?.days ?? 0,
    symbols: expiring.map(({ symbol }) => symbol),
    longContracts: sumOf(expiring, ({ contracts }) => Math.max(0, contracts)),
    shortContracts: sumOf(short, ({ contracts }) => -contracts),
    value: sumOrNull(expiring.map(({ value }) => value)),
    theta: sumOrNull(expiring.map(({ greeks }) => greeks?.theta ?? null)),
    sharesToDeliver,
    cashToPay: sumOf(owing, ({ contractType, contracts, multiplier, strike }) =>
      contractType === 'put' ? -contracts * multiplier * strike : 0,
    ),
  }
}

const sumOf = (positions: readonly OptionPosition[], figure: (position: OptionPosition) => number) =>
  positions.reduce((sum, position) => sum + figure(position), 0)

function sumOrNull(figures: readonly (number | null)[]): number | null {
  const known = figures.filter((figure) => figure !== null)
  return known.length === 0 ? null : known.reduce((sum, figure) => sum + figure, 0)
}
