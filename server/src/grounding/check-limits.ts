// Tests: borne-out.test.ts, said-of-figures.test.ts

import type { Fact } from '@ballast/contract'
import type { Placed } from './check-comparisons.ts'
import { indexFacts } from './fact-index.ts'
import { lastPlace } from './matches.ts'

const IS_LIMIT = /^the most that may be lost/i
/** What something may cost, and what costs something. */
const IS_ALLOWANCE = /^(?:share of the portfolio that one play may cost|the most that the hedge may cost)/i
const IS_COST = /^(?:cost|premium)\b/i
const IS_LOSS = /lossAtShockPercent$|^shock\.m\d+\.(?:profit(?:Percent|Usd)|stressedPercent)$/
const INSIDE =
  /\b(?:within|inside|below|under|keep\w*|kept|holds?|held|meets?|met|respects?|stays?|observes?|(?:less|smaller|lower|milder) than|short of)\b/gi
const OUTSIDE =
  /\b(?:beyond|above|over|past|outside|exceed\w*|break\w*|broke|breach\w*|overshoot\w*|overstep\w*|(?:more|larger|higher|greater|deeper) than|miss\w*)\b/gi
const DENIED = /\b(?:not|no longer|fails?|cannot|without|never|neither|nor|rather|just)\b|n['’]t\b/i
/** Right before what is said of a limit these make the opposite of it. */
const TURNED =
  /(?:\b(?:not|no|no longer|fails? to|cannot|without|never|neither|nor|rather than)|n['’]t)(?: (?!and\b|but\b|only\b|just\b|merely\b)[a-z]+){0,3} $/i
/** What would be so without a hedge is denied of nothing. */
const UNHEDGED =
  /\bwith(?:out| no) (?:it|that|this|hedg\w+|protection|(?:(?:the|a|an|any|this|that) )?(?:[a-z]+[ -]){0,2}(?:hedge|put|spread|collar|order|sale|action|step|protection|insurance)s?)\b/gi
const BUDGET_FITS =
  /\b(?:which|that) (?:the|your) budget (?:allows?|permits?|covers?|bears?)\b|\b(?:within|inside|under|below) (?:the|your) budget\b|\baffordable\b/i
const LIMIT_KEPT =
  /\b(?:within|inside|below|under|keeps?|meets?) (?:to )?(?:the|your) limit\b(?! of)|\blimit (?:of {2,}\S* ?)?(?:is|are) (?:met|kept|respected)\b|\blimit(?: of)? *allows?\b/i
const LIMIT_BROKEN =
  /\b(?:beyond|above|over|outside|exceed(?:s|ing)?|break(?:s|ing)?|breach(?:es|ing)?) (?:the|your) limit\b(?! of)/i

/** Losses that are told as within the limit, or beyond it, and are not; costs that are told as within the budget. */
export function findFalseLimits(words: string, uses: readonly Placed[], all: readonly Fact[]): string[] {
  if (
    !/limit|budget|afford/i.test(words) &&
    !uses.some(({ fact }) => IS_LIMIT.test(fact.label) || IS_ALLOWANCE.test(fact.label))
  )
    return []
  const faults: string[] = []
  const isLoss = ({ key }: Fact) => IS_LOSS.test(key)
  // A loss in dollars is as large as the same in percent.
  const sizeOf = ({ key, value }: Fact) =>
    Math.abs(Number(indexFacts(all).byKey.get(key.replace(/Usd$/, 'Percent'))?.value ?? value))
  for (const [place, { fact, before, behind }] of uses.entries()) {
    const isAllowance = IS_ALLOWANCE.test(fact.label)
    if (!isAllowance && !IS_LIMIT.test(fact.label)) continue
    const loss = uses
      .slice(0, place)
      .findLast((use) => (isAllowance ? use.fact.unit === fact.unit && IS_COST.test(use.fact.label) : isLoss(use.fact)))
    if (loss === undefined) continue
    const said = before.replace(UNHEDGED, '')
    const isDenied = DENIED.test(said)
    if (!isDenied && /^ (?:allows?|permits?)\b/.test(behind) && sizeOf(loss.fact) > Number(fact.value))
      faults.push(`{{${loss.fact.id}}} is beyond {{${fact.id}}}`)
    const [inside, outside] = [lastPlace(said, INSIDE), lastPlace(said, OUTSIDE)]
    const isTurned = TURNED.test(said.slice(0, Math.max(inside, outside, 0)))
    if (inside === outside || (isDenied && !isTurned)) continue
    const isInside = sizeOf(loss.fact) <= Number(fact.value) + 0.005
    if ((inside > outside !== isTurned) !== isInside)
      faults.push(`{{${loss.fact.id}}} is ${isInside ? 'within' : 'beyond'} {{${fact.id}}}`)
  }
  const limit = indexFacts(all).byKey.get('request.limitPercent')
  const [loss] = uses.filter((use) => isLoss(use.fact)).slice(-1)
  if (limit && loss) {
    const isInside = sizeOf(loss.fact) <= Number(limit.value) + 0.005
    if (saysOfLimit(words, !isInside)) faults.push(`{{${loss.fact.id}}} is ${isInside ? 'within' : 'beyond'} the limit`)
  }
  if (BUDGET_FITS.test(words) && !DENIED.test(words)) {
    for (const { fact } of uses) {
      const budget = indexFacts(all).byKey.get(fact.unit === 'usd' ? 'request.budgetUsd' : 'request.budgetPercent')
      if (budget && /^cost/i.test(fact.label) && Number(fact.value) > Number(budget.value))
        faults.push(`{{${fact.id}}} is more than the budget`)
    }
  }
  return faults
}

/** Whether a sentence says that the limit is kept, or else that it is broken. */
function saysOfLimit(words: string, isKept: boolean): boolean {
  const said = words.replace(UNHEDGED, '')
  const isDenied = DENIED.test(said)
  return [LIMIT_KEPT, LIMIT_BROKEN].some((pattern) => {
    const found = pattern.exec(said)
    if (found === null) return false
    const isTurned = TURNED.test(said.slice(0, found.index))
    return (isTurned || !isDenied) && ((pattern === LIMIT_KEPT) !== isTurned) === isKept
  })
}
