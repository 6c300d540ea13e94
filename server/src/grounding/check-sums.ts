// Tests: said-of-figures.test.ts

import type { Fact } from '@ballast/contract'
import type { Placed } from './check-comparisons.ts'
import { indexFacts } from './fact-index.ts'

const SAME_AS =
  /^[\s(,*]{0,4}(?:or|i\.e\.|that is|which is|is|which comes to|which makes)?(?: about| roughly| some)?\s{0,3}$/i
const OF_PORTFOLIO =
  /^(?: of (?:the |your |its )?(?:portfolio|value|holdings|money|book|account)(?:['’]s value)?\b|\))/i
/** Shares are rounded, and so are dollars. */
const ROUNDED = 0.02
const OF_A_POINT = 0.06

/** "$4,610, or 1.77% of the portfolio", where the one is not the other. */
export function findFalseShares(uses: readonly Placed[], all: readonly Fact[]): string[] {
  const value = Number(indexFacts(all).byLabel.get('Value of the portfolio')?.value)
  if (!Number.isFinite(value) || value <= 0) return []
  return uses.flatMap((use, place) => {
    const other = uses[place - 1]
    if (other === undefined || !SAME_AS.test(use.before)) return []
    const [dollars, share] = other.fact.unit === 'usd' ? [other, use] : [use, other]
    if (
      dollars.fact.unit !== 'usd' ||
      share.fact.unit !== 'percent' ||
      share !== use ||
      !OF_PORTFOLIO.test(share.behind)
    )
      return []
    const told = Math.abs(Number(share.fact.value))
    const computed = (100 * Math.abs(Number(dollars.fact.value))) / value
    return Math.abs(told - computed) <= ROUNDED * computed + OF_A_POINT
      ? []
      : [`{{${dollars.fact.id}}} is not {{${share.fact.id}}} of the portfolio`]
  })
}

/** One figure at two places of a sentence is one too many: nothing is compared with itself. */
export function findRepeated(words: string, uses: readonly Placed[]): string[] {
  return uses.flatMap((use, place) => {
    const earlier = uses.slice(0, place).findLast(({ fact }) => fact.id === use.fact.id)
    const isApart = earlier !== undefined && /[;:.?!]\s/.test(words.slice(earlier.start, use.start))
    return earlier === undefined || isApart ? [] : [`{{${use.fact.id}}} is said twice`]
  })
}

const OF_COMPANY =
  /\b([A-Z]{1,5}(?:\.[A-Z])?)\*{0,2} (?:alone |itself |now )?(?:is|makes up|accounts for|weighs|stands for|represents|takes up|carries|comes to)(?: only| about| some| roughly| just)?\s*$/
const WHOLE =
  /^ of (?:the |your |its |my )?(?:total )?(?:portfolio['’]s )?(?:value|holdings|portfolio|variance|risk|money|assets|book)\b/i
const OF_ALL = /^ of (?:everything|every holding|each holding|all holdings)\b/i

/** "NVDA is x of the holdings", where x is no share of NVDA; "x of everything", where x is no part that is sold. */
export function findOtherShares(uses: readonly Placed[], tickers: ReadonlySet<string>): string[] {
  return uses.flatMap(({ fact, before, behind }) => {
    if (fact.unit !== 'percent') return []
    if (OF_ALL.test(behind) && !/\b(?:everything|every holding|sale|selling|sold|chosen)\b/i.test(fact.label))
      return [`{{${fact.id}}} is no part of everything`]
    const company = OF_COMPANY.exec(before)?.[1]
    if (company === undefined || !tickers.has(company) || !WHOLE.test(behind)) return []
    return fact.label.includes(company) ? [] : [`{{${fact.id}}} is no share of ${company}`]
  })
}
