import type { Portfolio } from '@ballast/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Refusal, renderScreen } from '../../test-screen.tsx'
import { BenchmarkButton } from './benchmark-button.tsx'
import { describeHedgingIndex } from './benchmark-presets.ts'

const SET = 'PUT /api/portfolios/p1/benchmark'
const PORTFOLIO: Portfolio = {
  id: 'p1',
  name: 'Core',
  positionCount: 1,
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
  benchmark: { label: 'SPY', parts: [{ ticker: 'SPY', percent: 100 }] },
}

async function open(answer: unknown, portfolio = PORTFOLIO) {
  const sent: unknown[] = []
  renderScreen(<BenchmarkButton portfolio={portfolio} />, {
    [SET]: (body: unknown) => {
      sent.push(body)
      return answer
    },
    'GET /api/instruments/search': { results: [], source: 'sample', simulated: true, complete: true },
  })
  fireEvent.click(screen.getByRole('button', { name: /^Compared with/ }))
  const dialog = within(await screen.findByRole('dialog'))
  return { dialog, sent, compare: () => fireEvent.click(dialog.getByRole('button', { name: 'Compare' })) }
}
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('a preset fills the rows and is sent', async () => {
  const { dialog, sent, compare } = await open({ label: 'ACWI', parts: [{ ticker: 'ACWI', percent: 100 }] })
  expect(dialog.getByRole('button', { name: 'S&P 500' }).getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(dialog.getByRole('button', { name: 'World stocks' }))
  compare()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([{ parts: [{ ticker: 'ACWI', percent: 100 }] }])
})

test('a mix needs percents that sum to 100, and a row that is left alone is all of it', async () => {
  const { dialog, sent, compare } = await open({ label: 'SPY', parts: [] })
  fireEvent.click(dialog.getByRole('button', { name: '60/40' }))
  fill(dialog.getByLabelText('Percent 2'), '30')
  expect(dialog.getByRole('status').textContent).toBe('Sum 90% of 100%')
  compare()
  expect(dialog.getByRole('alert').textContent).toBe('The percents sum to 90. They must sum to 100.')
  fireEvent.click(dialog.getByRole('button', { name: 'Add a Ticker' }))
  compare()
  expect(dialog.getByRole('alert').textContent).toBe('Enter a ticker in every row, or leave the row out.')
  fireEvent.click(dialog.getByRole('button', { name: 'Leave out ticker 3' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Leave out SPY' }))
  compare()
  await waitFor(() => expect(sent).toEqual([{ parts: [{ ticker: 'AGG', percent: 100 }] }]))
})

test('a refusal of the server is read where it was asked', async () => {
  const { dialog, compare } = await open(new Refusal(422, { error: 'There is no price history of ZZZZQ.' }))
  fill(dialog.getByLabelText('Ticker'), 'zzzzq')
  compare()
  expect((await dialog.findByRole('alert')).textContent).toContain('There is no price history of ZZZZQ.')
})

test('a benchmark without a name is called by its tickers', () => {
  const parts = [
    { ticker: 'SPY', percent: 60 },
    { ticker: 'TLT', percent: 40 },
  ]
  renderScreen(<BenchmarkButton portfolio={{ ...PORTFOLIO, benchmark: { label: '60% SPY / 40% TLT', parts } }} />)
  expect(screen.getByRole('button').textContent).toBe('Compared with 60% SPY / 40% TLT')
})

test('what hedges go by is said where a benchmark of one’s own is set', () => {
  expect(describeHedgingIndex(PORTFOLIO.benchmark)).toBeNull()
  const bonds = { label: 'AGG', parts: [{ ticker: 'AGG', percent: 100 }] }
  expect(describeHedgingIndex(bonds)).toBe(
    'You compare this portfolio with US bonds. Hedges do not follow that: they use the index that fits your positions best, and a fall here is one of the S&P 500.',
  )
})
