// Tests: backtest-view.test.ts

import { type BacktestResult, MARKET_INDEX } from '@ballast/contract'

type Detail = BacktestResult['coverage']['details'][number]

/** Describes in words where a position's values come from. */
export function describeProxy({ method, proxy, reason }: Pick<Detail, 'method' | 'proxy' | 'reason'>): string {
  switch (method) {
    case 'own':
      return 'Its own'
    case 'cash':
      return 'Cash at the risk-free rate'
    case 'twin':
      return `${proxy}, the same company under another listing`
    case 'sector-fund':
      return `Sector fund ${proxy}, scaled by beta`
    case 'benchmark':
      return `${proxy ?? MARKET_INDEX}, scaled by beta`
    case 'asset-class':
      return `${proxy}, a fund of its asset class`
    case 'excluded':
      return reason ? `Left out: it ${reason}` : 'Left out: no prices'
  }
}

/** Sorts positions: those left out first, then those with a proxy, then the rest; the largest of each on top. */
export function sortByProxy(details: readonly Detail[]): Detail[] {
  const rank = ({ method }: Detail) => (method === 'excluded' ? 0 : method === 'own' || method === 'cash' ? 2 : 1)
  return details.toSorted(
    (a, b) =>
      rank(a) - rank(b) || Math.abs(b.weightPercent) - Math.abs(a.weightPercent) || a.ticker.localeCompare(b.ticker),
  )
}
