import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '../../test-screen.tsx'
import { type Column, VirtualTable } from './virtual-table.tsx'

interface Holding {
  ticker: string
  value: number | null
}

const COLUMNS: readonly Column<Holding>[] = [
  { id: 'ticker', header: 'Ticker', width: '1fr', cell: (row) => row.ticker, sortValue: (row) => row.ticker },
  {
    id: 'value',
    header: 'Market Value',
    width: '1fr',
    align: 'right',
    cell: (row) => row.value ?? '—',
    sortValue: (row) => row.value,
  },
]

const holdings = (count: number): Holding[] =>
  Array.from({ length: count }, (_, index) => ({ ticker: `T${String(index).padStart(4, '0')}`, value: index }))

function renderTable(rows: Holding[], onOpenRow?: (row: Holding) => void) {
  renderScreen(
    <VirtualTable
      label="Positions"
      rows={rows}
      columns={COLUMNS}
      rowKey={(row) => row.ticker}
      {...(onOpenRow && { onOpenRow })}
    />,
  )
  return {
    scroller: screen.getByRole('region', { name: 'Positions, scrollable' }),
    rows: () => screen.getAllByRole('row').slice(1),
  }
}

function scrollTo(element: HTMLElement, top: number): void {
  element.scrollTop = top
  fireEvent.scroll(element)
}

test('of 2,000 rows only those in sight and five beyond are in the page, and assistive technology knows them all', () => {
  const { rows } = renderTable(holdings(2_000))
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('2001')
  // 600 px less the 36 px header are 10.8 rows of 52 px: 11 and the one that is cut, then 5 beyond the lower edge.
  expect(rows()).toHaveLength(17)
  expect(rows()[0]!.getAttribute('aria-rowindex')).toBe('2')
})

test('scrolling brings the rows of that place, with five beyond each edge', () => {
  const { scroller, rows } = renderTable(holdings(2_000))
  scrollTo(scroller, 52 * 100)
  const indices = rows().map((row) => Number(row.getAttribute('aria-rowindex')) - 2)
  expect([indices[0], indices.at(-1)]).toEqual([95, 116])
})

test('Down, End and Home move the one stop for Tab, into rows that were not in the page', () => {
  const { scroller } = renderTable(holdings(500))
  const focused = () => document.activeElement?.getAttribute('aria-rowindex')
  act(() => scroller.focus())
  fireEvent.keyDown(scroller, { key: 'ArrowDown' })
  expect(focused()).toBe('2')
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  expect(focused()).toBe('3')
  fireEvent.keyDown(document.activeElement!, { key: 'End' })
  fireEvent.scroll(scroller)
  expect(focused()).toBe('501')
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  expect(focused()).toBe('501')
  fireEvent.keyDown(document.activeElement!, { key: 'Home' })
  fireEvent.scroll(scroller)
  expect(focused()).toBe('2')
  expect(screen.getAllByRole('row').filter((row) => row.tabIndex === 0)).toHaveLength(1)
})

test('a row that lies behind the sticky header is brought out from under it', () => {
  const { scroller, rows } = renderTable(holdings(500))
  scrollTo(scroller, 52 * 50)
  const first = rows().find((row) => row.getAttribute('aria-rowindex') === '52')!
  act(() => first.focus())
  fireEvent.keyDown(first, { key: 'ArrowUp' })
  expect(scroller.scrollTop).toBe(52 * 49)
})

test('Enter and a click open the row', () => {
  const onOpenRow = vi.fn()
  const { rows } = renderTable(holdings(3), onOpenRow)
  const second = rows()[1]!
  act(() => second.focus())
  fireEvent.keyDown(second, { key: 'Enter' })
  fireEvent.click(rows()[2]!)
  expect(onOpenRow.mock.calls.map(([row]) => row.ticker)).toEqual(['T0001', 'T0002'])
})

test('a column sorts by its number first from the top, says so, and keeps unknown values last both ways', () => {
  const { rows } = renderTable([
    { ticker: 'A', value: 2 },
    { ticker: 'B', value: null },
    { ticker: 'C', value: 10 },
  ])
  const tickers = () => rows().map((row) => within(row).getAllByRole('cell')[0]!.textContent)
  const header = screen.getByRole('columnheader', { name: 'Market Value' })
  expect(header.getAttribute('aria-sort')).toBeNull()
  fireEvent.click(within(header).getByRole('button'))
  expect(tickers()).toEqual(['C', 'A', 'B'])
  expect(header.getAttribute('aria-sort')).toBe('descending')
  expect(screen.getByRole('status').textContent).toBe('Sorted by Market Value, descending')
  fireEvent.click(within(header).getByRole('button'))
  expect(tickers()).toEqual(['A', 'C', 'B'])
})
