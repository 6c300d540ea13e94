// Tests: ../../../../server/src/features/hedges/hedges.test.ts

import type { BookRisk } from './book-risk.ts'
import { evaluateProposal } from './evaluate-proposal.ts'
import { findCaveats } from './hedge-caveats.ts'
import type { HedgeContext } from './hedge-context.ts'
import type { HedgeProposal } from './hedge-proposal.ts'
import type { FrontierPoint } from './hedge-search.ts'
import { collectOptionLines } from './option-lines.ts'

/** Every contract that a package may be made of is found again, whatever the rules of the search were. */
const ANY_LINE = { type: 'put', days: { least: 0, most: 10_000 }, delta: { least: 0, most: 1 } } as const
const ANY_STRIKE = { least: 0, most: 100 } as const

/**
 * The packages of a frontier as whole proposals, for whoever chooses one of its points.
 *
 * @param frontier of an analysis of the same context
 * @returns one entry per point, null where no package reaches the limit
 */
export function proposeFrontier(
  context: HedgeContext,
  risk: BookRisk,
  frontier: readonly FrontierPoint[],
): (HedgeProposal | null)[] {
  const underlying = frontier.flatMap(({ legs }) => legs)[0]?.underlying
  const found = underlying === undefined ? null : context.findMarket(underlying)
  if (found === null) return frontier.map(() => null)
  const { lines } = collectOptionLines(found.market, { ...ANY_LINE, moneyness: ANY_STRIKE })
  const known = new Map(lines.map((line) => [`${line.expiry} ${line.strike}`, line]))
  return frontier.map(({ legs }) => {
    const options = legs.flatMap(({ expiry, strike, contracts }) => {
      const line = known.get(`${expiry} ${strike}`)
      return line === undefined ? [] : [{ line, contracts }]
    })
    if (options.length === 0) return null
    const family = options.length === 1 ? 'index-put' : 'put-spread'
    const proposal = evaluateProposal(context, { family, options, trades: [], caveats: [] })
    return { ...proposal, caveats: findCaveats(proposal, context, risk) }
  })
}
