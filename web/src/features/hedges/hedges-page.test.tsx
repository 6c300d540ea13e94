/** @module-tag full */
import { analyzeHedges } from '@ballast/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { forgetRefusedRun, keepRefusedRun, markRefusedRunPaid } from '../../lib/refused-run.ts'
import { PRO_USER, Refusal } from '../../test-screen.tsx'
import { splitFirstSentence } from './hedge-view.ts'
import {
  makeAnalysis,
  makeEntry,
  PORTFOLIO_ID,
  TEST_ANALYSIS,
  TEST_LOSSES,
  TEST_PRICES,
  TEST_TERM,
} from './test-hedges.ts'
import { ANALYZE, holdSample, LIST, renderHedges, STORED, TWO_POSITIONS } from './test-hedges-page.tsx'

const OTHER_ID = '6b6f4f8e-93a5-4c34-9a54-3cf0bd4f3f62'

const withStored = { [LIST]: [makeEntry()], [STORED]: TEST_ANALYSIS }
const analyzeButton = () => screen.findByRole('button', { name: /^Analyze Portfolio/ })

describe('before the first analysis', () => {
  test('PRO sees the price of an analysis and the tokens left', async () => {
    await renderHedges({ [LIST]: [] })
    expect((await analyzeButton()).textContent).toBe('Analyze Portfolio (1 token)')
    expect(screen.getByText('7 tokens')).toBeTruthy()
  })

  test('the analysis of a sample portfolio is free, and of a changed one it is not', async () => {
    await renderHedges(holdSample())
    expect(await screen.findByRole('button', { name: 'Analyze Portfolio (free)' })).toBeTruthy()
    cleanup()
    await renderHedges(holdSample(1))
    expect((await analyzeButton()).textContent).toBe('Analyze Portfolio (1 token)')
  })

  test('an admin sees no price, but the infinity badge', async () => {
    await renderHedges({ [LIST]: [] }, { user: { ...PRO_USER, isAdmin: 1 } })
    expect((await analyzeButton()).textContent).toBe('Analyze Portfolio')
    expect(screen.getByText('Unlimited')).toBeTruthy()
  })

  test('a saved prompt stands beside the collapsed Enhance Prompt and is asked again', async () => {
    const { sent } = await renderHedges({ [LIST]: [], [ANALYZE]: TEST_ANALYSIS }, { savedPrompt: 'keep KO' })
    expect(await screen.findByText('“keep KO”')).toBeTruthy()
    fireEvent.click(await analyzeButton())
    await waitFor(() => expect(sent.find(({ call }) => call === ANALYZE)?.body).toEqual({ customPrompt: 'keep KO' }))
  })

  test('explicit fields are sent as numbers, and a wrong one keeps the button from being pressed', async () => {
    const { sent, onPromptSave } = await renderHedges({ [LIST]: [], [ANALYZE]: TEST_ANALYSIS })
    fireEvent.click(await screen.findByRole('button', { name: 'Enhance Prompt' }))
    fireEvent.change(screen.getByLabelText('Most to lose, %'), { target: { value: '99' } })
    expect((await analyzeButton()).hasAttribute('disabled')).toBe(true)
    expect(screen.getByRole('alert').textContent).toBe('Between 1 and 60.')
    fireEvent.change(screen.getByLabelText('Most to lose, %'), { target: { value: '12' } })
    fireEvent.change(screen.getByLabelText('Custom instructions (optional)'), { target: { value: 'keep NVDA' } })
    fireEvent.click(screen.getByLabelText('Allow short calls on an index (needs a margin account)'))
    fireEvent.click(await analyzeButton())
    expect(onPromptSave).toHaveBeenCalledWith('keep NVDA')
    await waitFor(() =>
      expect(sent.find(({ call }) => call === ANALYZE)?.body).toEqual({
        customPrompt: 'keep NVDA',
        limitPercent: 12,
        allowShortCalls: true,
      }),
    )
  })
})

describe('words', () => {
  test('become chips and fill fields; one is removed, and the fields are sent with the words', async () => {
    const { sent } = await renderHedges(TWO_POSITIONS)
    fireEvent.click(await screen.findByRole('button', { name: 'Enhance Prompt' }))
    const words = 'max loss 12,5%, budget $2k, keep NVDA, bring luck'
    fireEvent.change(screen.getByLabelText('Custom instructions (optional)'), { target: { value: words } })
    const chips = await screen.findByRole('list', { name: 'Understood' })
    expect(
      within(chips)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['At most 12.5% may be lost', 'The hedge may cost $2,000', 'Neither sold nor capped: NVDA'])
    expect(screen.getByText('Not understood: “bring luck”.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Most to lose, %').value).toBe('12.5')
    fireEvent.click(screen.getByRole('button', { name: 'Remove: The hedge may cost $2,000' }))
    expect(screen.getByLabelText<HTMLInputElement>('Budget, $').value).toBe('')
    fireEvent.click(await analyzeButton())
    await waitFor(() =>
      expect(sent.find(({ call }) => call === ANALYZE)?.body).toEqual({
        customPrompt: words,
        wordsAreRead: true,
        limitPercent: 12.5,
        keep: ['NVDA'],
      }),
    )
  })

  test('that may mean two things are asked about', async () => {
    await renderHedges(TWO_POSITIONS, { savedPrompt: 'max 2%' })
    fireEvent.click(await screen.findByRole('button', { name: 'The hedge may cost 2% of the portfolio' }))
    fireEvent.click(screen.getByRole('button', { name: /^Enhance Prompt/ }))
    expect(screen.getByLabelText<HTMLInputElement>('Budget, % of value').value).toBe('2')
    expect(screen.queryByText(/may mean two things/)).toBeNull()
  })
})

describe('a past crisis', () => {
  const choice = () => screen.findByLabelText<HTMLSelectElement>('Or a past crisis')

  test('takes the place of the fall and of what is limited', async () => {
    const { sent } = await renderHedges({ [LIST]: [], [ANALYZE]: TEST_ANALYSIS })
    fireEvent.click(await screen.findByRole('button', { name: 'Enhance Prompt' }))
    const fall = screen.getByLabelText<HTMLInputElement>('If the market falls, %')
    fireEvent.change(fall, { target: { value: '99' } })
    expect((await analyzeButton()).hasAttribute('disabled')).toBe(true)
    fireEvent.change(await choice(), { target: { value: 'gfc-2007' } })
    expect({ disabled: fall.disabled, value: fall.value, placeholder: fall.placeholder }).toEqual({
      disabled: true,
      value: '',
      placeholder: 'By the crisis',
    })
    expect(screen.getByLabelText<HTMLSelectElement>('What is limited').disabled).toBe(true)
    fireEvent.click(await analyzeButton())
    await waitFor(() => expect(sent.find(({ call }) => call === ANALYZE)?.body).toEqual({ crisisId: 'gfc-2007' }))
  })

  test('that was chosen on the way here stands in the open form', async () => {
    await renderHedges({ [LIST]: [] }, { crisisId: 'covid-2020' })
    expect((await choice()).value).toBe('covid-2020')
    expect((await choice()).selectedOptions[0]?.textContent).toBe('COVID crash')
  })
})

describe('what an owner may say besides', () => {
  test('is folded away, is sent as fields, and stands beside the folded name', async () => {
    const { sent } = await renderHedges({ [LIST]: [], [ANALYZE]: TEST_ANALYSIS })
    fireEvent.click(await screen.findByRole('button', { name: 'Enhance Prompt' }))
    const more = screen.getByRole('button', { name: 'More choices' })
    expect(more.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(more)
    fireEvent.change(screen.getByLabelText('Account'), { target: { value: 'ira' } })
    fireEvent.change(screen.getByLabelText('Options'), { target: { value: 'no-spreads' } })
    fireEvent.change(screen.getByLabelText('Protect until'), { target: { value: '2027-03-19' } })
    fireEvent.click(screen.getByRole('button', { name: /^More choices/ }))
    expect(screen.getByText('No spreads · IRA · Until Mar 19, 2027')).toBeTruthy()
    fireEvent.click(await analyzeButton())
    await waitFor(() =>
      expect(sent.find(({ call }) => call === ANALYZE)?.body).toEqual({
        account: 'ira',
        noSpreads: true,
        lastDay: '2027-03-19',
      }),
    )
  })

  test('stands as chips beside the answer, and is asked again with it', async () => {
    const request = { ...TEST_ANALYSIS.request, account: 'ira' as const, longOnly: true }
    const stored = { ...TEST_ANALYSIS, request }
    const { sent } = await renderHedges({ [LIST]: [makeEntry()], [STORED]: stored, [ANALYZE]: stored })
    const summary = await screen.findByRole('region', { name: 'Summary' })
    expect(within(summary).getByText('IRA')).toBeTruthy()
    expect(within(summary).getByText('Bought options only')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /^Refresh Analysis/ }))
    await waitFor(() =>
      expect(sent.find(({ call }) => call === ANALYZE)?.body).toMatchObject({ account: 'ira', longOnly: true }),
    )
  })
})

describe('refusals and failures', () => {
  test('Free is offered PRO in the catalogue’s words', async () => {
    await renderHedges({ [LIST]: [], [ANALYZE]: new Refusal(403, { error: 'PRO', requiresUpgrade: true }) })
    fireEvent.click(await analyzeButton())
    expect((await screen.findByRole('link', { name: 'Upgrade to PRO' })).getAttribute('href')).toBe('/pricing')
    expect(
      screen.getByText('AI Hedge Recommendations is a PRO feature. Upgrade to access AI-powered hedge analysis.'),
    ).toBeTruthy()
    // What one would get is shown, computed for a sample portfolio.
    expect(screen.getByRole('heading', { name: 'Example: a hedge for $1,344' })).toBeTruthy()
    expect(screen.getByText(/this portfolio loses \$51,341 without the hedge and \$36,991 with it/)).toBeTruthy()
  })

  test('a refused analysis begins by itself once it is paid for, once, and on its own portfolio alone', async () => {
    await renderHedges(
      { [LIST]: [], [ANALYZE]: new Refusal(403, { error: 'PRO', requiresUpgrade: true }) },
      { savedPrompt: 'keep KO' },
    )
    fireEvent.click(await analyzeButton())
    await screen.findByRole('link', { name: 'Upgrade to PRO' })
    cleanup()
    const open = () => renderHedges({ [LIST]: [], [ANALYZE]: TEST_ANALYSIS })
    const asked = ({ sent }: Awaited<ReturnType<typeof open>>) => sent.filter(({ call }) => call === ANALYZE)

    const unpaid = await open()
    await analyzeButton()
    expect(asked(unpaid)).toEqual([])
    cleanup()

    expect(markRefusedRunPaid()).toBe('/')
    const paid = await open()
    await waitFor(() => expect(asked(paid)).toMatchObject([{ body: { customPrompt: 'keep KO' } }]))
    cleanup()

    keepRefusedRun(analyzeHedges.path, { params: { portfolioId: PORTFOLIO_ID }, body: {} })
    forgetRefusedRun()
    expect(markRefusedRunPaid()).toBeNull()
    const again = await open()
    await analyzeButton()
    expect(asked(again)).toEqual([])
  })

  test('without tokens there is a way to buy some', async () => {
    await renderHedges({ [LIST]: [], [ANALYZE]: new Refusal(403, { error: 'None', requiresPurchase: true }) })
    fireEvent.click(await analyzeButton())
    expect(await screen.findByText('No Tokens Remaining')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Buy Tokens' })).toBeTruthy()
  })

  test('a failure says what the server says, and Try Again asks again', async () => {
    let calls = 0
    const answer = () => {
      calls += 1
      return new Refusal(502, { error: 'Failed', details: 'No option chain could be loaded.' })
    }
    await renderHedges({ [LIST]: [], [ANALYZE]: answer })
    fireEvent.click(await analyzeButton())
    expect(await screen.findByText('No option chain could be loaded.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(calls).toBe(2))
  })

  test('an answer about another portfolio is never shown', async () => {
    const foreign = makeAnalysis({ portfolioId: OTHER_ID })
    const { sent } = await renderHedges({ [LIST]: [], [ANALYZE]: foreign })
    fireEvent.click(await analyzeButton())
    await waitFor(() => expect(sent.some(({ call }) => call === ANALYZE)).toBe(true))
    await analyzeButton()
    expect(screen.queryByText('Risk Assessment')).toBeNull()
  })
})

describe('a stored analysis', () => {
  test('is shown after a reload: the sentence, the risk, the strategies', async () => {
    await renderHedges(withStored)
    expect(await screen.findByText('Risk Assessment')).toBeTruthy()
    const { first, rest } = splitFirstSentence(TEST_ANALYSIS.summaryParts)
    const summary = document.querySelector('#hedge-summary')!.closest('section')!.textContent
    for (const text of [first, rest ?? []]) expect(summary).toContain(text.map((piece) => piece.text).join(''))
    expect(screen.getAllByRole('article')).toHaveLength(TEST_ANALYSIS.hedgeStrategies.length)
    expect(screen.getByText(/Not used: “bring me luck”/)).toBeTruthy()
    expect(screen.getByText(/Understood: “loss 15%”/)).toBeTruthy()
  })

  test('a figure opens its formula, its inputs, its source and its time', async () => {
    await renderHedges(withStored)
    const [ticket] = await screen.findAllByRole('region', { name: 'Ticket' })
    fireEvent.click(within(ticket!).getByRole('button', { name: '$4.55' }))
    const panel = await screen.findByRole('dialog', { name: 'Where $4.55 comes from' })
    expect(panel.textContent).toContain('Commissions')
    expect(panel.textContent).toContain('Simulated market data')
  })

  test('choosing another strategy changes the ticket', async () => {
    await renderHedges(withStored)
    const [ticket] = await screen.findAllByRole('region', { name: 'Ticket' })
    expect(within(ticket!).getByText('SPY270219P00730000')).toBeTruthy()
    const [, second] = screen.getAllByRole('article')
    fireEvent.click(within(second!).getByRole('button', { name: 'Show ticket' }))
    expect(within(ticket!).getByText('NVDA270219C00450000')).toBeTruthy()
    expect(within(ticket!).getByText(/This is not an order\./)).toBeTruthy()
  })

  test('a point of the frontier can be chosen', async () => {
    await renderHedges(withStored)
    const points = await screen.findByRole('list', { name: 'Points of the frontier' })
    fireEvent.click(within(points).getByRole('button', { name: /At most 17\.3%/ }))
    const [ticket] = screen.getAllByRole('region', { name: 'Ticket' })
    expect(ticket!.textContent).toContain('Frontier, at most 17.3%')
  })

  test('a map shows what a fall costs on each day, without and with the hedge, and the three prices', async () => {
    const hedgeStrategies = TEST_ANALYSIS.hedgeStrategies.map((one) => ({ ...one, losses: TEST_LOSSES }))
    const mapped = makeAnalysis({ hedgeStrategies, term: TEST_TERM, prices: TEST_PRICES })
    await renderHedges({ [LIST]: [makeEntry()], [STORED]: mapped })
    const map = await screen.findByRole('region', { name: /^Loss in percent.*scrollable$/ })
    expect(within(map).getByRole('rowheader', { name: /Feb 22, 2027 after expiry/ })).toBeTruthy()
    expect(
      within(map)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toContain('14.9%')
    fireEvent.click(screen.getByRole('radio', { name: 'Without' }))
    expect(
      within(map)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toContain('24.7%')
    expect(screen.getByRole('heading', { name: 'Cost of the 15% limit with puts on the index' })).toBeTruthy()
    expect(screen.getByText('$5,734 (2.20%)')).toBeTruthy()
  })

  test('sliders reprice the chosen package', async () => {
    await renderHedges(withStored)
    const card = await screen.findByRole('region', { name: 'What if' })
    expect(card.textContent).toContain('+$26,841')
    fireEvent.change(within(card).getByLabelText('Market move'), { target: { value: '0' } })
    expect(card.textContent).toContain('−$4,610')
  })

  test('one that is of other positions says so', async () => {
    await renderHedges({ ...withStored, [STORED]: makeAnalysis({ isCurrent: false }) })
    expect(await screen.findByText(/have changed since. Refresh Analysis/)).toBeTruthy()
  })

  test('every rejected way says why', async () => {
    await renderHedges(withStored)
    const card = await screen.findByRole('region', { name: 'Considered and rejected' })
    expect(card.textContent).toContain('Index Collar, SPY: Its calls would be sold without owning SPY')
  })

  test('an earlier one is opened, compared and deleted', async () => {
    const earlier = makeAnalysis({
      analysisId: OTHER_ID,
      createdAt: '2026-11-20T10:00:00.000Z',
      outcome: 'cannot-be-met',
      request: { ...TEST_ANALYSIS.request, limitPercent: 5 },
    })
    let entries = [
      makeEntry(),
      makeEntry({
        analysisId: OTHER_ID,
        createdAt: earlier.createdAt,
        outcome: 'cannot-be-met',
        limitPercent: 5,
      }),
    ]
    await renderHedges({
      [LIST]: () => entries,
      [STORED]: TEST_ANALYSIS,
      [`${LIST}/${OTHER_ID}`]: earlier,
      [`DELETE ${LIST.slice(4)}/${OTHER_ID}`]: () => {
        entries = entries.slice(0, 1)
        return { deleted: true }
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: /^Compare the analysis of Nov 20/ }))
    const table = await screen.findByRole('table', { name: 'The shown run and the one it is compared with' })
    expect(table.textContent).toContain('Cannot be met')
    fireEvent.click(screen.getByRole('button', { name: /^Open the analysis of Nov 20/ }))
    expect(await screen.findByText('At most 5% if the market falls 20%')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /^Delete the analysis of Nov 20/ }))
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /Nov 20/ })).toBeNull())
  })
})
