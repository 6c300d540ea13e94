/** @module-tag full */
import type { User } from '@ballast/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { type Answers, PRO_USER, Refusal, renderRouted } from '../../test-screen.tsx'
import { AiAnalysisPage } from './ai-analysis-page.tsx'
import { cutSentences } from './idea-view.ts'
import {
  DISCOVERY_ENTRY,
  makeAnalysis,
  makeDiscovery,
  makeEntry,
  PORTFOLIO_ID,
  PUT_PLAY,
  TEST_ANALYSIS,
  TEST_DISCOVERY,
} from './test-runs.ts'

const LIST = `GET /api/portfolios/${PORTFOLIO_ID}/ai-runs`
const ANALYSIS = `${LIST}/${TEST_ANALYSIS.analysisId}`
const DISCOVERY = `${LIST}/${TEST_DISCOVERY.runId}`
const ANALYZE = 'POST /api/ai-analysis/comprehensive'
const DISCOVER = 'POST /api/agentic-discovery'
const OTHER_ID = '6b6f4f8e-93a5-4c34-9a54-3cf0bd4f3f62'
const READY = {
  status: 'ready',
  database: { engine: 'embedded', reachable: true },
  marketData: { source: 'sample', simulated: true, requested: 'sample', state: 'ready', notice: null },
  ai: { engine: 'Built-in quantitative engine' },
  simulated: true,
}

interface Options {
  portfolioId?: string | null
  user?: User
}

async function renderPage(answers: Answers, { portfolioId = PORTFOLIO_ID, user = PRO_USER }: Options = {}) {
  const renderChain = vi.fn(({ ticker, expiry }: { ticker: string; expiry: string }) => (
    <p>
      Chain of {ticker} {expiry}
    </p>
  ))
  const page = (
    <AiAnalysisPage
      portfolioId={portfolioId}
      user={user}
      selector={<select aria-label="Portfolio" />}
      performance={<p>Performance stands here</p>}
      renderChain={renderChain}
    />
  )
  return { renderChain, ...(await renderRouted(page, { 'GET /api/ready': READY, ...answers })) }
}

const stored: Answers = {
  [LIST]: [DISCOVERY_ENTRY, makeEntry()],
  [ANALYSIS]: { comprehensive: TEST_ANALYSIS, discovery: null },
  [DISCOVERY]: { comprehensive: null, discovery: TEST_DISCOVERY },
}
const runButton = () => screen.findByRole('button', { name: 'Run AI Analysis' })
const discoverButton = () => screen.findByRole('button', { name: /^Discover Opportunities/ })
const card = (name: string) => within(screen.getByRole('region', { name }))

describe('before the first run', () => {
  test('the disclaimer, the context and what each card would do stand there', async () => {
    await renderPage({ [LIST]: [] })
    expect(await screen.findByText('One reading of the whole portfolio')).toBeTruthy()
    expect(screen.getByText('For information only.')).toBeTruthy()
    for (const name of ['Portfolio data', 'Correlation matrix', 'Options chains', 'Backtest results']) {
      expect(screen.getByText(name)).toBeTruthy()
    }
    expect(screen.getByText('Performance stands here')).toBeTruthy()
  })

  test('the discovery card says what will be scanned, for how long, by whom and for how much', async () => {
    await renderPage({ [LIST]: [] })
    expect((await discoverButton()).textContent).toBe('Discover Opportunities (1 token)')
    expect(
      await screen.findByText(
        '50 funds and your 5 largest positions · 90-day correlation scan · Built-in quantitative engine',
      ),
    ).toBeTruthy()
    expect(screen.getByText('7 tokens left')).toBeTruthy()
  })

  test('an admin sees the infinity badge and no price', async () => {
    await renderPage({ [LIST]: [] }, { user: { ...PRO_USER, isAdmin: 1 } })
    expect((await discoverButton()).textContent).toBe('Discover Opportunities')
    expect(screen.getByText('Unlimited')).toBeTruthy()
  })
})

describe('without a portfolio', () => {
  test('running asks for one, and discovering is not offered', async () => {
    const { sent } = await renderPage({}, { portfolioId: null })
    expect((await discoverButton()).hasAttribute('disabled')).toBe(true)
    fireEvent.click(await runButton())
    expect(await screen.findByText('Portfolio Required')).toBeTruthy()
    expect(screen.getByText('Please select a portfolio to analyze')).toBeTruthy()
    expect(sent.some(({ call }) => call === ANALYZE)).toBe(false)
  })
})

describe('refusals and failures', () => {
  const free: User = { ...PRO_USER, subscriptionTier: 'free' }

  test('Free is offered PRO for the analysis', async () => {
    await renderPage(
      { [LIST]: [], [ANALYZE]: new Refusal(403, { error: 'PRO', requiresUpgrade: true }) },
      { user: free },
    )
    fireEvent.click(await runButton())
    expect((await screen.findByRole('link', { name: 'Upgrade to PRO' })).getAttribute('href')).toBe('/pricing')
    expect(screen.getByText('PRO Feature')).toBeTruthy()
    expect(screen.queryByText('Analysis Failed')).toBeNull()
  })

  test('without tokens there is a way to buy some', async () => {
    await renderPage({ [LIST]: [], [DISCOVER]: new Refusal(403, { error: 'None', requiresPurchase: true }) })
    fireEvent.click(await discoverButton())
    expect(await screen.findByText('No Tokens Remaining')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Purchase Tokens' })).toBeTruthy()
    expect(screen.queryByText('Discovery Failed')).toBeNull()
  })

  test('a failed analysis is told by its toast, in the catalogue’s words where the server has none', async () => {
    await renderPage({ [LIST]: [], [ANALYZE]: new Refusal(500, {}) })
    fireEvent.click(await runButton())
    expect(await screen.findByText('Analysis Failed')).toBeTruthy()
    expect(screen.getAllByText('Failed to analyze portfolio').length).toBeGreaterThan(0)
  })

  test('a failed discovery is told by its own toast, in the server’s words', async () => {
    await renderPage({ [LIST]: [], [DISCOVER]: new Refusal(422, { error: 'Nothing has a price.' }) })
    fireEvent.click(await discoverButton())
    expect(await screen.findByText('Discovery Failed')).toBeTruthy()
    expect(screen.getAllByText('Nothing has a price.').length).toBeGreaterThan(0)
  })

  test('an answer about another portfolio is never shown', async () => {
    const answers = {
      [ANALYZE]: makeAnalysis({ portfolioId: OTHER_ID }),
      [DISCOVER]: makeDiscovery({ portfolioId: OTHER_ID }),
    }
    const { sent } = await renderPage({ [LIST]: [], ...answers })
    fireEvent.click(await runButton())
    fireEvent.click(await discoverButton())
    await waitFor(() => expect(sent.filter(({ call }) => call === ANALYZE || call === DISCOVER)).toHaveLength(2))
    await discoverButton()
    expect(screen.queryByText('Reasoning')).toBeNull()
    expect(screen.queryAllByRole('article')).toHaveLength(0)
  })

  test('nor is one that the list names by mistake', async () => {
    await renderPage({
      ...stored,
      [ANALYSIS]: { comprehensive: makeAnalysis({ portfolioId: OTHER_ID }), discovery: null },
      [DISCOVERY]: { comprehensive: null, discovery: makeDiscovery({ portfolioId: OTHER_ID }) },
    })
    await runButton()
    await waitFor(() => expect(screen.getByText('Earlier runs')).toBeTruthy())
    expect(screen.queryByText('Reasoning')).toBeNull()
  })
})

describe('a stored analysis', () => {
  test('is there after a reload: recommendation, reasoning, evidence, actions, methodology', async () => {
    await renderPage(stored)
    await screen.findByText('Reasoning')
    const analysis = screen.getByRole('region', { name: 'Comprehensive analysis' })
    for (const text of [TEST_ANALYSIS.recommendation, ...TEST_ANALYSIS.reasoning]) {
      expect(analysis.textContent).toContain(text)
    }
    for (const { first, rest } of TEST_ANALYSIS.actions.map(({ parts }) => cutSentences(parts, 1))) {
      for (const text of [first, rest]) expect(analysis.textContent).toContain(text.map((one) => one.text).join(''))
    }
    for (const source of TEST_ANALYSIS.methodology.dataSources) expect(analysis.textContent).toContain(source)
    expect(analysis.textContent).toContain('Built-in quantitative engine')
  })

  test('the evidence opens what was counted', async () => {
    const evidence = 'Helps in 92 of 100 histories, 8 of 9 crises.'
    const confidenceDetail = { ...TEST_ANALYSIS.confidenceDetail, within: 0.88, alternative: 0.12 }
    const told = makeAnalysis({ evidence, evidenceParts: [{ text: evidence }], confidenceDetail })
    await renderPage({ ...stored, [ANALYSIS]: { comprehensive: told, discovery: null } })
    await screen.findByText('Reasoning')
    expect(screen.getByText(evidence)).toBeTruthy()
    fireEvent.click(card('Comprehensive analysis').getByRole('button', { name: 'How it is counted' }))
    const panel = await screen.findByRole('dialog', { name: 'How the evidence is counted' })
    for (const words of ['88 of 100', '12 of 100', 'resampled histories', 'This is not a chance of success']) {
      expect(panel.textContent).toContain(words)
    }
  })

  test('a figure opens its fact and can be computed again', async () => {
    const beta = TEST_ANALYSIS.facts.find(({ key }) => key === 'book.beta')!
    const fact = `GET /api/facts/${TEST_ANALYSIS.analysisId}.${beta.id}`
    await renderPage({ ...stored, [fact]: { fact: beta, recomputed: beta.value, matches: true } })
    await screen.findByText('Reasoning')
    fireEvent.click(card('Comprehensive analysis').getAllByRole('button', { name: beta.text })[0]!)
    const panel = await screen.findByRole('dialog', { name: `Where ${beta.text} comes from` })
    fireEvent.click(within(panel).getByRole('button', { name: 'Recompute' }))
    expect(await within(panel).findByText(/the same\.$/)).toBeTruthy()
  })

  test('each action leads to where it is carried out', async () => {
    await renderPage(stored)
    await screen.findByText('Reasoning')
    const links = card('Comprehensive analysis').getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([`/portfolios/${PORTFOLIO_ID}`, '/hedges'])
  })

  test('badges say what was used in part and why', async () => {
    const [first, ...rest] = TEST_ANALYSIS.context
    const context = [{ ...first!, state: 'partial' as const, note: 'One has no price.', noteParts: null }, ...rest]
    await renderPage({ ...stored, [ANALYSIS]: { comprehensive: makeAnalysis({ context }), discovery: null } })
    fireEvent.click(await screen.findByRole('button', { name: /^Portfolio data.*used in part/ }))
    expect(await screen.findByText('One has no price.')).toBeTruthy()
  })

  test('one of other positions says so', async () => {
    await renderPage({ ...stored, [ANALYSIS]: { comprehensive: makeAnalysis({ isCurrent: false }), discovery: null } })
    expect(await screen.findByText(/have changed since. Run AI Analysis/)).toBeTruthy()
  })

  test('holding is an answer as well', async () => {
    const held = makeAnalysis({ headline: 'hold', actions: [] })
    await renderPage({ ...stored, [ANALYSIS]: { comprehensive: held, discovery: null } })
    expect(await screen.findByText(/^Nothing to do/)).toBeTruthy()
  })
})

describe('discoveries', () => {
  test('each card has its badge, contract, cost and figures', async () => {
    await renderPage(stored)
    const [first] = await screen.findAllByRole('article')
    expect(within(first!).getByText('Hedge')).toBeTruthy()
    expect(first!.textContent).toContain('Not distinguishable from fair')
    for (const text of ['Correlation', 'Mispricing', 'Expected return', 'q-value', 'Fair band', '$1,100']) {
      expect(first!.textContent).toContain(text)
    }
    expect(screen.getByText('55 assets scanned · 90-day correlation scan · Built-in quantitative engine')).toBeTruthy()
  })

  test('a long shot is called speculative', async () => {
    const discovery = makeDiscovery({ discoveries: [{ ...PUT_PLAY, type: 'tail-risk' }] })
    await renderPage({ ...stored, [DISCOVERY]: { comprehensive: null, discovery } })
    expect(await screen.findByText('Speculative')).toBeTruthy()
  })

  test('the rest of the text is folded, and nothing of it is lost', async () => {
    await renderPage(stored)
    const [first] = await screen.findAllByRole('article')
    const fold = first!.querySelector('details')!
    expect(fold.open).toBe(false)
    for (const parts of [PUT_PLAY.rationaleParts, PUT_PLAY.firstPrincipleParts]) {
      const { first: shown, rest } = cutSentences(parts, 1)
      expect(first!.textContent).toContain(shown.map(({ text }) => text).join(''))
      expect(fold.textContent).toContain(rest.map(({ text }) => text).join(''))
    }
  })

  test('three ideas are shown, and the others folded', async () => {
    const discoveries = ['A', 'B', 'C', 'D', 'E'].map((id) => ({ ...PUT_PLAY, id, ticker: id }))
    await renderPage({ ...stored, [DISCOVERY]: { comprehensive: null, discovery: makeDiscovery({ discoveries }) } })
    const fold = (await screen.findByText('2 more ideas: D, E')).closest('details')!
    expect(within(fold).getAllByRole('article')).toHaveLength(2)
  })

  test('a card toggles the chain of its ticker', async () => {
    await renderPage(stored)
    const [first] = await screen.findAllByRole('article')
    const toggle = within(first!).getByRole('button', { name: /^Options chain/ })
    expect(toggle.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(toggle)
    expect(toggle.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByText(`Chain of ${PUT_PLAY.ticker} ${PUT_PLAY.expiry}`)).toBeTruthy()
    fireEvent.click(toggle)
    expect(screen.queryByText(/^Chain of/)).toBeNull()
  })

  test('Analyze opens the full sheet and leaves the chain shut', async () => {
    const { renderChain } = await renderPage(stored)
    const [first] = await screen.findAllByRole('article')
    fireEvent.click(within(first!).getByRole('button', { name: /^Analyze XLK/ }))
    const sheet = await screen.findByRole('dialog', { name: 'XLK $320 put, Jan 15, 2027' })
    for (const title of [
      'Payoff at expiry',
      'Value by price and days left',
      'What if',
      'Greeks and odds',
      'Effect on the portfolio',
      'Why this asset',
      'How the price was judged',
    ]) {
      expect(within(sheet).getByRole('region', { name: title })).toBeTruthy()
    }
    expect(sheet.textContent).toContain(PUT_PLAY.firstPrinciple)
    expect(renderChain).not.toHaveBeenCalled()
  })

  test('a slider reprices the position at once', async () => {
    await renderPage(stored)
    fireEvent.click((await screen.findAllByRole('button', { name: /^Analyze XLK/ }))[0]!)
    const whatIf = within(await screen.findByRole('region', { name: 'What if' }))
    const slider = whatIf.getByRole('slider', { name: 'Price of XLK' })
    const before = whatIf.getByText('Position').nextElementSibling!.textContent
    fireEvent.change(slider, { target: { value: '-30' } })
    expect(slider.getAttribute('aria-valuetext')).toContain('−30%')
    expect(whatIf.getByText('Position').nextElementSibling!.textContent).not.toBe(before)
    fireEvent.click(whatIf.getByRole('button', { name: 'Reset' }))
    expect(whatIf.getByText('Position').nextElementSibling!.textContent).toBe(before)
  })

  test('none found is explained, and nothing was charged', async () => {
    const words = 'Nothing was found and nothing was charged: 55 of 55 assets were looked at.'
    const discovery = makeDiscovery({
      discoveries: [],
      nothingFound: 'nothing-significant',
      charged: false,
      summary: words,
      summaryParts: [{ text: words }],
    })
    await renderPage({ ...stored, [DISCOVERY]: { comprehensive: null, discovery } })
    expect(await screen.findByText('No opportunities found')).toBeTruthy()
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.queryAllByRole('article')).toHaveLength(0)
  })

  test('what could not be looked at is named', async () => {
    const leftOut = [{ ticker: 'IBIT', reason: 'No history' }]
    await renderPage({ ...stored, [DISCOVERY]: { comprehensive: null, discovery: makeDiscovery({ leftOut }) } })
    expect(await screen.findByText('Could not be looked at (1)')).toBeTruthy()
    expect(screen.getByText('IBIT:').parentElement!.textContent).toContain('No history')
  })
})

describe('earlier runs', () => {
  const OLD_ID = '11111111-93a5-4c34-9a54-3cf0bd4f3f62'
  const old = makeAnalysis({
    analysisId: OLD_ID,
    createdAt: '2026-11-01T15:00:00.000Z',
    isCurrent: false,
    evidence: 'Helps in 51 of 100 histories.',
    recommendation: 'Hold what there is.',
    recommendationParts: [{ text: 'Hold what there is.' }],
  })
  const answers = {
    ...stored,
    [LIST]: [
      DISCOVERY_ENTRY,
      makeEntry(),
      makeEntry({ id: OLD_ID, createdAt: old.createdAt, isCurrent: false, summary: old.recommendation }),
    ],
    [`${LIST}/${OLD_ID}`]: { comprehensive: old, discovery: null },
  }
  const entry = async () => within((await screen.findByText('Other positions')).closest('li')!)

  test('one is opened in place of the shown one', async () => {
    await renderPage(answers)
    fireEvent.click((await entry()).getByRole('button', { name: /^Open the comprehensive analysis/ }))
    expect(await card('Comprehensive analysis').findAllByText('Hold what there is.')).not.toEqual([])
  })

  test('one is held beside the shown one', async () => {
    await renderPage(answers)
    await screen.findByText('Reasoning')
    fireEvent.click((await entry()).getByRole('button', { name: /^Compare the comprehensive analysis/ }))
    const table = await screen.findByRole('table', { name: 'The shown run and the one it is compared with' })
    expect(within(table).getByRole('row', { name: /^Evidence/ }).textContent).toContain('51 of 100')
  })

  test('they are listed by kind', async () => {
    await renderPage(answers)
    const list = await screen.findByRole('list', { name: 'Earlier runs' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(3)
    fireEvent.click(screen.getByRole('radio', { name: 'Discovery' }))
    expect(within(list).getAllByRole('listitem')).toHaveLength(1)
  })
})

test('a finished run is shown and the balance is asked for again', async () => {
  let made = false
  const { sent } = await renderPage({
    [LIST]: () => (made ? [DISCOVERY_ENTRY] : []),
    [DISCOVER]: () => {
      made = true
      return TEST_DISCOVERY
    },
  })
  fireEvent.click(await discoverButton())
  expect(await screen.findAllByRole('article')).toHaveLength(2)
  expect(sent.find(({ call }) => call === DISCOVER)?.body).toEqual({ portfolioId: PORTFOLIO_ID })
  expect(sent.some(({ call }) => call === DISCOVERY)).toBe(false)
})
