import { type HedgeCrisis, SAMPLE_PORTFOLIOS } from '@ballast/contract'
import { vi } from 'vitest'
import { makePosition } from '../../test-positions.ts'
import { type Answers, PRO_USER, renderRouted } from '../../test-screen.tsx'
import { HedgesPage } from './hedges-page.tsx'
import { PORTFOLIO_ID, TEST_ANALYSIS } from './test-hedges.ts'

export const LIST = `GET /api/portfolios/${PORTFOLIO_ID}/hedge-analyses`
export const ANALYZE = `POST /api/portfolios/${PORTFOLIO_ID}/analyze-hedges`
export const STORED = `${LIST}/${TEST_ANALYSIS.analysisId}`

/** Answers for a portfolio of KO and NVDA without an earlier analysis. */
export const TWO_POSITIONS: Answers = {
  [LIST]: [],
  [`GET /api/portfolios/${PORTFOLIO_ID}/positions`]: [makePosition({ ticker: 'KO' }), makePosition({ ticker: 'NVDA' })],
  [ANALYZE]: TEST_ANALYSIS,
}

/** Answers for the first sample portfolio, with some shares more of its first position. */
export function holdSample(moreShares = 0): Answers {
  const positions = (SAMPLE_PORTFOLIOS[0]?.csv ?? '')
    .trim()
    .split('\n')
    .slice(1)
    .map((line, place) => {
      const [ticker = '', shares, avgCost, sector = null] = line.split(',')
      const held = Number(shares) + (place === 0 ? moreShares : 0)
      return makePosition({ ticker, shares: held, avgCost: Number(avgCost), sector, sectorIsOwn: true })
    })
  return { ...TWO_POSITIONS, [`GET /api/portfolios/${PORTFOLIO_ID}/positions`]: positions }
}

interface Visit {
  user?: typeof PRO_USER
  savedPrompt?: string
  crisisId?: HedgeCrisis
  block?: readonly string[]
}

/** Renders Hedges as a visitor of `answers` sees it. */
export async function renderHedges(answers: Answers, { user = PRO_USER, savedPrompt = '', ...asked }: Visit = {}) {
  const onPromptSave = vi.fn()
  const page = (
    <HedgesPage
      portfolioId={PORTFOLIO_ID}
      user={user}
      savedPrompt={savedPrompt}
      onPromptSave={onPromptSave}
      {...asked}
    />
  )
  return { onPromptSave, ...(await renderRouted(page, answers)) }
}
