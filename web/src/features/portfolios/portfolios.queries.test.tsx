import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { makePosition, makePrices } from '../../test-positions.ts'
import { type Answers, Refusal, renderScreen } from '../../test-screen.tsx'
import { usePortfolioData } from './portfolios.queries.ts'

const ID = '7d0c3f0e-95c0-4b1d-9f0c-0c3b1b8f4a11'
const POSITIONS = `GET /api/portfolios/${ID}/positions`
const PRICES = `GET /api/portfolios/${ID}/prices`
const REFRESH = `${PRICES}?refresh=true`
const OVERVIEW = `GET /api/portfolios/${ID}/overview`

const position = makePosition({ ticker: 'AAPL' })
const pricesAt = (price: number) => makePrices({ AAPL: price })

function Shown({ positionCount }: { positionCount: number }) {
  const { positions, prices, refresh } = usePortfolioData({ id: ID, positionCount })
  return (
    <>
      <p>{positions.data ? `${positions.data.length} positions` : 'loading'}</p>
      <p>{prices.data ? `at ${prices.data.prices.AAPL?.price}` : 'no prices'}</p>
      <button type="button" onClick={() => refresh.mutate()}>
        Refresh
      </button>
    </>
  )
}

const show = (answers: Answers, positionCount = 1) => renderScreen(<Shown positionCount={positionCount} />, answers)

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('prices are asked for only when there are positions', async () => {
  const { sent } = show({ [POSITIONS]: [] }, 0)
  await screen.findByText('0 positions')
  expect(sent.map(({ call }) => call)).toEqual([POSITIONS])
})

test('figures do not wait for the positions', async () => {
  const { sent } = show({ [POSITIONS]: () => new Promise(() => {}), [PRICES]: pricesAt(100) })
  await screen.findByText('at 100')
  expect(screen.getByText('loading')).toBeTruthy()
  expect(sent.map(({ call }) => call)).toContain(OVERVIEW)
})

test('a refresh asks for new prices and puts them in place of the old, and the strip is computed again', async () => {
  const { sent } = show({ [POSITIONS]: [position], [PRICES]: pricesAt(100), [REFRESH]: pricesAt(101) })
  await screen.findByText('at 100')
  const before = sent.filter(({ call }) => call === OVERVIEW).length
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText('at 101')
  await waitFor(() => expect(sent.filter(({ call }) => call === OVERVIEW)).toHaveLength(before + 1))
  expect(sent.filter(({ call }) => call === PRICES)).toHaveLength(1)
})

test('a refresh that fails is only logged and leaves what is shown', async () => {
  show({ [POSITIONS]: [position], [PRICES]: pricesAt(100), [REFRESH]: new Refusal(503, { error: 'Down' }) })
  await screen.findByText('at 100')
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(console.error).toHaveBeenCalledWith('Failed to refresh prices', expect.any(Error)))
  expect(screen.getByText('at 100')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
