import type { ImportReview, Portfolio } from '@ballast/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { type Answers, renderScreen } from '../../test-screen.tsx'
import { ReviewCard } from './review-card.tsx'
import { makeExtracted, makeLine, makeReview, makeReviewOfImages } from './test-review.ts'

const SAVE = 'POST /api/portfolios/save-from-review'
const SAVED = {
  id: '7d0c3f0e-95c0-4b1d-9f0c-0c3b1b8f4a11',
  name: 'Mine',
  importId: '0a1f6a39-4a44-4a55-8a10-9d3b0f5b6f11',
  positionCount: 1,
  notes: [],
  unchanged: false,
}
const PORTFOLIO: Portfolio = {
  id: '7d0c3f0e-95c0-4b1d-9f0c-0c3b1b8f4a11',
  name: 'Core',
  positionCount: 3,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  benchmark: { label: 'SPY', parts: [{ ticker: 'SPY', percent: 100 }] },
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const tickers = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Ticker' })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } })

function renderReview(
  review: ImportReview,
  { portfolios = [] as Portfolio[], answers = {} as Answers, name = '' } = {},
) {
  const told = { onCancel: vi.fn(), onSaved: vi.fn(), onNameMissing: vi.fn(), onReviewChange: vi.fn() }
  function Desk() {
    const [typed, setTyped] = useState(name)
    return (
      <ReviewCard
        review={review}
        portfolios={portfolios}
        name={typed}
        onNameChange={setTyped}
        onEditedChange={() => {}}
        {...told}
      />
    )
  }
  return { ...told, ...renderScreen(<Desk />, { [SAVE]: SAVED, ...answers }) }
}

describe('looking over what was read', () => {
  test('problems come first, are counted in the head, and the focus begins at the heading', () => {
    renderReview(makeReviewOfImages())
    expect(screen.getByText('Please review and edit the positions extracted from your image')).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Review Extracted Positions')
    expect(
      tickers()
        .slice(0, 2)
        .map(({ value }) => value),
    ).toEqual(['TIP', '5CHW'])
    expect(screen.getByText('2 need a look')).toBeTruthy()
    expect(screen.getByText('Cost not visible in image')).toBeTruthy()
    expect(field('Avg cost of TIP').getAttribute('aria-invalid')).toBe('true')
    expect(
      screen.getByText('13 positions from 3 images. An empty cost is saved as unknown.', { exact: false }),
    ).toBeTruthy()
  })

  test('a suggestion is filled in on click and settles the row', () => {
    renderReview(makeReviewOfImages())
    press('SCHW')
    expect(tickers()[1]?.value).toBe('SCHW')
    expect(screen.getByText('1 needs a look')).toBeTruthy()
    expect(screen.queryByText(/Did you mean/)).toBeNull()
  })

  test('a currency is told where it is not that of the portfolio', () => {
    renderReview(makeReview({ positions: [makeExtracted({ ticker: 'XEQT.TO', currency: 'CAD' })] }))
    expect(screen.getByText('CAD')).toBeTruthy()
  })

  test('tickers are upper case as they are typed', () => {
    renderReview(makeReview())
    type(tickers()[0]!, 'brk.b')
    expect(tickers()[0]?.value).toBe('BRK.B')
  })

  test('Enter and the arrows move between the rows of one column', () => {
    renderReview(makeReviewOfImages())
    const [first, second, third] = tickers()
    first?.focus()
    fireEvent.keyDown(first!, { key: 'Enter' })
    expect(document.activeElement).toBe(second)
    fireEvent.keyDown(second!, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(third)
    fireEvent.keyDown(third!, { key: 'ArrowUp' })
    fireEvent.keyDown(second!, { key: 'Enter', shiftKey: true })
    expect(document.activeElement).toBe(first)
    fireEvent.keyDown(first!, { key: 'ArrowUp' })
    expect(document.activeElement).toBe(first)
  })

  test('a row is removed and brought back; another is added and takes the focus', async () => {
    renderReview(makeReviewOfImages())
    press('Remove TIP')
    expect(screen.getByText('TIP removed.')).toBeTruthy()
    expect(tickers()).toHaveLength(12)
    press('Bring it back')
    expect(tickers()[0]?.value).toBe('TIP')
    press('Add a position')
    await waitFor(() => expect((document.activeElement as HTMLInputElement).value).toBe(''))
    expect(screen.getByText('Left empty, this row is not saved.')).toBeTruthy()
    expect(screen.getByText('13 positions from 3 images.', { exact: false })).toBeTruthy()
  })
})

describe('what the file says', () => {
  const review = makeReview({
    origin: 'file',
    imageCount: 0,
    sources: [
      {
        name: 'a.csv',
        kind: 'csv',
        format: 'Fidelity positions',
        content: 'positions',
        asOf: '2026-11-20',
        knownFrom: null,
      },
    ],
    accounts: [
      {
        account: 'IRA …4821',
        currency: 'USD',
        positionCount: 1,
        valueOfPositions: 1000,
        statedTotal: 1012.34,
        difference: -12.34,
        matches: false,
        sentence: 'off by $12.34',
      },
    ],
    lines: [
      makeLine({ line: 1, verdict: 'header', text: 'Symbol,Quantity' }),
      makeLine({ line: 2, text: 'VTI,10' }),
      makeLine({ line: 3, verdict: 'not-understood', text: '???', note: 'No figure in it' }),
    ],
    notes: ['Two lots of VTI were joined.'],
  })

  test('layout, day, totals and notes are told', () => {
    renderReview(review)
    expect(screen.getByText('Recognised: Fidelity positions, as of Nov 20, 2026')).toBeTruthy()
    expect(screen.getByText('off by $12.34')).toBeTruthy()
    expect(screen.getByText('Two lots of VTI were joined.')).toBeTruthy()
  })

  test('every line is shown with its verdict, and can be filtered', () => {
    renderReview(review)
    expect(screen.getByText('1 not understood')).toBeTruthy()
    press('Show lines')
    const table = () => within(screen.getByRole('table', { name: 'Lines that were read' }))
    expect(table().getAllByRole('row')).toHaveLength(4)
    type(screen.getByRole('combobox', { name: 'Show' }), 'not-understood')
    expect(table().getAllByRole('row')).toHaveLength(2)
    expect(table().getByText('No figure in it')).toBeTruthy()
  })
})

describe('an unknown layout', () => {
  const mapping: ImportReview['mapping'] = {
    fingerprint: 'f',
    source: 0,
    headerLine: 1,
    state: 'needed',
    columns: [
      { index: 0, header: 'Papier', samples: ['AAPL'], field: 'ticker', because: 'Its values look like tickers.' },
      { index: 1, header: 'Stück', samples: ['3'], field: 'ignore', because: 'Nothing was recognised.' },
    ],
  }

  test('asks what is missing, sends every column, and shows what comes of it', async () => {
    const mapped = makeReview({ origin: 'file' })
    const review = makeReview({ positions: [], mapping, origin: 'file' })
    const call = `POST /api/imports/${review.importId}/mapping`
    const { sent, onReviewChange } = renderReview(review, { answers: { [call]: mapped } })
    expect(screen.getByText('Its values look like tickers.')).toBeTruthy()
    expect(screen.getByText('Say which column holds the shares.')).toBeTruthy()
    type(screen.getByRole('combobox', { name: 'Meaning of Stück' }), 'shares')
    press('Read with these columns')
    await waitFor(() => expect(onReviewChange).toHaveBeenCalledWith(mapped))
    expect(sent).toEqual([
      {
        call,
        body: {
          columns: [
            { index: 0, field: 'ticker' },
            { index: 1, field: 'shares' },
          ],
        },
      },
    ])
  })
})

describe('saving', () => {
  test('asks for a name first where the source has none', async () => {
    const { sent, onNameMissing } = renderReview(makeReview({ proposedName: '' }))
    press('Confirm & Save')
    expect(await screen.findByText('Missing name')).toBeTruthy()
    expect(screen.getByText('Please provide a portfolio name')).toBeTruthy()
    expect(onNameMissing).toHaveBeenCalled()
    expect(sent).toEqual([])
  })

  test('takes the name that the source proposes', async () => {
    const { sent, onSaved } = renderReview(makeReview())
    press('Confirm & Save')
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith(SAVED))
    expect(sent[0]).toMatchObject({ call: SAVE, body: { name: 'Retirement IRA', importId: makeReview().importId } })
    expect(await screen.findByText('Portfolio saved successfully')).toBeTruthy()
    expect(screen.getByText('Your reviewed positions have been saved.')).toBeTruthy()
  })

  test('is not tried with a row that cannot be saved; the focus goes there', async () => {
    const { sent } = renderReview(makeReviewOfImages(), { name: 'Mine' })
    type(field('Shares of VTI'), '0')
    press('Confirm & Save')
    expect(await screen.findByText('Save failed')).toBeTruthy()
    expect(screen.getByText('VTI: Shares cannot be 0.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field('Shares of VTI')))
    expect(sent).toEqual([])
  })

  test('has nothing to do without positions', () => {
    renderReview(makeReview())
    press('Remove VTI')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm & Save' }).disabled).toBe(true)
  })

  test('into a portfolio shows the difference first', async () => {
    const compare = `POST /api/portfolios/${PORTFOLIO.id}/import-difference`
    const removed = { ticker: 'OLD', kind: 'security', account: null, currency: 'USD', shares: 2, avgCost: null }
    const modes = { mode: 'replace', proposedMode: 'replace' }
    const difference = { added: [], removed: [removed], changed: [], unchangedCount: 4, ...modes }
    const { sent } = renderReview(makeReview({ positions: [makeExtracted({ ticker: 'VTI' })] }), {
      portfolios: [PORTFOLIO],
      answers: { [compare]: difference },
    })
    type(screen.getByRole('combobox', { name: 'Save to' }), PORTFOLIO.id)
    expect(await screen.findByText('1 removed, 4 unchanged. OLD would go.')).toBeTruthy()
    expect(screen.getByRole('row', { name: /Removed OLD 2.00/ })).toBeTruthy()
    press('Confirm & Save')
    await waitFor(() =>
      expect(sent.find(({ call }) => call === SAVE)?.body).toMatchObject({
        name: 'Core',
        portfolioId: PORTFOLIO.id,
        mode: 'replace',
      }),
    )
  })

  test('a newer file of an account goes to the portfolio that holds it, unless the person says otherwise', async () => {
    const compare = `POST /api/portfolios/${PORTFOLIO.id}/import-difference`
    const modes = { mode: 'replace', proposedMode: 'replace' }
    const difference = { added: [], removed: [], changed: [], unchangedCount: 1, ...modes }
    const review = makeReview({ positions: [makeExtracted({ ticker: 'VTI', account: 'Roth' })] })
    const options = { portfolios: [{ ...PORTFOLIO, accounts: ['Roth'] }], answers: { [compare]: difference } }
    const { sent } = renderReview(review, options)
    const target = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Save to' })
    expect(target.value).toBe(PORTFOLIO.id)
    expect(screen.getByText('Core already holds Roth.')).toBeTruthy()
    expect(await screen.findByText(/Nothing would change/)).toBeTruthy()
    type(target, '')
    expect(target.value).toBe('')
    type(target, PORTFOLIO.id)
    press('Confirm & Save')
    await waitFor(() =>
      expect(sent.find(({ call }) => call === SAVE)?.body).toMatchObject({
        portfolioId: PORTFOLIO.id,
        mode: 'replace',
      }),
    )
  })

  test('a person who has named a new portfolio gets one', () => {
    const review = makeReview({ positions: [makeExtracted({ ticker: 'VTI', account: 'Roth' })] })
    renderReview(review, { portfolios: [{ ...PORTFOLIO, accounts: ['Roth'] }], name: 'Mine' })
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Save to' }).value).toBe('')
    expect(screen.getByText('Core already holds Roth.')).toBeTruthy()
  })

  test('a file of other accounts is added, unless the person says otherwise', async () => {
    const compare = `POST /api/portfolios/${PORTFOLIO.id}/import-difference`
    const difference = { added: [], removed: [], changed: [], unchangedCount: 4, mode: 'add', proposedMode: 'add' }
    const { sent } = renderReview(makeReview({ positions: [makeExtracted({ ticker: 'VTI' })] }), {
      portfolios: [PORTFOLIO],
      answers: { [compare]: difference },
    })
    type(screen.getByRole('combobox', { name: 'Save to' }), PORTFOLIO.id)
    await screen.findByText(/Nothing would change/)
    expect(sent.find(({ call }) => call === compare)?.body).not.toHaveProperty('mode')
    press('Confirm & Save')
    await waitFor(() => expect(sent.find(({ call }) => call === SAVE)?.body).toMatchObject({ mode: 'add' }))
  })
})

describe('leaving', () => {
  test('an untouched review goes without a question', () => {
    const { onCancel } = renderReview(makeReview())
    press('Cancel')
    expect(onCancel).toHaveBeenCalled()
  })

  test('an edited one asks first', () => {
    const { onCancel } = renderReview(makeReview())
    type(field('Shares of VTI'), '3')
    press('Cancel')
    expect(onCancel).not.toHaveBeenCalled()
    press('Keep reviewing')
    expect(field('Shares of VTI').value).toBe('3')
    press('Cancel')
    press('Discard')
    expect(onCancel).toHaveBeenCalledOnce()
  })
})
