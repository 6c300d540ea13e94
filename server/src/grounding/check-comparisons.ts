// Tests: said-of-figures.test.ts, ../ai/evaluation/corpus.test.ts

import type { Fact } from '@ballast/contract'

/** What these checks look at of a figure in a sentence. */
export interface Placed {
  fact: Fact
  before: string
  behind: string
  saying: string
  start: number
}

const IS_BEFORE = /deltaBefore$|\.unhedged$|^shock\.|unhedged/i
const IS_AFTER = /deltaAfter$|\.hedged$|lossAtShock/i

/** "From a to b" of what comes before and what comes after, and "a of b" of what are no parts of each other. */
export function findFalsePairs(uses: readonly Placed[]): string[] {
  return uses.flatMap((use, place) => {
    const other = uses[place - 1]
    if (other === undefined) return []
    const isSwapped =
      /^\s*for (?:one of )?\s*$/i.test(use.before) && /\b(?:trades?|swaps?|exchanges?)\b[^,;]*$/i.test(other.before)
    const isTo = isSwapped || (/^\s*(?:down |up |back )?to\s*$/i.test(use.before) && /\bfrom\s*$/i.test(other.before))
    if (isTo && IS_BEFORE.test(use.fact.key) && IS_AFTER.test(other.fact.key)) {
      return [`{{${use.fact.id}}} comes before {{${other.fact.id}}}`]
    }
    if (
      /^\s*of (?:the )?$/i.test(other.before) &&
      use.fact.unit === 'count' &&
      other.fact.unit === 'count' &&
      Number(use.fact.value) > Number(other.fact.value)
    ) {
      return [`{{${use.fact.id}}} is more than {{${other.fact.id}}}`]
    }
    if (isTo || !/^\s*(?:out )?of (?:the |all )?\s*$/i.test(use.before)) return []
    if (use.fact.unit !== 'count' || !/^(?:count|percent)$/.test(other.fact.unit)) return []
    const isPart = other.fact.unit === 'percent' || Number(other.fact.value) <= Number(use.fact.value)
    return isPart && shareNoun(other.fact, use.fact) ? [] : [`{{${other.fact.id}}} is not "of" {{${use.fact.id}}}`]
  })
}

const NOUN = /\p{L}{5,}/gu

function shareNoun(a: Fact, b: Fact): boolean {
  const nouns = new Set(b.label.toLowerCase().match(NOUN))
  return (a.label.toLowerCase().match(NOUN) ?? []).some(
    (word) => nouns.has(word) && !/^(?:which|share|first|action|helps)$/.test(word),
  )
}

const SIDE_BY_SIDE =
  /\b(?:index|market|S&P 500|benchmark)\b[^.;]*\b(more|less|harder|worse|better|heavier|lighter|higher|lower|deeper|milder)\b[^.;]*\bthan (?:you|the portfolio|these|today|your)\b|\b(?:portfolio|holdings|you|they|it)\b[^.;]*\b(more|less|harder|worse|better|heavier|lighter|deeper|milder)\b(?: damage)?[^.;]*\bthan (?:the )?(?:index|S&P 500|benchmark)\b/i
const CRISIS = /^The portfolio of today through: (.*)$/

/** A sentence that says of a past crisis that it names which of portfolio and index did worse, and what the facts say. */
function readSide(raw: string, all: readonly Fact[]) {
  const found = raw.includes(' than ') ? SIDE_BY_SIDE.exec(raw) : null
  if (found === null) return undefined
  const named = all.find(({ label }) => raw.toLowerCase().includes(CRISIS.exec(label)?.[1]?.toLowerCase() ?? '\n'))
  const index = named && all.find(({ key }) => key === named.key.replace('profitPercent', 'indexPercent'))
  if (named === undefined || index === undefined) return { said: found[0], isTrue: undefined }
  const isWorse = Number(named.value) < Number(index.value)
  const saysPortfolioIsMore = /^(?:more|harder|worse|deeper)$/i.test(
    found[2] ?? (/^(?:less|better|milder)$/i.test(found[1] ?? '') ? 'more' : ''),
  )
  return { said: found[0], isTrue: isWorse === saysPortfolioIsMore, named, index }
}

/** True of a sentence without a figure that a past crisis bears out: "the holdings would have done better than the index". */
export const tellsTrueSide = (raw: string, all: readonly Fact[]): boolean => readSide(raw, all)?.isTrue === true

/** That the portfolio did worse than the index, or better, where no figure says so: true of a crisis that is named. */
export function findFalseSides(raw: string, uses: readonly Placed[], draft: string, all: readonly Fact[]): string[] {
  const side = readSide(raw, all)
  const figures = uses.filter(({ fact }) => /^(?:percent|ratio|usd)$/.test(fact.unit))
  if (side === undefined || figures.length > 1 || draft.includes(side.said.toLowerCase())) return []
  if (figures.some(({ fact }) => /^beta of the portfolio/i.test(fact.label))) return []
  if (side.isTrue === undefined) return [`says "${side.said.slice(0, 40)}", which nothing supports`]
  return side.isTrue ? [] : [`{{${side.named?.id}}} against {{${side.index?.id}}} says the opposite`]
}

const KINDS_OF_DIVERSIFIED =
  /\b(poorly|badly|hardly|moderately|fairly|well|highly|excellently|broadly)[ -]diversified\b/i

/** "Poorly diversified" where the text that is replaced says "moderately". */
export function findOtherGrade(words: string, draft: string): string[] {
  if (!words.includes('diversified')) return []
  const [said, ours] = [KINDS_OF_DIVERSIFIED.exec(words)?.[1], KINDS_OF_DIVERSIFIED.exec(draft)?.[1]]
  if (/\b(?:short of|not|far from|less than) (?:being )?\w+[ -]diversified/i.test(words)) return []
  return said === undefined || ours === undefined || said.toLowerCase() === ours.toLowerCase()
    ? []
    : [`says "${said} diversified", and it is ${ours}`]
}
