/** @module-tag full */
import type { Position } from '@ballast/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { makeChain } from '../../components/options/test-chain.ts'
import { makePosition } from '../../test-positions.ts'
import { type Answers, Refusal, renderScreen } from '../../test-screen.tsx'
import { DEFAULT_COLUMNS } from './ladder-columns.ts'
import { countContracts, formatContracts } from './option-positions-view.ts'
import { OptionsPage, type OptionsPageProps } from './options-page.tsx'
import { makePortfolioOptions } from './test-portfolio-options.ts'

const CHAIN = 'GET /api/options/near-term/NVDA'
const CORE = { id: 'p1', name: 'Core Growth' }
const HELD = 'GET /api/portfolios/p1/options'

const position = (fields: Partial<Position>) => makePosition({ ticker: 'NVDA', shares: 120, ...fields })

function show(answers: Answers, props: Partial<OptionsPageProps> = {}) {
  const told = { ticker: vi.fn(), expiry: vi.fn(), dismiss: vi.fn(), columns: vi.fn() }
  const page = (
    <OptionsPage
      ticker="NVDA"
      expiry={null}
      onTickerChange={told.ticker}
      onExpiryChange={told.expiry}
      portfolio={undefined}
      selector={<span>selector</span>}
      positions={[position({})]}
      hintShown
      onHintDismiss={told.dismiss}
      columns={DEFAULT_COLUMNS}
      onColumnsChange={told.columns}
      {...props}
    />
  )
  return { ...renderScreen(page, answers), told }
}

const ladder = () => screen.findByRole('table', { name: /^NVDA options of/ })
const openStrike = async (strike: string) => {
  const row = within(await ladder())
    .getByText(strike)
    .closest('[role=row]') as HTMLElement
  fireEvent.focus(row)
  fireEvent.keyDown(row, { key: 'Enter' })
  return await screen.findByRole('dialog')
}

describe('the states of the specification', () => {
  test('a provider that refuses', async () => {
    show({ [CHAIN]: { unauthorized: true, message: 'no' } })
    expect(await screen.findByText('Options Data Unavailable')).toBeTruthy()
    expect(screen.getByText('Options data requires a paid Polygon plan')).toBeTruthy()
  })

  test('a failure, with the server’s words and without the status', async () => {
    show({ [CHAIN]: new Refusal(503, { error: 'The provider did not answer' }) })
    expect(await screen.findByText('Unable to fetch options data')).toBeTruthy()
    expect(screen.getByText('The provider did not answer')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
  })

  test('a ticker without options', async () => {
    show({ [CHAIN]: { ...makeChain(), options: [], expiries: [], summary: null, emptyReason: 'no-options' } })
    expect(await screen.findByText('No options data available for NVDA')).toBeTruthy()
    expect(screen.getByText('Try searching for a different ticker')).toBeTruthy()
  })

  test('an older chain that stands in says when it was fetched', async () => {
    show({ [CHAIN]: { ...makeChain(), stale: true } })
    expect(await screen.findByText(/did not answer. This chain was fetched earlier/)).toBeTruthy()
  })

  test('a chain whose underlying nobody can price is shown as quoted, with nothing computed', async () => {
    const chain = makeChain()
    const options = chain.options.map((contract) => ({
      ...contract,
      underlyingPrice: null,
      impliedVolatility: null,
      delta: null,
      inTheMoney: false,
    }))
    show({ [CHAIN]: { ...chain, options, expiries: [], underlyingPrice: null } })
    const dialog = await openStrike('140.00')
    expect(within(dialog).getByText('The price of the underlying is not known.')).toBeTruthy()
  })

  test('nothing chosen yet', () => {
    show({}, { ticker: null })
    expect(screen.getByText('Choose a position or search for a ticker')).toBeTruthy()
  })
})

describe('choosing a ticker', () => {
  test('a holding is a button; options stand for their underlying, cash for nothing', () => {
    const positions = [
      position({}),
      position({ ticker: 'AAPL261218C00250000', kind: 'option' }),
      position({ ticker: 'CASH', kind: 'cash' }),
    ]
    const { told } = show({}, { ticker: null, positions })
    const held = within(screen.getByRole('list', { name: 'Tickers held' }))
    expect(held.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['NVDA', 'AAPL'])
    fireEvent.click(held.getByRole('button', { name: 'AAPL' }))
    expect(told.ticker).toHaveBeenCalledWith('AAPL')
  })

  test('what is typed becomes upper case, and Enter searches it', () => {
    const { told } = show({}, { ticker: null })
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Search ticker' })
    fireEvent.change(field, { target: { value: ' brk-b ' } })
    expect(field.value).toBe(' BRK-B ')
    fireEvent.submit(field)
    expect(told.ticker).toHaveBeenCalledWith('BRK.B')
  })

  test('a blank is not searched, and what cannot be a ticker is told so', () => {
    const { told } = show({}, { ticker: null })
    const field = screen.getByRole('combobox', { name: 'Search ticker' })
    fireEvent.change(field, { target: { value: '   ' } })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Search' }).disabled).toBe(true)
    fireEvent.submit(field)
    fireEvent.change(field, { target: { value: 'what a name' } })
    fireEvent.submit(field)
    expect(screen.getByRole('alert').textContent).toContain('“WHAT A NAME” is not a ticker')
    expect(told.ticker).not.toHaveBeenCalled()
  })

  test('suggestions are walked by the arrow keys and taken by Enter', async () => {
    const results = [
      { ticker: 'NVDA', name: 'NVIDIA', kind: 'equity', sector: null },
      { ticker: 'NVO', name: 'Novo Nordisk', kind: 'equity', sector: null },
    ]
    const answer = { results, source: 'sample', simulated: true, complete: true }
    const { told } = show({ 'GET /api/instruments/search?q=NV': answer }, { ticker: null })
    const field = screen.getByRole('combobox', { name: 'Search ticker' })
    fireEvent.change(field, { target: { value: 'nv' } })
    expect(await screen.findAllByRole('option')).toHaveLength(2)
    fireEvent.keyDown(field, { key: 'ArrowUp' })
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('NVO')
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('NVO')
    fireEvent.submit(field)
    expect(told.ticker).toHaveBeenCalledWith('NVO')
    expect(screen.queryByRole('option')).toBeNull()
  })

  test('the explainer goes away for good', () => {
    const { told } = show({}, { ticker: null })
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(told.dismiss).toHaveBeenCalledOnce()
  })
})

describe('the chain', () => {
  test('five figures, with what they count', async () => {
    const summary = {
      averageIV: 0.438,
      putCallRatio: 1.3,
      putCallLabel: 'bearish' as const,
      putVolume: 39_700,
      callVolume: 30_400,
      volumePattern: 'Heavy call volume' as const,
      volumeImbalancePercent: 21.4,
    }
    show({ [CHAIN]: makeChain({ summary }) })
    await ladder()
    expect(screen.getAllByText('43.8%')[0]?.title).toBe('43.8%')
    expect(screen.getByText('IV rank needs 60 days, 12 so far')).toBeTruthy()
    expect(screen.getByText('1.30')).toBeTruthy()
    expect(screen.getByText('Bearish')).toBeTruthy()
    expect(screen.getByText('More puts than calls: 39.7K puts, 30.4K calls')).toBeTruthy()
    expect(screen.getByText('Heavy call volume')).toBeTruthy()
    expect(screen.getByText('+21% call imbalance')).toBeTruthy()
    expect(screen.getByText(/^By Dec 18, 11\.4% either way$/)).toBeTruthy()
  })

  test('without call volume there is no ratio', async () => {
    show({ [CHAIN]: makeChain({ summary: { putCallRatio: null, putCallLabel: null } }) })
    await ladder()
    expect(screen.getByText('n/a')).toBeTruthy()
    expect(screen.getByText('No call traded')).toBeTruthy()
  })

  test('a figure opens how it comes about, with its own numbers', async () => {
    show({ [CHAIN]: makeChain() })
    await ladder()
    fireEvent.click(screen.getByRole('button', { name: 'Put/call ratio' }))
    const panel = within(await screen.findByRole('dialog', { name: 'How Put/call ratio is computed' }))
    expect(panel.getByText('ratio = put volume ÷ call volume')).toBeTruthy()
    expect(panel.getByText('Call volume: 55,455')).toBeTruthy()
  })

  test('opens on the expiry nearest to a month; the arrows go to its neighbours', async () => {
    const { told } = show({ [CHAIN]: makeChain() })
    const row = within(await ladder())
      .getByText('137.50')
      .closest('[role=row]') as HTMLElement
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Dec 18 · 27d' }).checked).toBe(true)
    // The row nearest the price is the one that Tab reaches.
    expect(row.tabIndex).toBe(0)
    fireEvent.keyDown(row, { key: 'ArrowRight' })
    expect(told.expiry).toHaveBeenLastCalledWith('2026-12-24')
    fireEvent.keyDown(row, { key: 'ArrowLeft' })
    expect(told.expiry).toHaveBeenLastCalledWith('2026-11-27')
  })

  test('an expiry beyond the near ones is asked for alone', async () => {
    const { sent } = show(
      { [CHAIN]: makeChain(), [`${CHAIN}?expiry=2027-01-15`]: makeChain({ days: [55], nearDays: 60 }) },
      { expiry: '2027-01-15' },
    )
    expect(await screen.findByRole('table', { name: 'NVDA options of Jan 15, 2027' })).toBeTruthy()
    expect(sent.map(({ call }) => call)).toContain(`${CHAIN}?expiry=2027-01-15`)
  })

  test('a quote that cannot be trusted is marked and explained', async () => {
    show({ [CHAIN]: makeChain({ alter: ({ strike }) => (strike === 120 ? { bid: 0 } : {}) }) })
    const row = within(await ladder())
      .getByText('120.00')
      .closest('[role=row]') as HTMLElement
    expect(within(row).getAllByText('no bid')).toHaveLength(2)
    expect(screen.getByText(/^2 of 66 contracts left out of every average: 2 no bid/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'What this means' }))
    expect(await screen.findByText(/Nobody bids. It can be bought, not sold/)).toBeTruthy()
  })

  test('the provider’s volatility stands beside ours where they disagree', async () => {
    const alter = ({ strike, type }: { strike: number; type: string }) =>
      strike === 130 && type === 'put' ? { providerVolatility: 0.61 } : {}
    show({ [CHAIN]: makeChain({ alter }) })
    const row = within(await ladder())
      .getByText('130.00')
      .closest('[role=row]') as HTMLElement
    expect(row.textContent).toContain('≠ 61.0%')
  })

  test('columns are chosen, the last one stays', async () => {
    const { told } = show({ [CHAIN]: makeChain() }, { columns: ['delta'] })
    await ladder()
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    expect((await screen.findByRole<HTMLButtonElement>('checkbox', { name: 'Delta' })).disabled).toBe(true)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Gamma' }))
    expect(told.columns).toHaveBeenCalledWith(['gamma', 'delta'])
  })
})

describe('a contract', () => {
  test('Enter on a strike opens its out-of-the-money side; the other is one press away', async () => {
    show({ [CHAIN]: makeChain() })
    const dialog = await openStrike('140.00')
    expect(dialog.textContent).toContain('NVDA $140 call, Dec 18, 2026')
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Put' }))
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('NVDA $140 put, Dec 18, 2026'))
  })

  test('its payoff starts from the ask when bought and from the bid when sold', async () => {
    show({ [CHAIN]: makeChain() })
    const dialog = await openStrike('140.00')
    expect(within(dialog).getByText(/^Costs \$569\.00\. It breaks even at \$145\.69\./)).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('radio', { name: /^Sell at/ }))
    expect(
      within(dialog).getByText(
        /^Brings in \$558\.00\. It breaks even at \$145\.58\. The most you can lose is unlimited/,
      ),
    ).toBeTruthy()
  })

  test('it is judged by the rules that a hedge is planned by', async () => {
    show({ [CHAIN]: makeChain() })
    const dialog = await openStrike('140.00')
    expect(within(dialog).getByText('Liquid')).toBeTruthy()
    expect(within(dialog).getByText(/an order of up to 500 contracts/)).toBeTruthy()
  })
})

describe('a strategy', () => {
  test('asks are bought, bids are sold, and the package is priced as one', async () => {
    show({ [CHAIN]: makeChain() })
    await ladder()
    expect(screen.getByText(/^Click a bid to sell or an ask to buy/)).toBeTruthy()
    const ask = screen.getByRole('button', { name: 'Buy the 140.00 call at 5.69' })
    fireEvent.click(ask)
    fireEvent.click(screen.getByRole('button', { name: /^Sell the 150.00 call at/ }))
    // What was picked is lit on its own side alone.
    expect(ask.getAttribute('aria-pressed')).toBe('true')
    const bid = screen.getByRole('button', { name: /^Sell the 140.00 call at/ })
    expect(bid.getAttribute('aria-pressed')).toBe('false')
    const card = within(screen.getByRole('region', { name: 'Strategy' }))
    expect(card.getByText(/This is not an order\./)).toBeTruthy()
    expect(card.getAllByRole('listitem').filter(({ textContent }) => /Buy|Sell/.test(textContent ?? ''))).toHaveLength(
      2,
    )
    fireEvent.click(card.getByRole('switch', { name: /^Include my 120.00 shares of NVDA/ }))
    // 120 shares, one call bought, one sold: nothing is capped.
    expect(card.getByText('Unlimited')).toBeTruthy()
  })

  test('the ticket is copied as text', async () => {
    const writeText = vi.fn(async () => {})
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    show({ [CHAIN]: makeChain() })
    await ladder()
    fireEvent.click(screen.getByRole('button', { name: 'Buy the 140.00 call at 5.69' }))
    fireEvent.click(screen.getByRole('button', { name: 'Copy ticket' }))
    await waitFor(() => expect(writeText).toHaveBeenCalledOnce())
    expect(writeText.mock.calls[0]).toEqual([
      expect.stringContaining('Buy 1 × NVDA Dec 18, 2026 $140 call at $5.69 (ask)  NVDA261218C00140000'),
    ])
    expect(writeText.mock.calls[0]).toEqual([expect.stringContaining('This is not an order.')])
  })

  test('a refresh brings new quotes to the chain and to the legs', async () => {
    let ask = 5.69
    const answer = () => {
      const chain = makeChain()
      return {
        ...chain,
        options: chain.options.map((contract) =>
          contract.symbol === 'NVDA261218C00140000' ? { ...contract, ask } : contract,
        ),
      }
    }
    show({ [CHAIN]: answer })
    await ladder()
    fireEvent.click(screen.getByRole('button', { name: 'Buy the 140.00 call at 5.69' }))
    ask = 6.01
    fireEvent.click(screen.getByRole('button', { name: 'Refresh quotes' }))
    await screen.findByRole('button', { name: 'Buy the 140.00 call at 6.01' })
    const card = within(screen.getByRole('region', { name: 'Strategy' }))
    expect(card.getByText(/^Costs \$601\.00\./)).toBeTruthy()
  })

  test('a leg bought and sold again is gone', async () => {
    show({ [CHAIN]: makeChain() })
    await ladder()
    fireEvent.click(screen.getByRole('button', { name: 'Buy the 140.00 call at 5.69' }))
    fireEvent.click(screen.getByRole('button', { name: /^Sell the 140.00 call at/ }))
    expect(screen.queryByRole('region', { name: 'Strategy' })).toBeNull()
  })
})

describe('options held', () => {
  test('each says what it is worth and whether it is covered, and the book is counted', async () => {
    show({ [HELD]: makePortfolioOptions() }, { ticker: null, portfolio: CORE })
    const table = within(await screen.findByRole('table', { name: 'Option positions' }))
    // Lines are counted, each of which may be of many contracts.
    expect(
      screen.getByText(new RegExp(`^${table.getAllByRole('row').length - 1} positions in ${CORE.name} · `)),
    ).toBeTruthy()
    expect(table.getByRole('row', { name: /NVDA \$150 call.*Covered/ })).toBeTruthy()
    expect(table.getByRole('row', { name: /SPY \$780 put.*no price.*Naked/ })).toBeTruthy()
    expect(screen.getByText('40.1').nextSibling?.textContent).toBe('shares of SPY')
    expect(screen.getByText(/deliver 100 NVDA/)).toBeTruthy()
    expect(screen.getByText('XYZ and QRS: Nobody knows its price')).toBeTruthy()
  })

  test('one contract is one, bought or sold', () => {
    expect([1, -1, 0, 2, -2].map(countContracts)).toEqual([
      ...['1 contract', '−1 contract', '0 contracts', '2 contracts', '−2 contracts'],
    ])
  })

  test('a part of a contract is not rounded to a whole one', () => {
    expect([3, -2, 1.5, -0.25].map(formatContracts)).toEqual(['3', '−2', '1.50', '−0.25'])
    expect(countContracts(1.5)).toBe('1.50 contracts')
  })

  test('a row opens the chain of its underlying', async () => {
    const { told } = show({ [HELD]: makePortfolioOptions() }, { ticker: null, portfolio: CORE })
    fireEvent.click(await screen.findByRole('row', { name: /NVDA \$150 call/ }))
    expect(told.ticker).toHaveBeenCalledWith('NVDA')
  })

  test('a portfolio without options says so', async () => {
    show(
      { [HELD]: { ...makePortfolioOptions(), positions: [], calendar: [], notCounted: [] } },
      { ticker: null, portfolio: CORE },
    )
    expect(await screen.findByText(/^No options in Core Growth/)).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })
})
