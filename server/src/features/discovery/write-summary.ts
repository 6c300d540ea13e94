// Tests: discovery.test.ts, discovery-runs.test.ts

import type { Discovery, Fact, GroundedText } from '@ballast/contract'
import type { NothingFoundRule } from '@ballast/quant'
import { bare, ground, plain } from '../../grounding/grounded-text.ts'
import type { ScanFacts } from './scan-facts.ts'

interface SummaryParts {
  scan: ScanFacts
  nothingFound: NothingFoundRule | null
  discoveries: readonly Discovery[]
  /** How many a model chose, if one did. */
  chosen?: Fact
  /** What all plays together cost, where there are several. */
  together?: Fact
  /** Nothing is held that could be related to anything. */
  isCashOnly?: boolean
}

/** What was looked at and what came of it; without plays, why there are none. */
export function writeSummary(parts: SummaryParts): GroundedText {
  const { scan, nothingFound, discoveries, chosen, together, isCashOnly = false } = parts
  if (nothingFound !== null) return isCashOnly ? plain(CASH_ONLY) : NOTHING[nothingFound](scan)
  const [first] = discoveries
  const lead = first ? `, first of all ${first.contractType}s on ${first.ticker}` : ''
  const plays = discoveries.length === 1 ? 'play' : 'plays'
  const count = chosen
    ? ground`${bare(chosen)} ${plays} chosen among ${bare(scan.passed)} contracts that passed`
    : ground`${bare(scan.plays)} ${plays} found`
  return ground`${count}${lead}: ${looked(scan)}, ${bare(scan.significant)} of these assets are related to the portfolio by more than the market and more than chance, and ${bare(scan.contracts)} contracts on them were priced.${together ? ground` Each play is measured by itself, and several protect from the same fall: all of them together would cost ${together} of the portfolio.` : []}`
}

const CASH_ONLY =
  'Nothing but cash is held, so nothing can be related to it: nothing is proposed and nothing was charged.'

const looked = ({ assets, universe, days, tests, rate }: ScanFacts) =>
  ground`${bare(assets)} of ${bare(universe)} assets were looked at over ${bare(days)} trading days (${bare(tests)} tests, with at most ${rate} of what they find expected to be chance)`

const NOTHING: Readonly<Record<NothingFoundRule, (scan: ScanFacts) => GroundedText>> = {
  'no-history': ({ universe }) =>
    ground`None of the ${bare(universe)} assets could be looked at, because they or the portfolio have too little history in common, so nothing is proposed and nothing was charged.`,
  'nothing-significant': (scan) =>
    ground`Nothing was found and nothing was charged: ${looked(scan)}, and none of these assets is related to the portfolio by more than the market and more than chance.`,
  'no-options': (scan) =>
    ground`Nothing was found and nothing was charged: ${looked(scan)}, and no option chain of the ${bare(scan.significant)} that are related to the portfolio could be read.`,
  'nothing-passed': (scan) =>
    ground`Nothing was found and nothing was charged: ${looked(scan)}, and of ${bare(scan.contracts)} contracts on the ${bare(scan.significant)} that are related to the portfolio none protects it after its cost, or is cheap beyond the error of its forecast, at a size that fits the portfolio.`,
}
