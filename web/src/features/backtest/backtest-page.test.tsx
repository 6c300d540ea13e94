/** @module-tag full */
import { DEFAULT_SCENARIO } from '@ballast/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { makeMetrics, RESULT, SCENARIOS } from '../../test-backtest-result.ts'
import { type Answers, Refusal, renderScreen } from '../../test-screen.tsx'
import { BacktestPage } from './backtest-page.tsx'
import { CoverageCard } from './coverage-card.tsx'

const RUN = 'POST /api/backtest/scenario'
const SERIES = 'POST /api/backtest/scenario/series'
const CORE = { id: 'p1', name: 'Core Growth', benchmark: { label: 'SPY' } }

const page = (portfolio: typeof CORE | undefined) => (
  <BacktestPage portfolio={portfolio} selector={<span>selector</span>} scenarios={SCENARIOS} />
)
const show = (answers: Answers = { [RUN]: RESULT }, portfolio: typeof CORE | undefined = CORE) =>
  renderScreen(page(portfolio), answers)
const runButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /Run Backtest|Running Simulation/ })
const run = async () => {
  fireEvent.click(runButton())
  await screen.findByRole('region', { name: 'Coverage' })
}

describe('before the first run', () => {
  test('the default is chosen, and the place of the answer says what will stand there', () => {
    show()
    expect(screen.getByRole('radio', { name: /Last 6 months/ }).getAttribute('aria-checked')).toBe('true')
    expect(screen.getByText('Choose a scenario and run the backtest')).toBeTruthy()
  })

  test('without a portfolio nothing can be run', () => {
    renderScreen(<BacktestPage portfolio={undefined} selector={null} scenarios={SCENARIOS} />)
    expect(screen.getAllByText('Please select a portfolio to run backtests')).not.toHaveLength(0)
    expect(runButton().disabled).toBe(true)
  })

  test('a custom range needs both days', () => {
    show()
    fireEvent.click(screen.getByRole('radio', { name: /Custom range/ }))
    expect(runButton().disabled).toBe(true)
    fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2020-03-02' } })
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2020-02-03' } })
    expect(screen.getByRole('alert').textContent).toBe('The last day must come after the first.')
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2020-06-01' } })
    expect(runButton().disabled).toBe(false)
  })
})

describe('a run', () => {
  test('offers what can be done about its scenario', async () => {
    const action = (scenarioId: string) => <a href={`/hedges?crisis=${scenarioId}`}>Hedge</a>
    const acting = <BacktestPage portfolio={CORE} selector={null} scenarios={SCENARIOS} renderAction={action} />
    renderScreen(acting, { [RUN]: RESULT })
    expect(screen.queryByRole('link', { name: 'Hedge' })).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: /COVID crash/ }))
    await run()
    expect(screen.getByRole('link', { name: 'Hedge' }).getAttribute('href')).toBe('/hedges?crisis=covid-2020')
  })

  test('asks with the choices made', async () => {
    const { sent } = show()
    fireEvent.click(screen.getByRole('radio', { name: /COVID crash/ }))
    fireEvent.change(screen.getByLabelText('Rebalanced'), { target: { value: 'monthly' } })
    fireEvent.change(screen.getByLabelText('Invested'), { target: { value: 'actual-shares' } })
    fireEvent.click(screen.getByRole('switch', { name: 'Own data only, no proxies' }))
    await run()
    expect(sent).toEqual([
      {
        call: RUN,
        body: {
          portfolioId: 'p1',
          scenarioId: 'covid-2020',
          basis: 'actual-shares',
          rebalance: 'monthly',
          ownDataOnly: true,
        },
      },
    ])
  })

  test('the verdict first, then four figures beside the benchmark', async () => {
    show()
    await run()
    expect(screen.getAllByText(/^Over COVID crash .* with higher downside risk\.$/)).not.toHaveLength(0)
    expect(screen.getByText(/^On this path your \$[\d,]+ would become \$[\d,]+: a gain of \$[\d,]+\.$/)).toBeTruthy()
    expect(screen.getByText('SPY +5.66%')).toBeTruthy()
    expect(screen.getByText('SPY −33.94%')).toBeTruthy()
  })

  test('metrics say better or worse in words', async () => {
    show()
    await run()
    const table = within(screen.getByRole('table', { name: 'Metrics of the portfolio and of SPY' }))
    expect(table.getByRole('row', { name: /^Total return/ }).textContent).toBe('Total return+7.58%+5.66%better+1.92')
    expect(table.getByRole('row', { name: /^Volatility/ }).textContent).toBe('Volatility23.31%19.36%worse+3.95')
    expect(table.getByRole('row', { name: /^Beta/ }).textContent).toBe('Beta1.11')
  })

  test('a metric below its minimum says so in place of figures', async () => {
    const metrics = makeMetrics({ annualizedReturn: null })
    show({ [RUN]: { ...RESULT, metrics, benchmarkMetrics: metrics } })
    await run()
    expect(screen.getByRole('row', { name: /^Annualized return/ }).textContent).toBe(
      'Annualized return—Not annualized: the window has fewer than 60 daily returns.',
    )
  })

  test('coverage is on the page, holding by holding', async () => {
    show()
    await run()
    const coverage = within(screen.getByRole('region', { name: 'Coverage' }))
    expect(coverage.getByText(RESULT.coverage.sentence!)).toBeTruthy()
    const rows = within(coverage.getByRole('table', { name: 'Coverage by position' })).getAllByRole('row')
    expect(rows[1]?.textContent).toBe('PLTR40.0%Sector fund XLK, scaled by beta1.60Feb 19, 2020 to Aug 18, 2020')
  })

  test('what has no price has no share, and is counted', () => {
    const leftOut = [{ ticker: 'ZZZZ', reason: 'no-price' as const }]
    renderScreen(<CoverageCard result={{ ...RESULT, covers: { covered: 2, positions: 3, leftOut } }} />, {})
    const left = screen.getByText('Left out', { selector: 'dt' })
    expect(left.nextSibling?.textContent).toBe('0.0% and 1 position without a price')
  })

  test('where nothing stood in, nothing is said of stand-ins, and the list is folded', async () => {
    const details = RESULT.coverage.details.filter(({ method }) => method === 'own')
    renderScreen(<CoverageCard result={{ ...RESULT, coverage: { ...RESULT.coverage, ownPercent: 100, details } }} />)
    expect(screen.getByText(`${details.length} position${details.length === 1 ? '' : 's'}`).tagName).toBe('SUMMARY')
    const heads = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)
    expect(heads).toEqual(['Ticker', 'Share', 'Prices'])
  })

  test('months and falls are tables', async () => {
    show()
    await run()
    const months = within(screen.getByRole('table', { name: /Monthly returns/ }))
    expect(months.getByRole('row', { name: /^2020/ }).textContent).toBe('2020+20.0−50.0*−40.0')
    const falls = within(screen.getByRole('table', { name: /Worst drawdowns/ }))
    expect(falls.getAllByRole('row')[1]?.textContent).toBe('−38.73%Feb 19, 2020Mar 23, 2020Jun 8, 20202354')
  })

  test('another portfolio begins without an answer', async () => {
    const { rerender } = show()
    await run()
    rerender(page({ id: 'p2', name: 'Income', benchmark: { label: 'SPY' } }))
    await screen.findByText('Choose a scenario and run the backtest')
  })

  test('a what-if of the portfolio goes on with the replay that was run', async () => {
    const { sent, rerender } = show()
    await run()
    rerender(page({ ...CORE, id: 'p1~AAPL:4' }))
    await waitFor(() =>
      expect(sent.map(({ body }) => (body as { portfolioId: string }).portfolioId)).toEqual(['p1', 'p1~AAPL:4']),
    )
    expect(sent[1]?.body).toEqual({ ...(sent[0]?.body as object), portfolioId: 'p1~AAPL:4' })
    expect(screen.getByRole('region', { name: 'Coverage' })).toBeTruthy()
  })

  test('the answer before stays, dimmed, until the next one comes', async () => {
    let release = () => {}
    let count = 0
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { sent } = show({
      [SERIES]: new Refusal(503, { error: 'Not of interest here' }),
      [RUN]: (body: unknown) => {
        count += 1
        const { scenarioId } = body as { scenarioId: string }
        return scenarioId === 'covid-2020' ? held.then(() => RESULT) : RESULT
      },
    })
    await run()
    fireEvent.click(screen.getByRole('radio', { name: /COVID crash/ }))
    fireEvent.click(runButton())
    await waitFor(() => expect(count).toBe(2))
    expect(runButton().getAttribute('aria-busy')).toBe('true')
    const metrics = screen.getByRole('region', { name: 'Coverage' })
    expect(metrics.closest('[aria-busy]')).toBeTruthy()
    const table = within(screen.getByRole('table', { name: 'Metrics of the portfolio and of SPY' }))
    fireEvent.click(table.getByRole('button', { name: 'Sharpe ratio' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Download inputs (CSV)' }))
    // The figures on screen are still those of the run before: so is what they are computed from.
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ call: SERIES, body: { scenarioId: DEFAULT_SCENARIO } }))
    release()
    await waitFor(() => expect(screen.getByRole('region', { name: 'Coverage' }).closest('[aria-busy]')).toBeNull())
  })

  test('a failure stays where the answer would be, and can be tried again', async () => {
    let count = 0
    show({
      [RUN]: () => {
        count += 1
        return count === 1 ? new Refusal(422, { error: 'More than half of the value is left out' }) : RESULT
      },
    })
    fireEvent.click(runButton())
    expect(await screen.findByText('More than half of the value is left out')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByRole('region', { name: 'Coverage' })
  })

  test('scenarios are compared side by side, held alike', async () => {
    const { sent } = show()
    await run()
    fireEvent.change(screen.getByLabelText('Add a scenario to compare'), { target: { value: 'covid-2020' } })
    await screen.findByRole('button', { name: 'Remove COVID crash' })
    expect(sent.at(-1)?.body).toMatchObject({ scenarioId: 'covid-2020', basis: 'weights-today', rebalance: 'none' })
    const compared = within(screen.getByRole('region', { name: 'Compare scenarios' }))
    await waitFor(() => expect(compared.getAllByText('+1.92 points')).toHaveLength(2))
    fireEvent.click(screen.getByRole('button', { name: 'Remove COVID crash' }))
    // The one that is left stands above.
    expect(compared.queryByText('+1.92 points')).toBeNull()
  })

  test('a metric opens its formula and its window', async () => {
    show()
    await run()
    const table = within(screen.getByRole('table', { name: 'Metrics of the portfolio and of SPY' }))
    fireEvent.click(table.getByRole('button', { name: 'Sharpe ratio' }))
    const panel = within(await screen.findByRole('dialog', { name: 'How Sharpe ratio is computed' }))
    expect(panel.getByText('Feb 19, 2020 to Aug 18, 2020')).toBeTruthy()
    expect(panel.getByRole('button', { name: 'Download inputs (CSV)' })).toBeTruthy()
  })
})
