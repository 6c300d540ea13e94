import type { Fact } from '@ballast/contract'
import { findWrongVerdict } from './check-verdicts.ts'

/** What these checks look at of a figure in a sentence. */
export interface Spoken {
  fact: Fact
  /** Between the figure before, or the beginning of the clause, and this one. */
  before: string
  /** From the beginning of the clause, other figures blanked; a comma ends none. */
  lead: string
  behind: string
  /** What follows it in the sentence as it is written. */
  next: string
  /** Its clause, figures blanked. */
  saying: string
  sentence: string
  /** The sentence as it is written. */
  raw: string
  start: number
}

/** Facts whose labels say something must be spoken of by words that say it too. */
const NEEDED: readonly (readonly [label: RegExp, words: RegExp])[] = [
  [/\ba year\b/i, /\b(?:year|annual|annum|renew|roll|kept|volatil|carry)/i],
  [/^the portfolio of today through/i, /\b(?:would|had|could|might)\b/i],
  [/^mean payoff\b/i, /\b(?:average|mean|expect|path|simulat|typical|back)/i],
  [/\bexpected to cost\b|\bless mean payoff\b/i, /\b(?:expect|net|in the end|average|lose)/i],
  [/\bworst tenth\b|\bin those paths\b/i, /\b(?:worst|bad|tail|stress|panic|crash|fall|drop)/i],
  [/^mean of the worst\b/i, /\b(?:worst|tail|bad)/i],
  [/\bfall as hard as\b/i, /\b(?:hard|stress|worse|past|severe)/i],
  [
    /\b(?:index hedge cannot cover|does not explain|not explained)\b/i,
    /\b(?:not|no|cannot|un\w+|remain\w*|open|leav\w+|left|outside|beyond|besides?|specific|particular|single|own|idiosyncratic|without|than)\b|n['’]t/i,
  ],
]

/** What must not stand with a label: in its clause, just before it, or just behind it. */
const REFUSED: readonly (readonly [
  label: RegExp,
  place: 'saying' | 'before' | 'behind' | 'sentence',
  words: RegExp,
])[] = [
  [/^fall of the market\b/i, 'before', /\b(?:limit|budget|cap)(?: (?:of|is|to))?\s*$/i],
  [/\bmost that may be lost\b/i, 'before', /\bmarket(?: \w+){0,5} (?:fall|falls|drop|drops) (?:of|by)\s*$/i],
  [/^cost\b/i, 'before', /\b(?:pays? back|payoff|recovers?|earns?|returns?)(?: you)?(?: of| is)?\s*$/i],
  [
    /\b(?:beta|volatility|value) of the portfolio\b/i,
    'before',
    /\b(?:market|hedge|index|spread|collar|strategy)(?:['’]s)? (?:has an? )?(?:beta|volatility|value)\b/i,
  ],
  [/\bbeta of the portfolio\b/i, 'before', /\bbeta of (?:the )?(?:market|hedge|index|spread|collar|benchmark)\b/i],
  [/\b(?:beta|volatility) of the portfolio\b/i, 'before', /\b[A-Z]{2,5}(?:['’]s| has an?)\s+(?:beta|volatility)\b/],
  [
    /^(?:profit of the portfolio|the same in dollars) if the market falls/i,
    'before',
    /\b(?:left with|worth|keeps?|remains? at)\s*$/i,
  ],
  [/\bmost that may be lost\b/i, 'saying', /\b(?:doing nothing|do nothing|unhedged)\b/i],
  [/\blargest company\b/i, 'before', /\b(?:to|in|of) SPY\b/],
  [
    /\bin the variance\b/i,
    'behind',
    /^ of (?:the |your |its )?(?:[a-z]{1,12}['’]s )?(?:total )?(?:value|holdings|assets|money)\b/i,
  ],
  [/\bputs bought\b/i, 'before', /\b(?:gains?|upside|rises?)\b.*\b(?:beyond|above|at)\s*$/i],
  [
    /^(?:profit of the portfolio|the same in dollars) if the market falls/i,
    'saying',
    /\b(?:expected|average|usual|typical|already|so far|since|least|possible|small|minor|tiny|modest|slight)\b/i,
  ],
  [/^(?:profit of the portfolio|the same in dollars) if the market falls/i, 'before', /\b(?:has|have) lost\s*$/i],
  [
    /\bif the market (?:falls|rises)\b|^fall of the market\b/i,
    'sentence',
    /\b(?!SPY\b)[A-Z]{2,5} (?:falls|drops|loses|rises)\b/,
  ],
  [/^fall of the market\b/i, 'before', /^(?!.*\b(?:if|once|when|had)\b).*\b(?:fell|fallen|dropped|lost)(?: by)?\s*$/i],
  [/^contracts bought\b/i, 'saying', /\b(?:own|owned|hold|held|already)\b/i],
  [/^cost\b/i, 'before', /\b(?:was|were|been) (?:bought|paid|sold)\b|\bbudget\b.*\b(?:is|of)\s*$/i],
  [
    /^value of the portfolio$/i,
    'saying',
    /\b(?:after|once|grows?|rises?|with (?:it|the (?:hedge|spread|put|collar)))\b/i,
  ],
  [
    /\bmost that may be lost\b/i,
    'sentence',
    /\b(?:expected|average|usual|typical|single|compan(?:y|ies)|seller|buyer|exchange|paid by)\b/i,
  ],
  [/^mean of the worst\b|^value at risk\b/i, 'saying', /\b(?:possible|at most|largest|no more than)\b/i],
  [/\bif renewed at this price\b/i, 'sentence', /^(?!.*\brenew).*\broll/i],
  [/\bif rolled\b/i, 'sentence', /^(?!.*\broll).*\brenew/i],
  [/\bputs bought\b/i, 'before', /\babove\s*$/i],
  [/\bputs sold\b/i, 'sentence', /\b(?:even|still) more\b|\bgains? more\b/i],
  [/^given up\b/i, 'before', /\b(?:adds?|gains?|earns?|brings?)\s*$/i],
  [/\bsale does the same\b/i, 'sentence', /\b(?:dearer|worse|larger loss|costs more)\b/i],
  [/^share of everything\b/i, 'behind', /^ of (?:the |your )?(?!everything|holdings|portfolio|every|each|all|what)\w/i],
  [/^change of the\b/i, 'before', /\b(?:score (?:is|stands|of|was)|to)(?: at| about)? {0,3}$/i],
  [/\btakes off\b/i, 'before', /\bto\s*$|\b(?:rises?|increases?|grows?|raises?|adds?)\b/i],
  [/\bone contract can lose\b/i, 'saying', /\b(?:portfolio|gains?|earns?|profits?|wins?)\b/i],
  [/\bin the worst tenth\b|\bin those paths\b/i, 'saying', /\b(?:all paths|every path|on average over)\b/i],
  [/^mean return of the portfolio\b/i, 'behind', /^ on (?:its|the) (?:cost|premium)/i],
  [/\bon its cost\b/i, 'before', /\bportfolio (?:returns?|loses?|gains?|falls?|rises?)(?: by)?\s*$/i],
  [/^average\b/i, 'before', /\b(?:at most|at least|no more than|up to)\s*$/i],
  [/^average\b/i, 'behind', /^,? (?:at most|at least)\b/i],
  [/^average correlation\b/i, 'sentence', /\b(?:not (?:correlate|move together)|uncorrelated|independent)/i],
  [/\baction helps\b/i, 'saying', /\b(?:larger|bigger|worse|hurts?|harms?|raises?|increases?)\b/i],
  [/\bthat its options price\b|\boptions imply\b/i, 'before', /\bwill\b/i],
  [/^(?!.*\bimpl)/i, 'before', /\bimplied volatility(?: of \w+)? (?:is|of|at|stands at)\s*$/i],
  [/^(?!.*\bdays\b)/i, 'behind', /^ of (?:the |its )?(?:portfolio['’]s )?(?:worst |best )?days\b/i],
  [/./, 'behind', /^ of a percent\b|^ squared\b/i],
  [/^(?!.*\beach\b|.*\bper\b|.*\bone\b)/i, 'behind', /^ (?:for )?each of the (?:contracts|puts|calls|shares)\b/i],
]

const WITH =
  /\bwith (?:it|the (?:hedge|spread|put spread|collar|put|puts|call|package|strategy))\b|\bhedged\b|\bdown to\b/gi
const WITHOUT = /\b(?:without|instead of|rather than|unhedged|compared (?:with|to)|against|versus|from|not|than)\b/gi
const UNHEDGED = /^(?:profit of the portfolio|the same in dollars) if the market falls/i
const HEDGED = /^loss with it\b/i
const STRICTLY_WITHOUT = /\b(?:without (?:it|the|a|any)?|instead of|rather than|unhedged)\b/gi

const THROUGH = /^The (portfolio of today|index) through: (.*)$/
const INDEX_WORDS = /\b(?:index|benchmark|S&P|SPY)\b/i
const HOLDING_WORDS = /\b(?:portfolio|holdings?|you|your|it|they|these|positions?|today['’]s)\b/i
const SECTORS =
  /\b(?:technology|health ?care|energy|financials?|industrials?|materials|utilities|real estate|consumer \w+|communication services)\b/gi
const DAYS_IN_LABEL = /\b(\d+) trading days\b/
const CONDITION = /\bif the market (falls|rises) by (\d+(?:\.\d+)?)%/i
const MARKET_MOVES_BY =
  /\b(?:market|index|S&P 500)(?: \w+){0,2} (?:falls?|fell|drops?|dropped|declines?|rises?|rose|gains?)(?: by)?\s*$|\bmarket (?:fall|drop|decline|rise) of\s*$/i
const FROM = /\bfrom\s*$/i
const TO = /^\s*(?:down |up )?to\s*$/i
const RAISES = /\b(?:raises?|rises?|increases?|grows?|lifts?|improves?|climbs?)\b/i
const LOWERS = /\b(?:lowers?|falls?|reduces?|cuts?|shrinks?|drops?|declines?|brings? down)\b/i

const lastPlace = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].at(-1)?.index ?? -1

/**
 * Facts in roles that their labels do not give them: the loss without a hedge told as that with it, a share of the variance
 * as one of the value, one past crisis for another; as faults.
 *
 * @param labels of all facts of the run
 */
export function findWrongRoles(uses: readonly Spoken[], facts: readonly Fact[]): string[] {
  return uses.flatMap((use) => {
    const { fact } = use
    const fault = findWrongRole(use, uses, facts)
    return fault === undefined ? [] : [`{{${fact.id}}} is "${fact.label}: ${fact.text}": ${fault}`]
  })
}

function findWrongRole(use: Spoken, uses: readonly Spoken[], facts: readonly Fact[]): string | undefined {
  const { label } = use.fact
  const needed = NEEDED.find(([of, words]) => of.test(label) && !words.test(use.raw))
  if (needed) return 'the words leave out what it is'
  const refused = REFUSED.map(([of, place, words]) => (of.test(label) ? words.exec(use[place])?.[0] : undefined)).find(
    (found) => found !== undefined,
  )
  if (refused !== undefined) return `the words say "${refused.trim()}"`
  return (
    findOtherSide(use) ??
    findOtherCrisis(use, facts) ??
    findOtherSector(use) ??
    findOtherCondition(use, uses) ??
    findOtherLeg(use, facts) ??
    findWrongVerdict(use, facts) ??
    findWrongWay(use, uses)
  )
}

/** With the hedge, and without it. */
function findOtherSide({ fact: { label }, lead, before }: Spoken): string | undefined {
  if (UNHEDGED.test(label) && lastPlace(lead, WITH) > lastPlace(lead, WITHOUT)) return 'that is without a hedge'
  return HEDGED.test(label) && lastPlace(before, STRICTLY_WITHOUT) > lastPlace(before, WITH)
    ? 'that is with the hedge'
    : undefined
}

const namesOfCrises = new WeakMap<readonly Fact[], readonly string[]>()
const GENERIC = /^(?:crash|crisis|bear|market|shock|quarter|global|of|the)$/i
const toMarks = (name: string) => name.split(/\s+/).filter((word) => !GENERIC.test(word))

function findOtherCrisis({ fact, raw, saying, start, next }: Spoken, facts: readonly Fact[]): string | undefined {
  const [, whose, name] = THROUGH.exec(fact.label) ?? []
  if (name === undefined) return undefined
  const names = namesOfCrises.get(facts) ?? [...new Set(facts.flatMap(({ label }) => THROUGH.exec(label)?.[2] ?? []))]
  namesOfCrises.set(facts, names)
  const text = raw.toLowerCase()
  const places = names.flatMap((one) =>
    toMarks(one).map((mark) => ({ one, at: text.lastIndexOf(mark.toLowerCase(), start) })),
  )
  const before = places.filter(({ at }) => at !== -1).sort((a, b) => b.at - a.at)[0]
  if (before !== undefined && before.one !== name) return `the words speak of "${before.one}"`
  const near = `${saying} ${next.slice(0, 20)}`
  if (whose === 'index') return INDEX_WORDS.test(near) || /\bmarket\b/i.test(near) ? undefined : 'it is the index’s'
  return INDEX_WORDS.test(saying) && !HOLDING_WORDS.test(saying) ? 'it is the portfolio’s' : undefined
}

function findOtherSector({ fact: { label }, sentence, raw, start }: Spoken): string | undefined {
  const own = label.match(SECTORS)?.map((word) => word.toLowerCase())
  if (own === undefined) return undefined
  const named = sentence.match(SECTORS)?.map((word) => word.toLowerCase()) ?? []
  if (named.length > 0 && !named.some((word) => own.includes(word))) return `the words speak of ${named.join(', ')}`
  const isSaidOfIndex = /\b(?:S&P 500|index|benchmark) (?:itself )?(?:holds?|has|puts) {0,2}$/i.test(
    raw.slice(0, start),
  )
  return isSaidOfIndex && !/\bin the S&P\b/i.test(label) ? 'it is the portfolio’s' : undefined
}

/** Another fall of the market, or another stretch of days. */
function findOtherCondition({ fact, before }: Spoken, uses: readonly Spoken[]): string | undefined {
  const percent = CONDITION.exec(fact.label)?.[2]
  const falls = uses.flatMap((use) => (/^fall of the market\b/i.test(use.fact.label) ? Number(use.fact.value) : []))
  if (percent !== undefined && falls.length > 0 && !falls.includes(Number(percent)))
    return 'the words speak of another fall'
  const days = DAYS_IN_LABEL.exec(fact.label)?.[1]
  const spans = uses.flatMap((use) => (use.fact.unit === 'days' ? Number(use.fact.value) : []))
  if (days !== undefined && spans.length > 0 && !spans.includes(Number(days))) return 'the words speak of other days'
  const isMove = /\b(?:market|index|shock)\b/i.test(fact.label)
  return !isMove && fact.unit === 'percent' && MARKET_MOVES_BY.test(before) ? 'it is no move of the market' : undefined
}

/** Of an order's lines the side that is bought for the one that is sold, a break-even below for one above. */
function findOtherLeg({ fact, saying, before }: Spoken, facts: readonly Fact[]): string | undefined {
  const leg = /^(.*\.leg\d+)\.strike$/.exec(fact.key)?.[1]
  if (leg !== undefined) {
    const side = facts.find(({ key }) => key === `${leg}.contracts`)?.label
    const [bought, sold] = [
      /\b(?:bought|buys?|buying|long)\b/i.test(saying),
      /\b(?:sold|sells?|selling|short)\b/i.test(saying),
    ]
    if (side?.endsWith('bought') && sold && !bought) return 'these are bought'
    if (side?.endsWith('sold') && bought && !sold) return 'these are sold'
    return undefined
  }
  const play = /^(play\..*)\.breakEven$/.exec(fact.key)?.[1]
  const strike = play === undefined ? undefined : facts.find(({ key }) => key === `${play}.strike`)?.value
  if (strike === undefined) return undefined
  const isCall = Number(fact.value) > Number(strike)
  return (isCall ? /\b(?:below|under|less than)\s*$/i : /\b(?:above|over|more than)\s*$/i).test(before)
    ? `it is ${isCall ? 'above' : 'below'} that price`
    : undefined
}

/** "From a to b", where the verb goes the other way. */
function findWrongWay(use: Spoken, uses: readonly Spoken[]): string | undefined {
  const other = uses[uses.indexOf(use) - 1]
  if (other?.fact === use.fact && /^\s*(?:plus|and|times|less)\s*$/i.test(use.before)) return 'it is said twice'
  if (other === undefined || other.fact.unit !== use.fact.unit || !TO.test(use.before) || !FROM.test(other.before))
    return undefined
  const [a, b] = [Math.abs(Number(other.fact.value)), Math.abs(Number(use.fact.value))]
  if (b < a && RAISES.test(other.lead) && !LOWERS.test(other.lead)) return 'that is lower'
  return b > a && LOWERS.test(other.lead) && !RAISES.test(other.lead) ? 'that is higher' : undefined
}
