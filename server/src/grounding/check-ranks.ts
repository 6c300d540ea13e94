// Tests: said-of-figures.test.ts

import type { Fact } from '@ballast/contract'
import type { Placed } from './check-comparisons.ts'
import { listMatches } from './matches.ts'
import { meaningOf } from './meanings.ts'

const LARGEST =
  /^(?:largest|biggest|highest|heaviest|greatest|dearest|costliest|priciest|worst|hardest|deepest|steepest|wildest|jumpiest|strongest|riskiest|most|sharpest|severest|longest|harshest|loudest|fiercest|roughest|clearest|tightest|closest|widest|liveliest|thickest|hottest|fullest|nastiest|bulkiest|toughest|edgiest)$/i
const SMALLEST =
  /^(?:smallest|lowest|lightest|cheapest|calmest|mildest|gentlest|weakest|steadiest|quietest|shallowest|least|thinnest|safest|shortest|slightest|tamest|softest|loosest|narrowest|feeblest|tiniest|slimmest|leanest|sleepiest|dullest|meekest|faintest|humblest)$/i
const SUPERLATIVE =
  /\b(?:(?!(?:at |in )?(?:least|most)\b)[a-z]{2,}est|worst|best)\b|\bthe (?:most|least)\b(?! (?:that|you|it|one|a|an|the|of)\b)|\b(?:dearer|cheaper|larger|smaller|better|worse|stronger|weaker|riskier|calmer|costlier) of the\b/gi
const NO_SUPERLATIVE =
  /^(?:rest|test|tests|interest|invest|request|honest|modest|latest|nearest|earliest|west|harvest|guest|digest|protest|contest|manifest|forest|suggest|quest|chest|nest|vest|arrest|reinvest|finest|furthest|newest|oldest|likeliest)$/i
/** Behind it, what is named is a part of a distribution and no rank. */
const DISTRIBUTION =
  /^ (?:\w+ )?(?:tenth|twentieth|days?|losses|loss|\d|paths?|part|times|histories|outcomes?|stretch|case|half|of (?:the |simulated |all )*(?:paths|losses|outcomes|histories)|twentieths?|moments?|markets?|weather|expected|fall)\b/i
/** Before it, it is a manner of speaking. */
const MANNER = /\b(?:at|in|do|does|did|his|its|your) (?:the )?(?:very )?$/i
const NO_OTHER =
  /\b(?:nothing|none|no other|no \w+ (?:here|shown))\b(?: \w+){0,8} (?:as \w+(?: as)?|\w+er than|more|less|better|worse|cheaper|dearer|stronger)\b|\bno (?!more|less|longer|better|worse)\w+(?: \w+){0,4} (?:is|are|does|do|returns?|gives?) (?:\w+ )?(?:\w+er|more|less) than\b|\bnot one (?:past |single )?\w+\b/i
const ALL_OF =
  /\b(?:all|each|every one|any|none|not one|most) of (?:the |these |those )?(?:past |other |replayed )?(?:crises|stretches|histories|windows|paths|plays|strategies|hedges|holdings|trials|tests)\b|\bin (?:every|each|any|all) (?:past |single )?(?:crisis|crises|stretch|history|window|path|one|trial)\b|\b(?:every|each) time\b|\btime and again\b|\bwithout exception\b/i

/**
 * Ranks that nothing supports, as faults: "the cheapest" of what is not, "nothing protects better", "in every crisis". A
 * rank holds when the figure of its clause has it among the figures of its kind, or when the text that is replaced says it.
 *
 * @param words the sentence, figures and names blanked
 * @param draft the text that is replaced, in lower case
 * @param all facts of the run
 */
export function findFalseRanks(words: string, uses: readonly Placed[], draft: string, all: readonly Fact[]): string[] {
  const faults: string[] = []
  for (const { 0: found, index } of listMatches(words, SUPERLATIVE)) {
    const word = found.replace(/^the | of the$/gi, '')
    if (NO_SUPERLATIVE.test(word) || MANNER.test(words.slice(0, index))) continue
    if (/^(?:worst|best)$/i.test(word) && DISTRIBUTION.test(words.slice(index + found.length))) continue
    if (new RegExp(`\\b${word}\\b`, 'i').test(draft)) continue
    if (
      /^(?:largest|biggest|heaviest)$/i.test(word) &&
      /^ (?:single )?(?:holdings?|compan\w+|positions?|sector|names?|block|weight)\b/.test(
        words.slice(index + found.length),
      ) &&
      !/\b[A-Z]{2,5}\b/.test(words)
    )
      continue
    const ranked = nearest(uses, index)
    if (ranked === undefined || !hasRank(ranked.fact, word, all)) faults.push(`says "${found}", which nothing supports`)
  }
  const isWhole = uses.some(
    ({ fact }) =>
      /^past stretches and crises that/i.test(fact.label) &&
      all.some(({ label, value }) => /^past stretches and crises in which/i.test(label) && value === fact.value),
  )
  const close = words.replace(/ {2,}/g, ' ')
  for (const pattern of isWhole ? [NO_OTHER] : [NO_OTHER, ALL_OF]) {
    const found = pattern.exec(close)?.[0]
    if (
      found !== undefined &&
      !draft.includes(found.toLowerCase()) &&
      (!/\brenew\w*|\broll\w*/i.test(words) || !/time$/i.test(found))
    )
      faults.push(`says "${found}", which nothing supports`)
  }
  return faults
}

/** What a rank is of: the figure that follows it, or the one before. */
function nearest(uses: readonly Placed[], at: number): Placed | undefined {
  const ranked = uses.filter(({ fact }) => !/^(?:fall of the market|trading days for)/i.test(fact.label))
  return ranked.find(({ start }) => start > at) ?? ranked.at(-1)
}

function hasRank(fact: Fact, word: string, all: readonly Fact[]): boolean {
  const wanted = LARGEST.test(word) ? 1 : SMALLEST.test(word) ? -1 : 0
  if (new RegExp(`\\b${word}\\b`, 'i').test(fact.label)) return true
  if (typeof fact.value !== 'number' || wanted === 0) return false
  if (/largest|heaviest|biggest/i.test(fact.key)) return wanted === 1
  const { kind } = meaningOf(fact)
  const peers = all.filter(
    (other) =>
      other.unit === fact.unit && other.id !== fact.id && meaningOf(other).kind === kind && !/frontier/.test(other.key),
  )
  const value = Math.abs(fact.value)
  return (
    peers.length > 0 &&
    peers.every((other) => wanted * (value - Math.abs(Number(other.value))) >= 0 || other.text === fact.text)
  )
}
