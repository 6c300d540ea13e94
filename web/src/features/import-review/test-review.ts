import type { ExtractedPosition, ImportLine, ImportReview } from '@ballast/contract'

/** A position that was read without a doubt, unless told otherwise. */
export function makeExtracted(fields: Partial<ExtractedPosition> & { ticker: string }): ExtractedPosition {
  return {
    id: `p-${fields.ticker}`,
    name: null,
    kind: 'security',
    shares: 10,
    avgCost: 100,
    currency: 'USD',
    sector: null,
    account: null,
    statedPrice: null,
    statedValue: null,
    confidence: 'high',
    arithmetic: 'holds',
    isKnownTicker: true,
    doubts: [],
    suggestions: [],
    lines: [],
    ...fields,
  }
}

export function makeLine(fields: Partial<ImportLine> & { line: number }): ImportLine {
  return { source: 0, verdict: 'position', text: '', note: null, positionId: null, ...fields }
}

/** A review of one image unless told otherwise, with totals that agree with its lines and positions. */
export function makeReview(fields: Partial<ImportReview> = {}): ImportReview {
  const positions = fields.positions ?? [makeExtracted({ ticker: 'VTI' })]
  const lines = fields.lines ?? []
  const byVerdict: ImportReview['totals']['byVerdict'] = {}
  for (const { verdict } of lines) byVerdict[verdict] = (byVerdict[verdict] ?? 0) + 1
  return {
    importId: '5b1d1f7e-50b7-4a0e-9a0b-0a6f5c7f1a11',
    expiresAt: '2026-11-22T10:00:00.000Z',
    proposedName: 'Retirement IRA',
    origin: 'image',
    sources: [{ name: 'holdings.png', kind: 'image', format: null, content: 'positions', asOf: null, knownFrom: null }],
    imageCount: 1,
    accounts: [],
    totals: {
      lineCount: lines.length,
      byVerdict,
      positionCount: positions.length,
      needsLookCount: positions.filter(({ doubts }) => doubts.length > 0).length,
    },
    problems: [],
    notes: [],
    mapping: null,
    ...fields,
    positions,
    lines,
  }
}

/** Mockup-like: thirteen positions of three images, one with a ticker misread and one without a cost. */
export function makeReviewOfImages(): ImportReview {
  const doubtful = [
    makeExtracted({
      ticker: 'TIP',
      shares: 90,
      avgCost: null,
      confidence: 'low',
      doubts: [{ field: 'avgCost', reason: 'Cost not visible in image' }],
    }),
    makeExtracted({
      ticker: '5CHW',
      shares: 100,
      avgCost: 64.02,
      confidence: 'low',
      isKnownTicker: false,
      doubts: [{ field: 'ticker', reason: 'No instrument of this ticker is known' }],
      suggestions: [{ field: 'ticker', value: 'SCHW', reason: '5 and S look alike' }],
    }),
  ]
  const sure = ['VTI', 'SCHD', 'AAPL', 'MSFT', 'BRK.B', 'VXUS', 'O', 'PFE', 'LLY', 'CVX', 'V'].map((ticker, index) =>
    makeExtracted({ ticker, shares: 10 * (index + 1), confidence: index % 4 === 3 ? 'medium' : 'high' }),
  )
  const sources = [1, 2, 3].map((number) => ({
    name: `broker-holdings-${number}.png`,
    kind: 'image' as const,
    format: null,
    content: 'positions' as const,
    asOf: null,
    knownFrom: null,
  }))
  return makeReview({ positions: [...doubtful, ...sure], sources, imageCount: 3 })
}
