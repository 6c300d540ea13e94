/** @module-tag full */
import type { CorrelationAnalysis } from '@ballast/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Refusal, renderScreen } from '../../test-screen.tsx'
import { AnalysisPage } from './analysis-page.tsx'
import { ANALYSIS, makeEntry } from './test-analysis.ts'

const INPUTS = 'GET /api/portfolios/p1/correlation-analysis/inputs'

// jsdom draws nothing and says so each time.
beforeEach(() => void vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null))

const onLookThroughChange = vi.fn<(lookThrough: boolean) => void>()

const show = (fields: Partial<CorrelationAnalysis> = {}, answers = {}, lookThrough = false) =>
  renderScreen(
    <AnalysisPage
      portfolioId="p1"
      analysis={{ ...ANALYSIS, ...fields }}
      lookThrough={lookThrough}
      onLookThroughChange={onLookThroughChange}
      addPositions={<button type="button">Add positions</button>}
      renderBlockAction={(tickers) => <a href={`/hedges?block=${tickers.join(',')}`}>Hedge this block</a>}
    />,
    answers,
  )

const card = (name: string) => within(screen.getByRole('region', { name }))

describe('a portfolio that can be compared', () => {
  test('the score with its label and its two factors', () => {
    show()
    for (const text of ['Moderately diversified', '62', '88.0%', '70.8%']) {
      expect(card('Diversification Score').getByText(text)).toBeTruthy()
    }
  })

  test('the concentration with the rule that fired and the top five', () => {
    show()
    const concentration = card('Concentration Risk')
    expect(concentration.getByText('High')).toBeTruthy()
    expect(concentration.getByText('100.0%')).toBeTruthy()
    expect(concentration.getByText(ANALYSIS.concentration!.rule)).toBeTruthy()
    expect(concentration.getByRole('button', { name: '3.0 equal positions' })).toBeTruthy()
  })

  test('the average with its label, the closest pair and the best diversifier', () => {
    show()
    const average = card('Average Correlation')
    for (const text of ['0.14', 'Low correlation', 'A · B', '+0.83', 'A · C', '−0.42']) {
      expect(average.getByText(text)).toBeTruthy()
    }
  })

  test('every ticker against the market, its icon beyond 0.5 and −0.5 only', () => {
    show()
    const lines = within(screen.getByRole('list', { name: 'Market Correlation' })).getAllByRole('listitem')
    expect(lines.map((line) => line.textContent)).toEqual([
      'Aβ 1.21+0.51moves with it',
      'Bβ 0.81+0.50no strong link',
      'Cβ −0.40−0.51moves against it',
    ])
  })

  test('many tickers become a table that scrolls', () => {
    show({ marketCorrelations: Array.from({ length: 60 }, (_, place) => makeEntry({ ticker: `T${place}` })) })
    expect(screen.getByRole('table', { name: 'Market Correlation' }).getAttribute('aria-rowcount')).toBe('61')
  })

  test('sectors with value and percent', () => {
    show()
    const items = within(screen.getByRole('list', { name: 'Sector exposure' })).getAllByRole('listitem')
    expect(items.map((item) => item.textContent)).toEqual(['Technology$20,00066.7%', 'Energy$10,00033.3%'])
  })

  describe('broad funds', () => {
    const held = {
      sectorExposureLookThrough: [
        { sector: 'Energy', percentage: 60, value: 18_000 },
        { sector: 'Technology', percentage: 40, value: 12_000 },
      ],
      lookThrough: {
        funds: [{ ticker: 'SPY', asOf: '2025-09-30', value: 15_000 }],
        fundsWithoutSectors: [],
        remainingPercent: 0,
      },
    }

    test('are looked through in the pie, the list and the table when one wants it', () => {
      show(held)
      const sectors = card('Sector Exposure')
      expect(sectors.getByText('Technology')).toBeTruthy()
      fireEvent.click(sectors.getByRole('switch', { name: 'Look through funds' }))
      expect(onLookThroughChange).toHaveBeenCalledWith(true)
    })

    test('once looked through say by which weights, of which day', () => {
      show(held, {}, true)
      const items = within(screen.getByRole('list', { name: 'Sector exposure' })).getAllByRole('listitem')
      expect(items.map((item) => item.textContent)).toEqual(['Energy$18,00060.0%', 'Technology$12,00040.0%'])
      expect(card('Sector Exposure').getByText('SPY spread by simulated weights as of Sep 30, 2025.')).toBeTruthy()
      fireEvent.click(card('Sector Exposure').getByRole('button', { name: /Table/ }))
      expect(card('Sector Exposure').getByRole('cell', { name: '60.0%' })).toBeTruthy()
    })

    test('of which the source does not tell anything have no switch', () => {
      const lookThrough = { funds: [], fundsWithoutSectors: ['SPY', 'QQQ'], remainingPercent: 40 }
      show({ lookThrough, source: 'polygon', simulated: false }, {}, true)
      expect(card('Sector Exposure').queryByRole('switch')).toBeNull()
      expect(card('Sector Exposure').getByText(/^Polygon does not tell what SPY and QQQ hold/)).toBeTruthy()
    })
  })

  test('pairs carry their interval and both halves of the year', () => {
    show()
    const heading = screen.getByRole('heading', { name: 'Move together most' })
    expect(heading.parentElement?.textContent).toContain('A · B0.78 to 0.88Was 0.63, now 0.93+0.83')
  })

  test('the matrix is walked by the arrow keys, and told politely', () => {
    show()
    const matrix = screen.getByRole('application', { name: /Correlation of each ticker/ })
    fireEvent.keyDown(matrix, { key: 'ArrowRight' })
    fireEvent.keyDown(matrix, { key: 'ArrowRight' })
    const told = screen.getAllByRole('status').map((status) => status.textContent)
    expect(told).toContain('A · B: +0.83. Highly correlated. Together 66.7% of value.')
  })

  test('the matrix is also a table of pairs', () => {
    show()
    fireEvent.click(screen.getByRole('button', { name: 'Table: Correlation Matrix' }))
    const rows = within(screen.getByRole('table', { name: 'Correlation of every pair' })).getAllByRole('row')
    expect(rows.slice(1).map((row) => row.textContent)).toEqual([
      'AB+0.83Highly correlated',
      'BC0.00Nearly unrelated',
      'AC−0.42Offset each other',
    ])
  })
})

describe('every figure can be explained', () => {
  test('formula, inputs, window, observations and source', async () => {
    show()
    fireEvent.click(screen.getByRole('button', { name: 'Diversification Score' }))
    const panel = await screen.findByRole('dialog', { name: 'How Diversification score is computed' })
    for (const text of [
      /score = 100 × max/,
      'Nov 21, 2025 to Nov 20, 2026',
      /^252, at least 60 needed/,
      'Simulated market data',
    ]) {
      expect(within(panel).getByText(text)).toBeTruthy()
    }
  })

  test('its inputs can be saved', async () => {
    const { sent } = show({}, { [INPUTS]: 'row,date' })
    const names: string[] = []
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    fireEvent.click(screen.getByRole('button', { name: 'Average Correlation' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Download inputs (CSV)' }))
    await waitFor(() => expect(names).toEqual(['ballast-analysis-inputs-2026-11-20.csv']))
    expect(sent.map(({ call }) => call)).toEqual([INPUTS])
  })

  test('a failed download is told', async () => {
    show({}, { [INPUTS]: new Refusal(503, { error: 'The market data service is busy' }) })
    fireEvent.click(screen.getByRole('button', { name: 'Average Correlation' }))
    const button = await screen.findByRole('button', { name: 'Download inputs (CSV)' })
    await act(async () => button.click())
    expect(await screen.findByText('The market data service is busy')).toBeTruthy()
  })

  test('below the minimum there is no figure, and the panel says why', async () => {
    show({
      diversificationScore: null,
      diversification: null,
      diversificationMissing: 'Fewer than 60 common returns.',
      window: { from: '2026-11-02', to: '2026-11-20', observations: 14 },
    })
    expect(card('Diversification Score').getByText('—')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Diversification Score' }))
    const panel = await screen.findByRole('dialog')
    expect(within(panel).getByText('Fewer than 60 common returns.')).toBeTruthy()
  })
})

describe('other states', () => {
  test('an empty portfolio offers to add positions', () => {
    show({ marketCorrelations: [], tickers: [] })
    expect(screen.getByText('No positions to analyze')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Add positions' })).toBeTruthy()
  })

  test('a single position asks for a second, and keeps what it can say', () => {
    show({ marketCorrelations: [makeEntry({ ticker: 'A' })], tickers: ANALYSIS.tickers.slice(0, 1) })
    expect(screen.getByText('Add a second position to compare')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Concentration Risk' })).toBeTruthy()
  })

  test('without any history the matrix says so, and the tickers are named', () => {
    show({
      tickers: [],
      insufficientHistory: ['A', 'B'].map((ticker) => ({ ticker, days: 0, reason: 'no-history' as const })),
    })
    expect(screen.getByText('Not enough price history to compare')).toBeTruthy()
    expect(screen.getByText('Not compared, no history at all: A and B.')).toBeTruthy()
  })

  test('old history is dated', () => {
    show({ stale: true })
    expect(screen.getByRole('note').textContent).toContain('up to Nov 20, 2026')
  })
})

test('what moves together is a block with a name, and leads to its hedge; the order is a choice', () => {
  show()
  expect(screen.getByText('A block: these 2 move together')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Hedge this block' }).getAttribute('href')).toBe('/hedges?block=A,B')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Blocks' }).checked).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: 'A–Z' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'A–Z' }).checked).toBe(true)
})
