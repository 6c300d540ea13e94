import type { Overview, Position, Prices } from '@ballast/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { makePosition, makePrices } from '../../test-positions.ts'
import { renderScreen } from '../../test-screen.tsx'
import { type Loadable, OverviewPage } from './overview-page.tsx'

const never = { data: undefined, error: null, isFetching: true, dataUpdatedAt: 0, refetch: () => {} }
const came = <T,>(data: T): Loadable<T> => ({
  data,
  error: null,
  isFetching: false,
  dataUpdatedAt: 1,
  refetch: () => {},
})
const failed = (refetch = vi.fn()) => ({ ...never, isFetching: false, error: new Error('500: no'), refetch })

const ALL = { covered: 2, positions: 2, leftOut: [] }

const OVERVIEW: Overview = {
  asOf: '2026-11-20T21:00:00.000Z',
  session: 'open',
  source: 'sample',
  simulated: true,
  currency: 'USD',
  marketValue: 3_100,
  dayChange: { value: -62, percent: -2 },
  totalGain: { value: 600, percent: 24 },
  moves: [{ ticker: 'AAPL', price: 210, changePercent: 5 }],
  unpriced: {},
  withoutCost: [],
  covers: { value: ALL, gain: ALL, risk: ALL },
  benchmark: 'SPY',
  benchmarkCover: null,
  series: [
    { date: '2025-11-20', portfolio: 2_500, benchmark: 2_500 },
    { date: '2026-11-20', portfolio: 3_100, benchmark: 2_750 },
  ],
  risk: {
    observations: 252,
    from: '2025-11-20',
    to: '2026-11-20',
    beta: 0.91,
    volatilityPercent: 14.93,
    maxDrawdownPercent: 13.1,
    benchmarkVolatilityPercent: 15.2,
    benchmarkMaxDrawdownPercent: 12.04,
    diversification: {
      score: 62,
      label: 'Moderately diversified',
      effectiveBets: 2.6,
      spreadPercent: 88,
      independencePercent: 71,
    },
    concentration: 'High',
  },
  rates: null,
  topRisk: {
    tickers: ['AAPL'],
    weightPercent: 67.7,
    riskSharePercent: 80,
    averageCorrelation: null,
    sentence: 'AAPL alone is 67.7% of value.',
  },
  coverage: { coveredPercent: 100, missingHistory: [], proxies: [] },
}

const HELD = [
  makePosition({ ticker: 'AAPL', shares: 10, avgCost: 100, sector: 'Technology' }),
  makePosition({ ticker: 'XOM', shares: 10, avgCost: 150, sector: 'Energy' }),
]
const PRICES = makePrices({ AAPL: 210, XOM: 100 })

interface Given {
  positions?: Loadable<Position[]>
  prices?: Loadable<Prices>
  overview?: Loadable<Overview>
  onSectorBasisChange?: () => void
}

const page = (given: Given) => (
  <OverviewPage
    portfolioId="p1"
    positions={given.positions ?? came(HELD)}
    prices={given.prices ?? came(PRICES)}
    overview={given.overview ?? came(OVERVIEW)}
    refreshing={false}
    onRefresh={() => {}}
    onOpenTicker={() => {}}
    sectorBasis="cost"
    onSectorBasisChange={given.onSectorBasisChange ?? (() => {})}
    emptyActions={<button type="button">Upload Portfolio</button>}
  />
)

describe('a portfolio with positions', () => {
  test('shows the three cards, the strip, allocation, positions and sectors', () => {
    renderScreen(page({}))
    expect(screen.getByText('$2,500.00')).toBeTruthy() // 10 × 100 + 10 × 150
    expect(screen.getByText('20.00')).toBeTruthy()
    expect(screen.getByText('1 in profit, 1 at a loss')).toBeTruthy()
    for (const name of ['Performance and risk', 'Asset Allocation', 'Portfolio Positions', 'Sector Analysis']) {
      expect(screen.getByRole('region', { name })).toBeTruthy()
    }
  })

  test('the strip has value, changes, the risk beside the benchmark, and the largest risk', () => {
    renderScreen(page({}))
    const strip = within(screen.getByRole('region', { name: 'Performance and risk' }))
    for (const text of [
      '−$62',
      '−2.00%',
      '+$600',
      '+24.00%',
      '0.91',
      '14.9%',
      'SPY 15.2%',
      '−13.1%',
      'SPY −12.0%',
      '62',
    ]) {
      expect(strip.getByText(text)).toBeTruthy()
    }
    expect(strip.getByText('67.7%').tagName).toBe('B')
  })

  test('a change that is not known has no row', () => {
    renderScreen(page({ overview: came({ ...OVERVIEW, dayChange: null }) }))
    expect(screen.queryByText('Day change')).toBeNull()
  })

  test('says how many positions the figures leave out, and which', () => {
    renderScreen(page({ overview: came({ ...OVERVIEW, unpriced: { ZZZZ: 'unknown-ticker' } }) }))
    expect(screen.getByText('Left out of every total: ZZZZ (unknown ticker).')).toBeTruthy()
  })

  test('Treasuries held as such have a card with what a point of yield does to them', async () => {
    const figures = { duration: 8.5, convexity: 84, value: 9_700, accruedInterest: 35.5, yieldPercent: 4.39 }
    const effects = { ifYieldsRise: -801, ifYieldsFall: 877 }
    const note = { ticker: '912810TM0', name: 'Treasury 4 % Nov 2036', face: 10_000, couponPercent: 4, price: 97 }
    const position = { ...note, maturity: '2036-11-15', statedOn: '2026-11-20', ...figures, ...effects }
    const rates = { covers: ALL, ...figures, ...effects, positions: [position] }
    renderScreen(page({ overview: came({ ...OVERVIEW, rates }) }))
    const card = within(await screen.findByRole('region', { name: 'Treasuries' }))
    expect(card.getByText('8.50 years')).toBeTruthy()
    expect(card.getByText('plus $35.50 accrued interest')).toBeTruthy()
    const row = within(card.getByRole('table', { name: 'Treasuries' })).getAllByRole('row')[1]
    expect(row?.textContent).toContain('Treasury 4 % Nov 2036$10,000')
    expect(row?.textContent).toContain('−$801')
  })

  test('legend and sectors carry value and percent', () => {
    renderScreen(page({}))
    const legend = within(screen.getByRole('list', { name: 'Allocation by ticker' }))
    expect(legend.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'XOM$1,50060.0%',
      'AAPL$1,00040.0%',
    ])
    const energy = screen.getByRole('progressbar', { name: 'Energy, share of cost' })
    expect(energy.getAttribute('aria-valuetext')).toBe('60.0%')
  })

  test('the basis of the shares can be changed, for the ring and the sectors alike', () => {
    const onSectorBasisChange = vi.fn()
    renderScreen(page({ onSectorBasisChange }))
    const [allocation, sectors] = screen.getAllByRole('radio', { name: 'Market value' })
    fireEvent.click(sectors!)
    expect(onSectorBasisChange).toHaveBeenCalledWith('market-value')
    fireEvent.click(allocation!)
    expect(onSectorBasisChange).toHaveBeenCalledTimes(2)
  })
})

describe('other states', () => {
  test('a portfolio without positions', () => {
    renderScreen(page({ positions: came<Position[]>([]) }))
    expect(screen.getByText('No positions found in this portfolio')).toBeTruthy()
    expect(screen.getByText('No positions to display')).toBeTruthy()
  })

  test('while positions load every card is there as bars', () => {
    renderScreen(page({ positions: never }))
    expect(screen.getByText('Asset Allocation')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('while prices load a row shows neither a price nor its cost as one', () => {
    renderScreen(page({ prices: never, overview: never }))
    const row = screen.getByRole('row', { name: /^AAPL/ })
    expect(row.textContent).toBe('AAPLTechnology10.00$100.00$1,000')
  })

  test('positions that failed to load can be asked for again in place', () => {
    const refetch = vi.fn()
    renderScreen(page({ positions: failed(refetch) }))
    expect(screen.getByText('Failed to load positions')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(refetch).toHaveBeenCalledOnce()
  })

  test('without prices the table stands at cost and says so', () => {
    renderScreen(page({ prices: failed() }))
    expect(screen.getByText('Failed to load prices')).toBeTruthy()
    expect(screen.getByRole('row', { name: /^AAPL/ }).textContent).toContain('no price')
  })

  test('a strip that failed leaves the rest alone', () => {
    renderScreen(page({ overview: failed() }))
    expect(screen.getByText('Failed to load performance and risk')).toBeTruthy()
    expect(screen.getByRole('table', { name: 'Portfolio Positions' })).toBeTruthy()
  })
})
