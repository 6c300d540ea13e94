import type { Fact } from '@ballast/contract'

const WORD = /\p{L}{2,}/gu
/** What nearly every label and sentence has says nothing about what a figure is. */
const COMMON = new Set(
  (
    'the and for with that this from into its are was has have had would will could may might can over per than then not but so such which what how why when where ' +
    'portfolio portfolios market markets hedge hedges hedged hedging strategy option options if in of is it to at on by an as be or all one each every about some only just more less ' +
    'their they them there here these those your you we our us do does did been being also both while whereas after before same part of it under up'
  ).split(' '),
)

/** Words of like meaning, each group one topic; a word may have several. */
const GROUPS: readonly string[] = [
  'loss losses lose loses losing lost profit profits profitable return returns returned gain gains gained gaining down drawdown fall falls fell fallen falling drop drops dropped decline declines declined rise rises rose rising outperforms underperforms sink sinks move moves moved damage hit plunge performance sell-off selloff wipe wipes wiped',
  'value worth valued valuation total size amounts stands',
  'cost costs costing price prices priced premium premiums pay pays paid paying spend spends spent spending debit credit expensive cheap cheaper cheapest dear drag charge fee fees outlay budget receive received buys buy bought forgo forgone forgoes',
  'fee fees commission commissions',
  'payoff payoffs pay pays paid back payback recover recovers',
  'weight weights weigh weighs share part portion fraction percent largest concentration concentrated makes dominates stake',
  'shares share stock stocks lots',
  'buy buys buying bought long purchase purchases trade open opens',
  'sell sells selling sold short sale sales trade open close reduce trim',
  'contract contracts put puts call calls lots spread spreads buy sell bought sold',
  'strike strikes put puts call calls beyond below above',
  'expiry expire expires expired expiring expiration last maturity ends end runs until',
  'renew renewed renewal renews roll rolled rolls rolling life left look again review',
  'hold holds held holding holdings own owns owned position positions',
  'day days horizon weeks period lasts time months',
  'crash crisis bear sell-off turmoil',
  'variance risk risks risky',
  'variance explain explains explained unexplained explain moves follow follows market-wide specific own residual cover covers',
  'given gives give giving gave forgo forgoes forgone surrender upside miss misses',
  'cap caps capped ceiling limit limits bound most',
  'limit limits allowed wanted ask asked asks within most maximum target tolerance floor budget',
  'shock asked fall falls drop scenario decline sell-off selloff off',
  'break even breakeven better helps recovers',
  'volatility volatile swings swing fluctuates uncertainty implied',
  'beta sensitivity sensitive moves',
  'correlation correlated correlates together relation related',
  'rise rises rose rising gains up rally rallies strong stronger climb climbs',
  'expected expect mean average averages expects typical on',
  'middle mid midpoint',
  'annual year yearly annually carry kept renewed',
  'worst tail extreme severe cvar shortfall bad',
  'score diversification diversified',
  'sector sectors technology industry',
  'fair forecast model normal mispricing cheap rich',
  'probability chance chances likelihood odds likely often',
  'confidence confident certain sure',
]

const topicsOfTexts = new Map<string, ReadonlySet<string>>()
const stemsOfTexts = new Map<string, ReadonlySet<string>>()
const stems = new Map<string, string>()
const REMEMBERED = 2_000

const TOPICS: ReadonlyMap<string, readonly string[]> = collectTopics()

function collectTopics() {
  const topics = new Map<string, string[]>()
  for (const group of GROUPS) {
    const words = group.split(' ')
    for (const stem of new Set(words.map(toStem))) topics.set(stem, [...(topics.get(stem) ?? []), `:${words[0]}`])
  }
  return topics
}

/** A word without its ending, so that its inflections are one. */
function toStem(word: string): string {
  return remember(stems, word, () => cutEnding(word))
}

function cutEnding(word: string): string {
  const stem = word.replace(/(?:ies|ied|ing|ed|es|s|ly|e|y)$/, '').slice(0, 7)
  return stem.replace(/([bdgklmnprt])\1$/, '$1')
}

/** What a text is about: its words without endings, the groups of like meaning that they belong to, and what phrases say. */
export function listTopics(text: string): ReadonlySet<string> {
  return remember(topicsOfTexts, text, () => readTopics(text))
}

/** The same surroundings are looked at for every figure of a sentence. */
function remember<Value>(known: Map<string, Value>, text: string, read: () => Value): Value {
  const found = known.get(text)
  if (found !== undefined) return found
  if (known.size >= REMEMBERED) known.clear()
  const value = read()
  known.set(text, value)
  return value
}

function readTopics(text: string): Set<string> {
  const topics = listWords(text)
  if (/\b(?:portfolio|holdings|book|account) of (?:about |some |roughly )?(?:[$\s]|\d)/i.test(text))
    topics.add(':value')
  // "for $4,610", "48% of the portfolio": cost and share without the word.
  if (/\bfor (?:about |some |roughly |only |just )?(?:[$\s]|\d)/i.test(text)) topics.add(':cost')
  if (/\bof (?:the |your |its |this )?(?:portfolio|holdings|everything|value|total|whole|money)\b/i.test(text))
    topics.add(':weight')
  return topics
}

function listWords(text: string): Set<string> {
  const topics = new Set<string>()
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    if (COMMON.has(word)) continue
    const stem = toStem(word)
    for (const topic of TOPICS.get(stem) ?? []) topics.add(topic)
    topics.add(stem)
  }
  return topics
}

const sizes = new WeakMap<Fact, number>()

/** How many words of a label say what it is. */
export function sizeOfLabel(fact: Fact): number {
  const size =
    sizes.get(fact) ?? [...fact.label.toLowerCase().matchAll(WORD)].filter(([word]) => !COMMON.has(word)).length
  sizes.set(fact, size)
  return size
}

const stemsOfLabels = new WeakMap<Fact, ReadonlySet<string>>()

function stemsOf(fact: Fact): ReadonlySet<string> {
  const stems = stemsOfLabels.get(fact) ?? listStems(fact.label)
  stemsOfLabels.set(fact, stems)
  return stems
}

/** The words of a text that say something, without their endings. */
export function listStems(text: string): ReadonlySet<string> {
  return remember(stemsOfTexts, text, () => readStems(text))
}

function readStems(text: string): Set<string> {
  return new Set([...text.toLowerCase().matchAll(WORD)].flatMap(([word]) => (COMMON.has(word) ? [] : toStem(word))))
}

/**
 * True when two facts are alike but for some words, and a text has those of the other and none of this one's: a figure of
 * the financial crisis in words about the COVID crash.
 */
export function isMistakenFor(
  fact: Fact,
  other: Fact,
  saying: ReadonlySet<string>,
  sentence: ReadonlySet<string>,
): boolean {
  if (fact.unit !== other.unit || fact.label === other.label) return false
  const [own, others] = [stemsOf(fact), stemsOf(other)]
  let shared = 0
  for (const stem of own) if (others.has(stem)) shared += 1
  if (shared === 0 || 2 * shared < Math.min(own.size, others.size)) return false
  let isOwn = false
  for (const stem of own) if (!others.has(stem) && sentence.has(stem)) isOwn = true
  if (isOwn || shared === own.size) return false
  // Words of like meaning tell nothing apart.
  const topics = topicsOf(fact)
  for (const stem of others) {
    if (own.has(stem) || !saying.has(stem)) continue
    if (!(TOPICS.get(stem) ?? []).some((topic) => topics.has(topic))) return true
  }
  return false
}

const topicsOfLabels = new WeakMap<Fact, ReadonlySet<string>>()

export function topicsOf(fact: Fact): ReadonlySet<string> {
  const known = topicsOfLabels.get(fact) ?? listWords(fact.label)
  topicsOfLabels.set(fact, known)
  return known
}

const WORDS = /\p{L}{4,}/gu
const wordsOfLabels = new WeakMap<Fact, readonly string[]>()

/** Which share of a label's words a text has, for choosing between labels that are about the same. */
export function shareOfWords(fact: Fact, text: string): number {
  const words = wordsOfLabels.get(fact) ?? fact.label.toLowerCase().match(WORDS) ?? []
  wordsOfLabels.set(fact, words)
  const lower = text.toLowerCase()
  return words.length === 0 ? 0 : words.filter((word) => lower.includes(word)).length / words.length
}

/** How many topics a fact and a text have in common. */
export function countShared(fact: Fact, topics: ReadonlySet<string>): number {
  let shared = 0
  for (const topic of topicsOf(fact)) if (topics.has(topic)) shared += 1
  return shared
}
