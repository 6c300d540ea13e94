// Tests: ask.test.ts

import { FACT_KINDS, type FactKindId } from '../../grounding/fact-kinds.ts'

/** Figures that tools answer as fractions, and that are shown as percents. */
const FRACTIONS: ReadonlySet<string> = new Set([
  'get_option_chain.summary.iv30',
  'get_option_chain.expiries.*.dividendYield',
  'get_option_chain.expiries.*.riskReversal25',
  'get_ai_run.comprehensive.confidenceDetail.data',
  'get_ai_run.comprehensive.confidenceDetail.resamples',
  'get_ai_run.comprehensive.confidenceDetail.windows',
])

/** The kind of a figure of a tool's answer, and what the tool's value is multiplied by to be in its unit. */
export interface FigureKind {
  id: FactKindId
  times: 1 | 100
}

const isKind = (id: string): id is FactKindId => Object.hasOwn(FACT_KINDS, id)

/**
 * @param path of a figure behind the name of its tool; places in lists by number
 * @throws Error for a figure that has no kind: a fault of the program
 */
export function findKind(path: string): FigureKind {
  const id = path
    .replace(/\.\d+(?=\.)/g, '.*')
    .replace(/^try_sale\.before\./, 'get_portfolio_overview.')
    .replace(/^(get_track_record)\.\w+/, '$1.*')
    .replace(/\.(?:bestOffsets|correlationMatrix)\./, '.strongestPairs.')
    .replace(/\.summary\.unusual\.\*\.(strikePrice|expirationDate)$/, '.options.*.$1')
    .replace(/^get_portfolio_history\.(first|last)$/, 'run_backtest.scenario.$1')
    .replace('.next.amount', '.paid.*.amount')
  if (!isKind(id)) throw new Error(`The figure "${path}" has no kind`)
  return { id, times: FRACTIONS.has(id) ? 100 : 1 }
}
