import type { Fact } from '@ballast/contract'
import type { StatedFigure } from './stated-figures.ts'

/** Next to these a fall may be told without its sign, and a loss as a positive number. */
const FALLING =
  /\b(?:los(?:s|ses|e|es|ing|t)|fall(?:s|ing)?|fell|drop(?:s|ped)?|declin(?:e|es|ed|ing)|drawdowns?|down(?:side)?|crash(?:es)?|shed|below|negative|decrease[sd]?|cut(?:s|ting)?|reduc(?:e|es|ed|ing)|minus)\b/i
/** So many characters around a figure are about it. */
const NEAR = 60
const WORD = /[a-z]{2,}/g
const STEM = 5
const COMMON = new Set(
  'the and for with that this from into its are was has have would will over per than then not portfolio market if in of is it to at on by an as be or'.split(
    ' ',
  ),
)
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  [
    'loss losses lose loses losing lost profit profits return returns returned gain gains gained down drawdown fall falls fell falling drop drops dropped decline declines rise rises rose rising up outperforms underperforms',
    'value worth valued',
    'cost costs costing price premium pay paid spend spent',
    'weight weights share shares part',
    'buy buys bought long',
    'sell sells sold selling short',
    'strike strikes put puts call calls',
    'expiry expire expires expiring expiration',
    'day days horizon',
    'crash crisis',
    'variance explains explained explain',
  ].flatMap((group) => group.split(' ').map((word, _, [first]) => [word, first ?? word] as const)),
)

export type FactMatch =
  | { is: 'found'; fact: Fact; signFlipped: boolean }
  | { is: 'none' }
  /** More than one fact has this value, and the words do not say which is meant. */
  | { is: 'ambiguous'; facts: readonly Fact[] }

/**
 * The fact that stands behind a figure of a text: of a compatible unit, and equal when rounded as the text rounds it. Of
 * several with the same value, the one whose label shares most words with what stands around the figure.
 */
export function matchFact(figure: StatedFigure, text: string, facts: readonly Fact[]): FactMatch {
  const around = text.slice(Math.max(0, figure.start - NEAR), figure.end + NEAR)
  const mayFlip = FALLING.test(around)
  const found = facts.flatMap((fact) => {
    const equality = compare(figure, fact, mayFlip)
    return equality === 'no' ? [] : [{ fact, signFlipped: equality === 'flipped' }]
  })
  const ranked = found
    .map((candidate) => ({
      ...candidate,
      isExact: candidate.fact.value === figure.value,
      score: countSharedTopics(candidate.fact.label, around),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || Number(b.isExact) - Number(a.isExact))
  const [best, second] = ranked
  // The same number about something else is no support: "loses 26%" is not the volatility of 26%.
  if (!best) return { is: 'none' }
  if (second?.score === best.score && second.isExact === best.isExact)
    return { is: 'ambiguous', facts: ranked.map(({ fact }) => fact) }
  return { is: 'found', fact: best.fact, signFlipped: best.signFlipped }
}

function compare({ value, tolerance, units }: StatedFigure, fact: Fact, mayFlip: boolean): 'same' | 'flipped' | 'no' {
  if (!units.includes(fact.unit)) return 'no'
  if (typeof value === 'string' || typeof fact.value === 'string') {
    return typeof value === 'string' && typeof fact.value === 'string' && fact.value.endsWith(value) ? 'same' : 'no'
  }
  const isWithin = (stated: number, held: number) =>
    Math.abs(stated - held) <= tolerance + 1e-9 * Math.max(1, Math.abs(held))
  if (isWithin(value, fact.value)) return 'same'
  return mayFlip && isWithin(-value, fact.value) ? 'flipped' : 'no'
}

/** How many topics a label and the words around a figure have in common. */
function countSharedTopics(label: string, around: string): number {
  const topics = listTopics(around)
  return [...listTopics(label)].filter((topic) => topics.has(topic)).length
}

/** Words as topics: inflections of a word and words of like meaning are one; words that every label has are none. */
function listTopics(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(WORD) ?? []
  return new Set(words.filter((word) => !COMMON.has(word)).map((word) => SYNONYMS.get(word) ?? word.slice(0, STEM)))
}
