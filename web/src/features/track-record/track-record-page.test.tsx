/** @module-tag full */
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { type Answers, Refusal, renderRouted } from '../../test-screen.tsx'
import { PerformanceCard } from './performance-card.tsx'
import { CHAINS, LOSER, makeRecord, makeRow, makeYoungRecord, OPEN, REPEATED, SAMPLE_SOURCE } from './test-record.ts'
import { type RecordTab, TrackRecordPage } from './track-record-page.tsx'

const RECORD = 'GET /api/track-record'
const rowsOf = (simulated: boolean) => `${RECORD}/recommendations?simulated=${simulated}`
const SOURCE = 'GET /api/market-data/status'
const live = makeRecord({ simulated: false })
const answers: Answers = {
  [SOURCE]: SAMPLE_SOURCE,
  [RECORD]: {
    live: makeYoungRecord({ simulated: false, made: 0, scored: 0 }),
    simulated: makeRecord(),
    chains: CHAINS,
  },
  [rowsOf(true)]: [makeRow(), LOSER, OPEN, REPEATED],
  [rowsOf(false)]: [],
  [`${RECORD}/replayed`]: { replay: null },
}

describe('the Historical Performance card', () => {
  test('below the number that is needed there is the sentence and no percentage', async () => {
    await renderRouted(<PerformanceCard />, {
      ...answers,
      [RECORD]: { live, simulated: makeYoungRecord(), chains: CHAINS },
    })
    expect(await screen.findByText('3 of 20 recommendations have matured; percentages appear from 30.')).toBeTruthy()
    expect(screen.getByRole('region').textContent).not.toMatch(/\d%|\d pp/)
    expect(screen.getByText('Simulated')).toBeTruthy()
  })

  test('from there on the rate stands with its range, the base rate and the average', async () => {
    await renderRouted(<PerformanceCard />, answers)
    expect(await screen.findByText('60%')).toBeTruthy()
    const text = screen.getByRole('region').textContent!
    for (const part of ['95% range 47% to 71%', '42% for blindly selling a fifth', '+1.24 pp', '60 matured']) {
      expect(text).toContain(part)
    }
  })

  test('on real prices it shows the live record, and no badge', async () => {
    const real = { ...SAMPLE_SOURCE, source: 'yahoo', simulated: false }
    await renderRouted(<PerformanceCard />, {
      ...answers,
      [SOURCE]: real,
      [RECORD]: { live: makeRecord({ simulated: false, made: 31 }), simulated: makeYoungRecord(), chains: CHAINS },
    })
    expect(await screen.findByText('31')).toBeTruthy()
    expect(screen.queryByText('Simulated')).toBeNull()
  })

  test('it leads to the record', async () => {
    await renderRouted(<PerformanceCard />, answers)
    expect((await screen.findByRole('link', { name: 'Track record' })).getAttribute('href')).toBe('/track-record')
  })

  test('a failure can be tried again in place', async () => {
    await renderRouted(<PerformanceCard />, { ...answers, [RECORD]: new Refusal(500, { error: 'Out of order.' }) })
    expect(await screen.findByText('Out of order.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
  })
})

async function renderPage(tab: RecordTab | null = null, changes: Answers = {}) {
  const onTabChange = vi.fn()
  return {
    onTabChange,
    ...(await renderRouted(<TrackRecordPage tab={tab} onTabChange={onTabChange} />, { ...answers, ...changes })),
  }
}

describe('the page', () => {
  test('opens with the class of the data at hand, which says that it is simulated', async () => {
    await renderPage()
    expect(await screen.findByText(/never enter the live record/)).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Simulated' }).getAttribute('aria-selected')).toBe('true')
  })

  test('lists every row, losers and those that do not count included', async () => {
    await renderPage()
    const table = await screen.findByRole('table', { name: 'All recommendations' })
    expect(table.getAttribute('aria-rowcount')).toBe('5')
    for (const name of ['Helped', 'Did not help', 'Open', 'Not counted']) {
      expect(within(table).getByText(name)).toBeTruthy()
    }
    expect(table.textContent).toContain('−1.90 pp')
    expect(table.textContent).toContain('Repeated within a week')
  })

  test('sorts by improvement, the unknown last', async () => {
    await renderPage()
    const table = await screen.findByRole('table', { name: 'All recommendations' })
    fireEvent.click(within(table).getByRole('button', { name: 'Improvement' }))
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows[0]!.textContent).toContain('+4.40 pp')
    expect(rows[1]!.textContent).toContain('−1.90 pp')
  })

  test('filters by outcome, and says how many are left', async () => {
    await renderPage()
    fireEvent.change(await screen.findByLabelText('Outcome'), { target: { value: 'hurt' } })
    expect(screen.getByText('1 of 4 rows')).toBeTruthy()
    const table = screen.getByRole('table', { name: 'All recommendations' })
    expect(table.textContent).toContain('Buy a put spread on SPY')
    expect(table.textContent).not.toContain('Buy calls on TLT')
  })

  test('shows calibration as a table, too', async () => {
    await renderPage()
    fireEvent.click(await screen.findByRole('button', { name: /^Table: Stated evidence/ }))
    const table = await screen.findByRole('table', { name: 'Stated evidence against what came true' })
    expect(within(table).getByRole('row', { name: /^70% 80% 40 27 68%/ })).toBeTruthy()
  })

  test('counts rising and falling markets apart, without percentages', async () => {
    await renderPage()
    expect((await screen.findByText('Market fell')).nextElementSibling!.textContent).toBe('17 of 20')
  })

  test('explains what counts, and shows the heads of both chains', async () => {
    await renderPage()
    expect(await screen.findByText('What counts as a success')).toBeTruthy()
    expect(screen.getByText('a'.repeat(64))).toBeTruthy()
  })

  test('the evidence of one’s own can be opened and taken along', async () => {
    const evidence = {
      recommendation: LOSER,
      content: '{}',
      hash: 'c'.repeat(64),
      scoreContent: null,
      scoreHash: null,
      snapshot: '{}',
      prices: null,
    }
    await renderPage(null, { [`${RECORD}/recommendations/${LOSER.id}`]: evidence })
    const table = await screen.findByRole('table', { name: 'All recommendations' })
    fireEvent.click(within(table).getByText('Buy a put spread on SPY'))
    const sheet = await screen.findByRole('dialog', { name: 'Buy a put spread on SPY' })
    expect(await within(sheet).findByText('c'.repeat(64))).toBeTruthy()
  })

  test('of others there is no evidence to open', async () => {
    const { sent } = await renderPage()
    const table = await screen.findByRole('table', { name: 'All recommendations' })
    fireEvent.click(within(table).getByText('Buy calls on TLT'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent.some(({ call }) => call.includes(OPEN.id))).toBe(false)
  })

  test('a record without rows says what will stand there', async () => {
    await renderPage('live')
    expect(await screen.findByText('No live recommendation has been made yet')).toBeTruthy()
    expect(screen.queryByText(/never enter the live record/)).toBeNull()
  })

  test('chains without a row show no hash, and say that there will be one', async () => {
    const none = { length: 0, hash: '0'.repeat(64) }
    const record = { ...(answers[RECORD] as object), chains: { recommendations: none, scores: none } }
    await renderPage('live', { [RECORD]: record })
    expect(await screen.findByText(/The first recommendation will bring a hash/)).toBeTruthy()
    expect(screen.queryByText(none.hash)).toBeNull()
  })
})

describe('the Replayed tab', () => {
  const replay = {
    notice: 'Replayed, not live: what the engine would have said.',
    portfolioName: 'Core Growth',
    weights: [{ ticker: 'AAPL', percent: 60 }],
    engine: 'Built-in quantitative engine',
    engineVersion: '1',
    source: 'sample',
    simulated: true,
    from: '2024-01-31',
    to: '2026-08-31',
    record: makeRecord(),
    rows: [
      {
        madeOn: '2026-08-31',
        horizonEnds: '2026-11-30',
        recommendation: 'Hold',
        states: 'evidence',
        confidence: 55,
        status: 'excluded',
        unchangedPercent: null,
        followedPercent: null,
        improvement: null,
        marketPercent: null,
        modelledPercent: null,
      },
    ],
  }

  test('says that it is replayed and not live, of what and by whom', async () => {
    await renderPage('replayed', { [`${RECORD}/replayed`]: { replay } })
    expect(await screen.findByText('Replayed, not live')).toBeTruthy()
    expect(screen.getByText(replay.notice)).toBeTruthy()
    expect(screen.getByText('Held on every date: AAPL 60.0%.')).toBeTruthy()
    expect(screen.getByRole('table', { name: 'All replayed months' }).textContent).toContain('Hold')
  })

  test('without a replay says how one is made', async () => {
    await renderPage('replayed')
    expect(await screen.findByText('No replay has been made')).toBeTruthy()
  })

  test('is chosen by its tab', async () => {
    const { onTabChange } = await renderPage()
    await screen.findByText('What counts as a success')
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'Replayed' }), { button: 0 })
    expect(onTabChange).toHaveBeenCalledWith('replayed')
  })
})
