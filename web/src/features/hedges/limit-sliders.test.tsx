/** @module-tag full */
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Answers, PRO_USER, renderRouted } from '../../test-screen.tsx'
import { HedgesPage } from './hedges-page.tsx'
import { makeEntry, PORTFOLIO_ID, TEST_ANALYSIS } from './test-hedges.ts'

const LIST = `GET /api/portfolios/${PORTFOLIO_ID}/hedge-analyses`
const ANALYZE = `POST /api/portfolios/${PORTFOLIO_ID}/analyze-hedges`
const STORED = `${LIST}/${TEST_ANALYSIS.analysisId}`

const renderHedges = (answers: Answers, block?: readonly string[]) =>
  renderRouted(
    <HedgesPage portfolioId={PORTFOLIO_ID} user={PRO_USER} savedPrompt="" onPromptSave={vi.fn()} block={block} />,
    answers,
  )

test('two sliders price another limit while they move, and the search takes what they say', async () => {
  const { sent } = await renderHedges({ [LIST]: [makeEntry()], [STORED]: TEST_ANALYSIS, [ANALYZE]: TEST_ANALYSIS })
  const limit = await screen.findByRole('slider', { name: 'Most I want to lose' })
  const figures = () => screen.getByText('Costs now').closest('dl')!.textContent
  await vi.waitFor(() => expect(figures()).toContain('$4,610'))
  expect(screen.queryByRole('button', { name: /^Find this hedge/ })).toBeNull()
  fireEvent.change(limit, { target: { value: '10' } })
  expect(figures()).not.toContain('$4,610')
  expect(limit.getAttribute('aria-valuetext')).toMatch(/^10\.0% · \$/)
  fireEvent.change(screen.getByRole('slider', { name: 'If the market falls' }), { target: { value: '30' } })
  fireEvent.click(screen.getByRole('button', { name: 'Find this hedge (1 token)' }))
  await vi.waitFor(() =>
    expect(sent.find(({ call }) => call === ANALYZE)?.body).toEqual({ limitPercent: 10, shockPercent: 30 }),
  )
})

test('a request for a block keeps everything else, with options on single names', async () => {
  const position = {
    name: null,
    kind: 'security',
    shares: 10,
    avgCost: 1,
    currency: 'USD',
    multiplier: 1,
    sector: null,
    sectorIsOwn: false,
    account: null,
    importId: null,
  }
  const positions = [
    { ...position, id: '6b6f4f8e-93a5-4c34-9a54-3cf0bd4f3f01', ticker: 'KO' },
    { ...position, id: '6b6f4f8e-93a5-4c34-9a54-3cf0bd4f3f02', ticker: 'NVDA' },
  ]
  const answers = { [LIST]: [], [`GET /api/portfolios/${PORTFOLIO_ID}/positions`]: positions, [ANALYZE]: TEST_ANALYSIS }
  const { sent } = await renderHedges(answers, ['NVDA'])
  const keep = await screen.findByLabelText<HTMLInputElement>('Never sell or cap')
  await vi.waitFor(() => expect(keep.value).toBe('KO'))
  fireEvent.click(await screen.findByRole('button', { name: /^Analyze Portfolio/ }))
  await vi.waitFor(() =>
    expect(sent.find(({ call }) => call === ANALYZE)?.body).toEqual({ keep: ['KO'], underlyings: 'single-names' }),
  )
})
