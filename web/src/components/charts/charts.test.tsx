import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type ChartData, ChartFigure, ChartTools, useChartFrame } from './chart-frame.tsx'
import { DonutDrawing } from './donut-chart-drawing.tsx'
import { LineChartDrawing } from './line-chart-drawing.tsx'
import { LineLegend } from './line-legend.tsx'

// Loaded on demand by the app; loading is not what these tests are about.
beforeAll(() => import('../ui/menu-panel.tsx'))
beforeEach(() => {
  URL.createObjectURL = () => 'blob:test'
  URL.revokeObjectURL = () => {}
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const DATES = ['2026-07-16', '2026-07-17', '2026-07-20']
const SERIES = [
  { id: 'portfolio', label: 'Portfolio', values: [190, 195, null], colour: 'var(--chart-1)', area: true },
  { id: 'spy', label: 'SPY', values: [190, 194, 191], colour: 'var(--subtle-foreground)', dashed: true },
]

function renderLine() {
  render(
    <LineChartDrawing
      label="Portfolio and SPY"
      dates={DATES}
      series={SERIES}
      height={200}
      formatValue={(value) => `$${value}k`}
      formatTick={(value) => `$${value}k`}
    />,
  )
  const chart = screen.getByRole('application')
  return { chart, said: () => within(chart).getByRole('status').textContent }
}

test('one tab stop walks the days, and each is read out with every series', () => {
  const { chart, said } = renderLine()
  expect(chart.tabIndex).toBe(0)
  fireEvent.keyDown(chart, { key: 'ArrowRight' })
  fireEvent.keyDown(chart, { key: 'ArrowRight' })
  expect(said()).toBe('Jul 17, 2026: Portfolio $195k, SPY $194k')
  fireEvent.keyDown(chart, { key: 'End' })
  expect(said()).toBe('Jul 20, 2026: Portfolio —, SPY $191k')
  fireEvent.keyDown(chart, { key: 'Home' })
  expect(said()).toContain('Jul 16, 2026')
  fireEvent.keyDown(chart, { key: 'Escape' })
  expect(said()).toBe('')
})

test('the mouse moves the crosshair without a word', () => {
  const { chart, said } = renderLine()
  fireEvent.pointerMove(chart, { clientX: 600 })
  expect(chart.textContent).toContain('Jul 20, 2026')
  expect(said()).toBe('')
  fireEvent.pointerLeave(chart)
  expect(chart.textContent).not.toContain('Jul 20, 2026')
})

test('a day without a value breaks the line instead of falling to zero', () => {
  const { chart } = renderLine()
  const lines = [...chart.querySelectorAll('path[fill="none"]')].map((path) => path.getAttribute('d')!)
  expect(lines.map((d) => d.match(/[ML]/g)!.join(''))).toEqual(['ML', 'MLL'])
})

test('dashes tell the benchmark apart in line and legend', () => {
  const { chart } = renderLine()
  const dashes = [...chart.querySelectorAll('path[fill="none"]')].map((path) => path.getAttribute('stroke-dasharray'))
  expect(dashes).toEqual([null, '5 4'])
  render(<LineLegend series={SERIES} values={{ spy: '$194k' }} />)
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Portfolio', 'SPY$194k'])
})

const slice = (key: string, value: number) => ({
  key,
  label: key,
  value,
  percent: value,
  text: `$${value}`,
  colour: 'x',
})

function renderDonut(slices: ReturnType<typeof slice>[], onHighlight = vi.fn()) {
  render(
    <DonutDrawing
      label="Allocation"
      slices={slices}
      centre={{ label: 'Cost basis', figure: '$100' }}
      size={200}
      highlighted="AAPL"
      onHighlight={onHighlight}
    />,
  )
  const chart = screen.getByRole('application')
  return { chart, drawn: [...chart.querySelectorAll('path')] }
}

test('the ring is as many slices as have a size, and the pointer finds them', () => {
  const onHighlight = vi.fn()
  const { drawn } = renderDonut([slice('AAPL', 60), slice('GIFT', 0), slice('MSFT', 40)], onHighlight)
  expect(drawn.map((path) => path.getAttribute('fill-opacity'))).toEqual(['1', '0.35'])
  const [, second] = drawn
  if (!second) throw new Error('the second slice is missing')
  fireEvent.pointerEnter(second)
  expect(onHighlight).toHaveBeenLastCalledWith('MSFT')
  fireEvent.pointerLeave(second.ownerSVGElement ?? second)
  expect(onHighlight).toHaveBeenLastCalledWith(null)
})

test('a slice alone is a whole ring without a seam', () => {
  const [ring] = renderDonut([slice('AAPL', 60)]).drawn
  expect(ring?.getAttribute('stroke-width')).toBe('0')
})

test('the keyboard highlights one slice after the other', () => {
  const onHighlight = vi.fn()
  const { chart } = renderDonut([slice('AAPL', 60), slice('MSFT', 40)], onHighlight)
  fireEvent.keyDown(chart, { key: 'ArrowRight' })
  expect(onHighlight).toHaveBeenCalledWith('MSFT')
  expect(within(chart).getByRole('status').textContent).toBe('MSFT: $40, 40.0%')
})

const DATA: ChartData = {
  title: 'Asset Allocation',
  finding: 'AAPL is the largest position with 60.0%.',
  asOf: '2026-11-20',
  simulated: true,
  columns: [{ header: 'Ticker' }, { header: 'Cost', format: (value) => `$${value}` }],
  rows: [
    ['AAPL', 60],
    ['MSFT', null],
  ],
  legend: [],
}

function FramedChart() {
  const chart = useChartFrame(DATA)
  return (
    <>
      <ChartTools chart={chart} />
      <ChartFigure chart={chart}>
        <p>the drawing</p>
      </ChartFigure>
    </>
  )
}

test('the figure states its finding, and its table holds the same figures', () => {
  render(<FramedChart />)
  expect(screen.getByRole('figure').querySelector('figcaption')!.textContent).toBe(DATA.finding)
  expect(screen.getByText('the drawing')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Table: Asset Allocation' }))
  expect(screen.queryByText('the drawing')).toBeNull()
  const table = screen.getByRole('table', { name: 'Asset Allocation' })
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['TickerCost', 'AAPL$60', 'MSFT—'])
  fireEvent.click(screen.getByRole('button', { name: 'Chart: Asset Allocation' }))
  expect(screen.getByText('the drawing')).toBeTruthy()
})

test('the CSV is downloaded under the chart’s name', async () => {
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  render(<FramedChart />)
  fireEvent.click(screen.getByRole('button', { name: 'Download Asset Allocation' }))
  const item = await screen.findByRole('menuitem', { name: 'CSV' })
  act(() => item.click())
  expect(names).toEqual(['ballast-asset-allocation-2026-11-20-simulated.csv'])
})
