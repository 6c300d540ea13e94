import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { makePosition, makePrices } from '../../test-positions.ts'
import { renderScreen } from '../../test-screen.tsx'
import { toPositionRows } from './position-rows.ts'
import { PositionsCard } from './positions-card.tsx'

const positions = [
  makePosition({ ticker: 'AAPL', shares: 10, avgCost: 100, name: 'Apple Inc.', sector: 'Technology', account: 'IRA' }),
  makePosition({
    ticker: 'AAPL',
    shares: 30,
    avgCost: 200,
    name: 'Apple Inc.',
    sector: 'Technology',
    account: 'Taxable',
  }),
  makePosition({ ticker: 'ZZZZ', shares: 4, avgCost: 25.5 }),
  makePosition({ ticker: 'XOM', shares: 12.5, avgCost: 80, sector: 'Energy' }),
]
const prices = makePrices({ AAPL: { price: 210, previousClose: 200 }, XOM: 100 }, { ZZZZ: 'unknown-ticker' })

function renderCard(onRefresh = vi.fn(), onOpenTicker = vi.fn()) {
  renderScreen(
    <PositionsCard
      portfolioId="p1"
      rows={toPositionRows(positions, prices)}
      prices={{ answer: prices, answeredAt: Date.now() }}
      refreshing={false}
      onRefresh={onRefresh}
      onOpenTicker={onOpenTicker}
    />,
  )
  return onRefresh
}

const rowOf = (name: RegExp) => screen.getByRole('row', { name })
const cellsOf = (name: RegExp) =>
  within(rowOf(name))
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
/** Reads the first cell of each row: a ticker, or the account of a lot. */
const firstCells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')[0]
        ?.querySelector('.truncate')
        ?.textContent?.replace(/2 lots$/, ''),
    )

test('has exactly the seven columns', () => {
  renderCard()
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'Ticker',
    'Sector',
    'Shares',
    'Avg Cost',
    'Current Price',
    'Market Value',
    'Cost Basis',
  ])
})

test('writes shares and prices with 2 decimals and values with none', () => {
  renderCard()
  // 40 shares, (10 × 100 + 30 × 200) / 40 = 175; value 40 × 210 = 8,400; gain 8,400 / 7,000 − 1 = 20 %
  expect(cellsOf(/^AAPL/)).toEqual([
    'AAPL2 lotsApple Inc.',
    'Technology',
    '40.00',
    '$175.00',
    '$210.00+5.00%',
    '$8,400+20.0%',
    '$7,000',
  ])
})

test('marks a price that is not known and shows the cost instead', () => {
  renderCard()
  expect(cellsOf(/^ZZZZ/)).toEqual(['ZZZZ', 'Unknown', '4.00', '$25.50', '$25.50no price', '$102at cost', '$102'])
})

test('one ticker of two accounts opens to its lots', () => {
  renderCard()
  fireEvent.click(screen.getByRole('button', { name: '2 lots of AAPL' }))
  expect(cellsOf(/^IRA/)).toEqual(['IRA', '', '10.00', '$100.00', '', '$2,100', '$1,000'])
  expect(cellsOf(/^Taxable/)).toEqual(['Taxable', '', '30.00', '$200.00', '', '$6,300', '$6,000'])
  fireEvent.click(screen.getByRole('button', { name: '2 lots of AAPL' }))
  expect(screen.queryByRole('row', { name: /^IRA/ })).toBeNull()
})

test('is sorted by value first and by another column on request, its lots staying with it', () => {
  renderCard()
  expect(firstCells()).toEqual(['AAPL', 'XOM', 'ZZZZ'])
  fireEvent.click(screen.getByRole('button', { name: '2 lots of AAPL' }))
  const shares = screen.getByRole('columnheader', { name: 'Shares' })
  fireEvent.click(within(shares).getByRole('button'))
  fireEvent.click(within(shares).getByRole('button'))
  expect(shares.getAttribute('aria-sort')).toBe('ascending')
  expect(firstCells()).toEqual(['ZZZZ', 'XOM', 'AAPL', 'IRA', 'Taxable'])
})

test('says how old the prices are and asks for new ones', () => {
  const onRefresh = renderCard()
  expect(screen.getByText(/^Updated [01]s ago$/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Refresh prices' }))
  expect(onRefresh).toHaveBeenCalledOnce()
})

test('Enter on a row leads to the options of its ticker, of an option to its underlying, of cash nowhere', () => {
  const onOpenTicker = vi.fn()
  const held = [
    makePosition({ ticker: 'XOM', shares: 5 }),
    makePosition({ ticker: 'NVDA261218C00150000', kind: 'option', shares: -1, multiplier: 100 }),
    makePosition({ ticker: 'USD', kind: 'cash', shares: 500 }),
  ]
  renderScreen(
    <PositionsCard
      portfolioId="p1"
      rows={toPositionRows(held, makePrices({ XOM: 100 }))}
      prices={undefined}
      refreshing={false}
      onRefresh={() => {}}
      onOpenTicker={onOpenTicker}
    />,
  )
  for (const name of [/^XOM/, /^NVDA \$150 call/, /^USD/]) {
    fireEvent.focus(rowOf(name))
    fireEvent.keyDown(rowOf(name), { key: 'Enter' })
  }
  expect(onOpenTicker.mock.calls).toEqual([['XOM'], ['NVDA']])
})

test('opening the lots of a row does not lead away', () => {
  const onOpenTicker = vi.fn()
  renderCard(vi.fn(), onOpenTicker)
  fireEvent.click(screen.getByRole('button', { name: '2 lots of AAPL' }))
  expect(onOpenTicker).not.toHaveBeenCalled()
})

test('a price that moves lights its cell up, one that comes first or stays does not', () => {
  const card = (quotes: Record<string, number> | undefined) => {
    const answer = quotes && makePrices(quotes)
    return (
      <PositionsCard
        portfolioId="p1"
        rows={toPositionRows(positions, answer, 'pending')}
        prices={answer && { answer, answeredAt: 0 }}
        refreshing={false}
        onRefresh={() => {}}
        onOpenTicker={() => {}}
      />
    )
  }
  const flashOf = (name: RegExp) => rowOf(name).querySelector('.animate-flash')
  const { rerender } = renderScreen(card(undefined))
  rerender(card({ AAPL: 210, XOM: 100, ZZZZ: 25 }))
  expect([/^AAPL/, /^XOM/, /^ZZZZ/].map(flashOf)).toEqual([null, null, null])

  rerender(card({ AAPL: 211, XOM: 99, ZZZZ: 25 }))
  const rise = flashOf(/^AAPL/)
  expect(rise?.classList).toContain('bg-gain/12')
  expect(rise?.classList).toContain('motion-reduce:hidden')
  expect(flashOf(/^XOM/)?.classList).toContain('bg-loss/12')
  expect(flashOf(/^ZZZZ/)).toBeNull()

  rerender(card({ AAPL: 212, XOM: 99, ZZZZ: 25 }))
  expect(flashOf(/^AAPL/)).not.toBe(rise)
  expect(rowOf(/^AAPL/).textContent).toContain('$212.00')
})

test('without positions it says what to do', () => {
  renderScreen(
    <PositionsCard
      portfolioId="p1"
      rows={[]}
      prices={undefined}
      refreshing={false}
      onRefresh={() => {}}
      onOpenTicker={() => {}}
    />,
  )
  expect(screen.getByText('No positions to display')).toBeTruthy()
  expect(screen.getByText('Upload a portfolio to see your positions')).toBeTruthy()
})
