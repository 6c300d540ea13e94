// Tests: borne-out.test.ts

import type { Fact } from '@ballast/contract'
import type { Placed } from './check-comparisons.ts'
import { listStems } from './check-statements.ts'
import { readCues, shareBits } from './cues.ts'
import { indexFacts } from './fact-index.ts'
import { listMatches } from './matches.ts'
import { meaningOf } from './meanings.ts'

const UP =
  'more greater higher larger bigger heavier dearer costlier pricier harder deeper steeper stronger wider riskier wilder livelier jumpier sharper thicker broader fuller closer tighter longer faster richer firmer'
const DOWN =
  'less fewer smaller lower lighter cheaper milder gentler weaker narrower shallower calmer quieter thinner slighter safer softer tamer steadier smoother looser thriftier shorter slower poorer'
const toPattern = (words: string) => new RegExp(`^(?:${words.replaceAll(' ', '|')})$`, 'i')
const [MORE, LESS] = [toPattern(UP), toPattern(DOWN)]
const COMPARED = new RegExp(
  `\\b(${UP.replaceAll(' ', '|')}|${DOWN.replaceAll(' ', '|')}|better|worse|[a-z]{3,}ier)\\b((?: +(?!rather|other|than)[a-z’'-]+){0,7}?)(?: \\( *\\))? +than\\b`,
  'gi',
)
const MAY_COMPARE = / than | as \w+ (?:\w+ )?as | (?:below|above|under|over|beneath) (?:its|their|the|that) /i
/** Before a comparison, these turn it round. */
const DENIED = /\b(?:not|no|never|nothing|neither|hardly)\b(?: [a-z]+){0,8} $|n['’]t(?: [a-z]+){0,6} $/i
/** What is said behind these is said of something else. */
const ASIDE = /\b(?:but|and|still|though|although|while|yet)\b/i
/** Of these the smaller one is the better one. */
const IS_BAD = /^(?:loss|price)$/

/** What no sentence compares: conditions, spans of time, days. */
const isComparable = ({ fact }: Placed) =>
  typeof fact.value === 'number' && fact.unit !== 'days' && !/^(?:fall of the market|strike)\b/i.test(fact.label)

/**
 * Comparisons that no two figures bear out: each "more than" has to stand between figures of the sentence that are so, or be
 * of what can be computed, or be the draft's.
 *
 * @param draft the text that is replaced, in lower case
 */
export function findUnprovenComparisons(
  words: string,
  uses: readonly Placed[],
  draft: string,
  all: readonly Fact[],
): string[] {
  if (draft === '' || !MAY_COMPARE.test(words)) return []
  const equal = findUnequal(words, uses.filter(isComparable), draft, all)
  if (!words.includes(' than ')) return equal
  const unlike = listMatches(words, COMPARED).flatMap((found) => {
    const [said, word = '', of = ''] = found
    const end = found.index + said.length
    const object = /^[^,;:]*/.exec(words.slice(end))?.[0] ?? ''
    const isDraft = draft.includes(`${word} ${of.trim()}`.trim().toLowerCase()) && draft.includes(' than ')
    if (isDraft) return []
    const comparable = uses.filter(isComparable)
    // "More of the value (a) than of the risk (b)": what is compared stands in the comparison.
    const [inside] = comparable.filter(({ start }) => start > found.index && start < end)
    const next = comparable.find(({ start }) => start >= end)
    // A figure right behind it is looked at elsewhere.
    if (inside === undefined && next && next.start - end < 40 && !/[,;:]/.test(words.slice(end, next.start))) return []
    const phrases = [`${words.slice(0, found.index)}${of}`, object] as const
    const pair =
      inside && next?.fact.unit === inside.fact.unit
        ? ([inside, next] as const)
        : findPair(words, comparable, [found.index, end], phrases)
    if (pair === undefined) return isOfOneFigure(object, comparable, all, word) ? [] : unproven(said + object)
    const [a, b] = [Math.abs(Number(pair[0].fact.value)), Math.abs(Number(pair[1].fact.value))]
    const isUp = isUpward(word, pair[0].fact)
    if (isUp === undefined) return unproven(said + object)
    const isMore = isUp !== DENIED.test(words.slice(0, found.index))
    return (isMore ? a > b : a < b) || (isUp !== isMore && a === b)
      ? []
      : [`{{${pair[0].fact.id}}} is not "${word} than" {{${pair[1].fact.id}}}`]
  })
  return [...equal, ...unlike]
}

const EQUAL =
  /\b(?:(?:just|about|nearly|almost|roughly|much) )?as (\w+)(?: \w+)? as\b|\b(below|above|under|over|beneath) (?:its|their|the|that of the) (?:weight|share|part|size)\b/gi
const NO_COMPARISON = /^(?:soon|far|long|well|many|good)$/i
/** By so much two figures may differ that are called alike. */
const ALIKE = 0.1

/** "As much as the index", "below its weight": what is held against something without "than". */
function findUnequal(words: string, uses: readonly Placed[], draft: string, all: readonly Fact[]): string[] {
  return listMatches(words, EQUAL).flatMap(({ 0: said, 1: how = '', 2: side, index }) => {
    const end = index + said.length
    const object = /^[^,;:]*/.exec(words.slice(side === undefined ? end : index + side.length))?.[0] ?? ''
    const lower = said.toLowerCase()
    const isOfLabel = uses.some(({ fact }) => fact.label.toLowerCase().includes(lower))
    if (isOfLabel || draft.includes(lower) || (NO_COMPARISON.test(how) && /\bas \w+ as$/.test(lower))) return []
    if (side !== undefined) {
      const last = uses.filter(({ start }) => start < index).slice(-1)
      return isOfOneFigure(object, last, all, /^(?:above|over)$/i.test(side) ? 'more' : 'less')
        ? []
        : unproven(said + object)
    }
    if (uses.some(({ start }) => start >= end && /^ *$/.test(words.slice(end, start)))) return []
    const last = uses.findLast(({ start }) => start < index)
    const next = uses.find(({ start, fact }) => start >= end && fact.unit === last?.fact.unit)
    const values = next ? [Math.abs(Number(next.fact.value))] : last && findOther(object, last.fact, all)
    const own = Math.abs(Number(last?.fact.value))
    const isAlike = values?.every((value) => Math.abs(value - own) <= ALIKE * Math.max(value, own))
    return isAlike === true ? [] : unproven(said + object)
  })
}

const unproven = (said: string) => [`says "${said.trim().slice(0, 60)}", which no two figures here bear out`]

function isUpward(word: string, fact: Fact): boolean | undefined {
  if (MORE.test(word)) return true
  if (LESS.test(word)) return false
  if (!/^(?:better|worse)$/i.test(word)) return undefined
  const isBad = IS_BAD.test(meaningOf(fact).sort)
  return /^better$/i.test(word) !== isBad
}

/** The two figures that a comparison stands between: what is compared, and what with. */
function findPair(
  words: string,
  uses: readonly Placed[],
  [start, end]: [number, number],
  [subject, object]: readonly [string, string],
): readonly [Placed, Placed] | undefined {
  const before = uses.filter((use) => use.start < start)
  const [first, second] = uses.filter((use) => use.start >= end)
  if (first && second && first.fact.unit === second.fact.unit) return [first, second]
  const last = first && before.findLast((use) => use.fact.unit === first.fact.unit)
  if (first && last && !ASIDE.test(words.slice(end, first.start))) return [last, first]
  const [one, other] = before.slice(-2)
  if (one === undefined || other === undefined || one.fact.unit !== other.fact.unit) return undefined
  const straight = suits(one, subject) + suits(other, object)
  const crossed = suits(other, subject) + suits(one, object)
  if (straight === crossed) return undefined
  return straight > crossed ? [one, other] : [other, one]
}

/** How well a figure is what a phrase speaks of. */
function suits({ fact }: Placed, text: string): number {
  const { plain, vague } = readCues(text)
  const said = new Set(listStems(text))
  const shared = listStems(fact.label).filter((word) => said.has(word)).length
  return meaningOf(fact).needs.reduce(
    (sum, group) => sum + (shareBits(group, plain) ? 2 : shareBits(group, vague) ? 1 : 0),
    shared,
  )
}

/** What one figure can be compared with although no other stands in the sentence. */
function isOfOneFigure(object: string, uses: readonly Placed[], all: readonly Fact[], word: string): boolean {
  return uses.some(({ fact }) => {
    const value = Math.abs(Number(fact.value))
    const other = findOther(object, fact, all)
    const isMore = isUpward(word, fact)
    if (other === undefined || isMore === undefined) return false
    return other.every((one) => (isMore ? value > one : value < one))
  })
}

function findOther(object: string, fact: Fact, all: readonly Fact[]): readonly number[] | undefined {
  const { byLabel } = indexFacts(all)
  const valuesOf = (label: string) => {
    const value = label === fact.label ? Number.NaN : Math.abs(Number(byLabel.get(label)?.value ?? Number.NaN))
    return Number.isFinite(value) ? [value] : undefined
  }
  if (
    /^ (?:its|the|their) (?:\w+ )?(?:weight|share|value|part|size)\b/i.test(object) &&
    / in the variance/i.test(fact.label)
  )
    return valuesOf(fact.label.replace('variance of the portfolio', 'value of the holdings'))
  if (/\b(?:index|S&P|benchmark|market)\b/i.test(object)) {
    if (/^beta of/i.test(fact.label)) return [1]
    if (/ in the holdings$/i.test(fact.label)) return valuesOf(fact.label.replace('the holdings', 'the S&P 500'))
    return valuesOf(fact.label.replace('The portfolio of today', 'The index'))
  }
  if (/^ (?:any |all |the )?(?:other|others|rest)\b|^ (?:any|all) /i.test(object)) {
    const { kind } = meaningOf(fact)
    const peers = all.filter((one) => one.id !== fact.id && one.unit === fact.unit && meaningOf(one).kind === kind)
    return peers.length > 0 ? peers.map((one) => Math.abs(Number(one.value))) : undefined
  }
  return undefined
}
