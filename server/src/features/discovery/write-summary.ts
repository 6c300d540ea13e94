// Tests: discovery.test.ts, discovery-runs.test.ts

import type { Discovery, Fact, GroundedText } from '@ballast/contract'
import type { NothingFoundRule } from '@ballast/quant'
import { SCAN } from '../../advice/texts/sentence-kinds.ts'
import { bare, ground, joinTexts, plain } from '../../grounding/grounded-text.ts'
import { listShown, say, tell } from '../../grounding/sentence.ts'
import type { ScanFacts } from './scan-facts.ts'

interface SummaryParts {
  scan: ScanFacts
  nothingFound: NothingFoundRule | null
  discoveries: readonly Discovery[]
  /** How many a model chose, if one did. */
  chosen?: Fact
  /** Cost of all ideas together, where there are several. */
  together?: Fact
  /** Nothing is held that could be related to anything. */
  isCashOnly?: boolean
}

/** Writes what was looked at and the outcome; without ideas, why there are none. */
export function writeSummary(parts: SummaryParts): GroundedText {
  const { scan, nothingFound, discoveries, chosen, together, isCashOnly = false } = parts
  if (nothingFound !== null) return joinTexts(isCashOnly ? [CASH_ONLY] : NOTHING[nothingFound](scan))
  const [first] = discoveries
  const lead = first ? `, first of all ${first.contractType}s on ${first.ticker}` : ''
  const ideas = discoveries.length === 1 ? 'idea' : 'ideas'
  const count = chosen
    ? ground`${bare(chosen)} ${ideas} chosen among ${bare(scan.passed)} contracts that passed`
    : ground`${bare(scan.ideas)} ${ideas} found`
  return joinTexts(
    listShown([
      ...say(SCAN.found, ground`${count}${lead}.`),
      ...say(SCAN.looked, looked(scan)),
      ...say(
        SCAN.priced,
        ground`${bare(scan.significant)} of them are related to the portfolio by more than the market and more than chance. We priced ${bare(scan.contracts)} contracts on them.`,
      ),
      ...say(
        SCAN.together,
        together &&
          ground`Each idea is measured by itself, and several protect from the same fall. All of them together would cost ${together} of the portfolio.`,
      ),
    ]),
  )
}

const CASH_ONLY = tell(
  SCAN.cashOnly,
  plain('The portfolio holds only cash, so nothing can be related to it. Nothing was charged.'),
)

const looked = ({ assets, universe, days, tests, rate }: ScanFacts) =>
  ground`We looked at ${bare(assets)} of ${bare(universe)} assets over ${bare(days)} trading days, with ${bare(tests)} tests. At most ${rate} of what they find should be chance.`

const nothing = (scan: ScanFacts) => [
  tell(SCAN.nothing, plain('Nothing was found and nothing was charged.')),
  tell(SCAN.looked, looked(scan)),
]

const NOTHING: Readonly<Record<NothingFoundRule, (scan: ScanFacts) => GroundedText[]>> = {
  'no-history': ({ universe }) => [
    tell(
      SCAN.tooShort,
      ground`There is too little common history to compare the ${bare(universe)} assets with the portfolio. So nothing is proposed, and nothing was charged.`,
    ),
  ],
  'nothing-significant': (scan) => [
    ...nothing(scan),
    tell(SCAN.unrelated, plain('No asset is related to the portfolio by more than the market and more than chance.')),
  ],
  'no-options': (scan) => [
    ...nothing(scan),
    tell(
      SCAN.unreadable,
      ground`${bare(scan.significant)} are related to the portfolio, but we could not read their option chains.`,
    ),
  ],
  'nothing-passed': (scan) => [
    ...nothing(scan),
    tell(
      SCAN.unfit,
      ground`${bare(scan.significant)} are related to the portfolio. We priced ${bare(scan.contracts)} contracts on them. No contract of a fitting size protects the portfolio after its cost, or is clearly cheap.`,
    ),
  ],
}
