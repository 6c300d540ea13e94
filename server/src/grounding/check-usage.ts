// Tests: borne-out.test.ts, said-of-figures.test.ts, ../ai/evaluation/corpus.test.ts

import type { Fact, FactUnit } from '@ballast/contract'
import { findNamedCrisis } from './check-crises.ts'
import {
  BEST_RATE,
  type Expected,
  findOtherMeaning,
  findOtherVerb,
  isMeasuredBy,
  type Places,
  rateMeaning,
} from './check-meaning.ts'
import { carriesSign, contradictsItsFigure } from './directions.ts'
import type { Spelling } from './grounded-text.ts'
import { screenFor } from './pattern-screen.ts'
import { remembered } from './remembered.ts'

/** A figure in a sentence, with what stands around it. */
export interface Use {
  fact: Fact
  as: Spelling | 'words' | undefined
  /** As it is written. */
  written: string
  /** Whether it was a reference, and not a figure that was matched by its words. */
  isReference: boolean
  /** Between the figure before, or the beginning of the clause, and this one. */
  before: string
  /** From the beginning of the clause, other figures blanked; a comma ends none. */
  lead: string
  /** Where it stands, and where its clause begins. */
  start: number
  clause: number
  /** From this figure to the next one, or the end of the clause. */
  behind: string
  /** What follows it in the sentence as it is written. */
  next: string
  /** Its clause, figures blanked. */
  saying: string
  /** The sentence, figures blanked. */
  sentence: string
  /** The sentence as it is written. */
  raw: string
  /** The figure before it. */
  earlier?: Fact | undefined
  /** What its words stand for, once that was read. */
  places?: Places
}

const NEGATION =
  /\b(?:not|never|no longer|cannot|hardly|neither|nor|isn['’]t|doesn['’]t|don['’]t|won['’]t|didn['’]t|wouldn['’]t|aren['’]t|wasn['’]t)\b(?! (?:only|just|merely|more than|less than|later than|including|counting|even))/i
const SOFTENED =
  /\b(?:below|above|beyond|under|over|exceed\w{0,3}|more than|less than|within|beneath|past|explain\w{0,3}|cover\w{0,2}|include\w{0,1}|follow\w{0,2}|hedged?|protected|until|before|unless|if|had|bought|met|reached|far|quite|unlike|least|as|that|afford\w{0,2})\b/i
const STRICT =
  /\b(?:(?:more|less|greater|higher|lower|larger|smaller|fewer|worse|better) than|over|under|above|below|beyond|exceed(?:s|ing|ed)?)(?: (?!in\b|if\b|when\b)[a-z’']{1,14}){0,6}\s{0,2}$/i
const UPWARD = /^(?:more|greater|higher|larger|worse|better|over|above|beyond|exceed)/i
/** Figures that are there to be kept within or passed. */
const THRESHOLD =
  /\b(?:limit|cap|capped|budget|floor|asked|threshold|break|target|most|least|largest|smallest|minimum|maximum|strike|from which|above which|meant for|wanted|fall of the market|market falls?|market rises?|tolerance|price|forecast|normal|may cost|index|benchmark|average|mean|model|fair)\b/i
const PERIODS: readonly (readonly [claim: RegExp, label: RegExp])[] = [
  [/^(?:year|annual|annum)/i, /\b(?:year|annual|annum)/i],
  [/^month/i, /\bmonth|\b(?:21|30) days\b/i],
  [/^(?:day|dai)/i, /\b(?:a|per|each) day\b|\bdaily\b/i],
  [/^week/i, /\bweek/i],
  [/^quarter/i, /\bquarter/i],
]
const PERIOD_BEHIND =
  /^(?: of (?:the |its |your )?[a-z]{3,12}(?: [a-z]{3,12})?)?,? ?(?:(?:a|an|per|each|every) )(year|annum|month|day|week|quarter)\b|^ (annually|yearly|monthly|daily|weekly|quarterly)\b/i
const PERIOD_BEFORE =
  /\b(annual(?:ised|ized)?|yearly|monthly|daily|weekly|quarterly) [a-z]{3,12}(?: (?:of|is|at|was|stands at))? {0,2}$/i

const DIFFERENCE_BEHIND =
  /^(?: (?:percentage |percent )?points?)? (?:more|less|higher|lower|better|worse|ahead|behind)(?: than| of)\b/i
const DIFFERENCE = /\b(?:change|less|plus|difference|improve\w{0,6}|reduc\w{0,6}|saves?|beyond|added|more than)\b/i
const CHANGED_BY =
  /\b(?:loss|cost|drawdown|volatility|score|premium|risk)\b[^,;]{0,40}\b(?:drops?|falls?|(?:is|are) (?:reduced|cut|lowered|raised)|shrinks?|decreases?|rises?|increases?|improves?|grows?) by (?:about )?$/i
const WORTH =
  /\b(?:portfolio|holdings|account|book) (?:is|are|was|stands at)(?: now| still| currently)? (?:worth|valued at)(?: about| some)? {0,2}$/i
const CONNECTOR = /^[\s(]*(?:(?:or|to|and|up[\s(]*to|and[\s(]*then)[\s(]*)?$/i
const SIGN_WORD = /\b(?:minus|negative)\s{1,3}$/i

const NOUNS: readonly (readonly [noun: RegExp, units: readonly FactUnit[]])[] = [
  [/^(?:percent|per cent|%|percentage points?|pp|bps|basis points?)/i, ['percent']],
  [/^(?:dollars?|usd)/i, ['usd', 'usd-per-share']],
  [/^(?:contracts?|lots?|spreads?)/i, ['contracts', 'count']],
  [/^(?:puts?|calls?)/i, ['contracts', 'count', 'usd-per-share', 'date']],
  [/^shares?/i, ['shares', 'count']],
  [/^(?:trading )?days?/i, ['days']],
  [/^(?:times|x|fold)/i, ['ratio']],
  [
    /^(?:weeks?|months?|years?|cents?|euros?|pounds?|yen|hours?|thousand|million|billion|trillion|hundred|dozen|k|m|bn)/i,
    [],
  ],
]
const NOUN_BEHIND =
  /^[\s-]{0,2}(percentage points?|percent|per cent|%|pp|bps|basis points?|dollars?|usd|contracts?|lots?|spreads?|puts?|calls?|shares?|trading days?|days?|times|fold|weeks?|months?|years?|cents?|euros?|pounds?|yen|hours?|thousand|million|billion|trillion|hundred|dozen|bn|[xkm])(?![A-Za-z])/i

const PRICE = /\b(?:premium|cost)\b/i
/** Words of paying, near which a credit needs its sign. */
const PAID = /\b(?:costs?|pay|pays|paid|paying|debit|spend|spent|outlay|expense|bill)\b/i
const WITH = /\bwith (?:it|the hedge|this|the best|the package)\b/i
const WITHOUT = /\bwithout (?:it|the hedge|a hedge|any hedge|hedging|protection|this)\b/i
const OF_THE_MARKET = /^fall of the market\b/i
const MARKET_WORDS =
  /\b(?:market|fall|falls|fell|drop|drops|decline|shock|scenario|crash|down|index|asked|slump|slide|sell-?off)\b/i
/** What a share is of, behind it and in labels. */
const WHOLES: readonly (readonly [behind: RegExp, label: RegExp])[] = [
  [/^ of (?:the |your |its )?(?:[a-z]{1,12}[’']s )?(?:variance|risk)\b/i, /\b(?:variance|risk)\b/i],
  [/^ of (?:the |your |its )?(?:s&p 500|index|benchmark|nasdaq|russell)/i, /S&P|index|Nasdaq|Russell|benchmark/i],
  [
    /^ of (?:the |your |its )?(?:[a-z]{1,12}[’']s )?(?:total |whole )?(?:holdings|value|assets)\b/i,
    /\b(?:holdings|value|portfolio|everything)\b/i,
  ],
]
const IS_PART = /^ of /i
const ANY_WHOLE = /\b(?:variance|risk|holdings|value|portfolio|everything)\b|S&P|index|Nasdaq|Russell|benchmark/i
/** "a credit of", "the confidence in it is": the noun that a figure is the measure of. */
const MEASURE =
  /\b(costs?|(?<!at the )price|probability|chance|likelihood|odds|yield|premium|credit|debit|payoff|beta|volatility|correlation|score|strike|weight|confidence|limit|budget|coverage|delta|return|value)(?: (?!and|or|but|than|at)[a-z]{1,12}){0,3}? (?:of|is|was|at|to|stands at|would be|comes to|amounts to)(?: about| only| some| roughly| just| at most| at least| now)? {0,2}$/i

/** What can hardly be anything but a loss needs no word for it, while none says a gain or asks for a sign. */
const IS_LOSS =
  /^(?:profit|the same in dollars) if the market falls|^profit of the portfolio if the market falls|^the (?:portfolio of today|index) through|^theta|^market move from|^the same with the play/i
const SAYS_SIGN =
  /\b(?:returns?|returned|returning|performance|profits?|gain(?:s|ed)?|rise[sn]?|rose|up|earn\w*|made|makes?|add(?:s|ed)?|climb\w*|grow\w*|plus|positive|bring\w*|improve\w*|win\w*)\b/i

/** Words of which a label has one and a sentence must not have the other. */
const OPPOSITES: readonly (readonly [one: RegExp, other: RegExp])[] = [
  [/\b(?:bought|buy|buying|buys|long|purchased?)\b/i, /\b(?:sold|sell|selling|sells|short|written)\b/i],
  [/\bputs?\b/i, /\bcalls?\b/i],
  [
    /\bwith (?:it|the hedge|this|the best|the package)\b|\bhedged\b/i,
    /\bwithout (?:it|the hedge|a hedge|any hedge|hedging|protection|this)\b|\bunhedged\b/i,
  ],
  [/\b(?:largest|highest|biggest|most|maximum)\b/i, /\b(?:smallest|lowest|least|minimum)\b/i],
  [/\b(?:best)\b/i, /\bworst\b/i],
  [/\bask\b/i, /\bbids?\b/i],
  [/\bbid\b/i, /\b(?:at|of|the) ask\b/i],
  [/\bafter\b/i, /\bbefore\b/i],
  [/\bworst\b/i, /\b(?:all|best|normal|average) (?:the )?days\b/i],
  [/\b(?:rose|rises?|strong(?:er)? markets?)\b/i, /\b(?:fell|falls?)\b/i],
  [/\bexplains\b/i, /\b(?:not|unexplained|cannot) ?(?:explain|explained|cover)?\b/i],
]
const MARKET_FALLS =
  /\bmarkets? (?:falls?|drops?|declines?|fell|sinks?|crash(?:es)?|goes down)\b|\b(?:fall|drop|decline|crash) (?:of|in) the market\b|\bmarket (?:fall|drop|decline|crash)\b|\bfalling markets?\b/i
const MARKET_RISES =
  /\bmarkets? (?:rises?|gains?|rose|climbs?|rall(?:y|ies)|goes up)\b|\b(?:rise|gain|rally) (?:of|in) the market\b|\bmarket (?:rise|gain|rally)\b|\brising markets?\b|\bstrong(?:er)? markets?\b/i

/** Before most figures there is none of what turns them into something else. */
const mayTurn = screenFor([SIGN_WORD, NEGATION, WORTH, CHANGED_BY, PERIOD_BEFORE])
/** What a label says that the words around its figure are held against. */
const sayingsOf = remembered(4_000, (label) => ({
  isFallOfMarket: OF_THE_MARKET.test(label),
  isWith: WITH.test(label),
  namesWhole: ANY_WHOLE.test(label),
  saysMarketRises: MARKET_RISES.test(label),
  saysMarketFalls: /\bmarket falls\b/i.test(label),
}))

/** What is wrong with how a figure is used, in words that a model can mend it by; empty when nothing. */
export function findMisuse(use: Use, expected: Expected): string[] {
  const { fact, as, written, before, lead, behind, isReference } = use
  const isUnsigned = as === 'abs' && typeof fact.value === 'number' && fact.value < 0
  const faults: string[] = []
  const says = `"${fact.label}: ${fact.text}"`
  if (isUnsigned && !saysSign(use, expected)) {
    faults.push(`${written} is shown without its minus, and no word says that it is a loss: ${says}`)
  }
  // "gains x or y": of the second figure the same is said.
  const said = CONNECTOR.test(before) ? lead : before
  if (contradictsItsFigure(said, behind, fact, isUnsigned)) {
    faults.push(`the words around ${written} say the opposite of ${says}`)
  }
  const isTurned = mayTurn(before)
  if (isTurned && SIGN_WORD.test(before) && !(isUnsigned && /minus|negative/i.test(before))) {
    faults.push(`${written} brings its own sign: ${says}`)
  }
  const other = as === 'words' ? undefined : findOtherMeaning(use, expected)
  if (other !== undefined) faults.push(`${written} is ${says}, ${other}`)
  if (isTurned && !OF_THE_MARKET.test(fact.label) && isNegated(before))
    faults.push(`${written} is denied by the words before it: ${says}`)
  if (
    isTurned &&
    WORTH.test(before) &&
    !/\bvalue\b[^.]*\b(?:portfolio|holdings)\b|\bportfolio value\b/i.test(fact.label)
  )
    faults.push(`${written} is ${says}, and not what the portfolio is worth`)
  if (DIFFERENCE_BEHIND.test(behind) && !DIFFERENCE.test(fact.label))
    faults.push(`${written} is ${says}, and no difference`)
  if (isTurned && CHANGED_BY.test(before) && !DIFFERENCE.test(fact.label))
    faults.push(`${written} is ${says}, and no change`)
  const crisis = findNamedCrisis(use)
  if (crisis !== undefined) faults.push(`${written} is ${says}, and no figure of ${crisis}`)
  const measure = MEASURE.exec(before)?.[1]
  if (measure !== undefined && as !== 'words' && !isMeasuredBy(fact, measure))
    faults.push(`${written} is ${says}, and no ${measure}`)
  const verb = as === 'words' ? undefined : findOtherVerb(fact, before)
  if (verb !== undefined) faults.push(`${written} is ${says}, and nothing that ${verb}`)
  const opposite = findOpposite(use)
  if (opposite) faults.push(`${written} is ${says}, and the words say "${opposite}"`)
  const told = PERIOD_BEHIND.exec(behind) ?? (isTurned ? PERIOD_BEFORE.exec(before) : null)
  const period = told?.slice(1).find((word) => word !== undefined)
  if (period !== undefined && !isOfPeriod(fact, period)) faults.push(`${written} is not by the ${period}: ${says}`)
  if (isPriceOutOfPlace(use)) faults.push(`${written} is ${says}, which is not what the words behind it need`)
  if (isReference && !fitsItsNoun(fact, behind))
    faults.push(`${written} is no such unit as the words behind it: ${says}`)
  return faults
}

/** Whether words carry the sign of a figure that is shown without it. */
function saysSign(use: Use, { draft }: Expected): boolean {
  const { fact, lead, before, behind } = use
  if (PRICE.test(fact.label) && !/\breturn\b/i.test(fact.label))
    return isCredit(use) || (draft.includes(`{{${fact.id}|abs}}`) && !PAID.test(before))
  return carriesSign(lead, behind) || (IS_LOSS.test(fact.label) && !SAYS_SIGN.test(`${before} ${behind.slice(0, 20)}`))
}

/** "730 puts" names a strike, "at $15.30 per share" a price. */
function isPriceOutOfPlace({ fact, behind }: Use): boolean {
  const each = /^ (?:a|per|each) (share|contract)\b/i.exec(behind)?.[1]?.toLowerCase()
  if (fact.unit === 'usd' && each !== undefined) return !fact.label.toLowerCase().includes(each)
  if (fact.unit === 'usd-per-share' && each === 'contract') return true
  if (fact.unit !== 'usd-per-share') return false
  const isStrike = /\bstrike\b/i.test(fact.label)
  return isStrike ? /^ (?:per|a|each) share\b/i.test(behind) : /^ (?:puts?|calls?|strikes?)\b/i.test(behind)
}

/** What is received is told without a sign. */
const isCredit = ({ sentence }: Use) => /\b(?:credit|receives?d?|income|brings? in)\b/i.test(sentence)

function isNegated(before: string): boolean {
  const found = NEGATION.exec(before)
  if (!found) return false
  const between = before.slice(found.index + found[0].length)
  return between.length < 32 && !SOFTENED.test(between)
}

function findOpposite({ fact, saying, sentence, lead, next }: Use): string | undefined {
  const { label, unit } = fact
  const { isFallOfMarket, isWith, namesWhole, saysMarketRises, saysMarketFalls } = sayingsOf(label)
  if (isWith && WITHOUT.test(lead) && !WITH.test(lead)) return 'without it'
  if (isFallOfMarket && !MARKET_WORDS.test(sentence)) return saying.trim().slice(0, 40)
  const mayBePart = (unit !== 'percent' || namesWhole) && IS_PART.test(next)
  const whole = mayBePart ? WHOLES.find(([behind]) => behind.test(next)) : undefined
  if (whole && (unit === 'usd' || !whole[1].test(label))) return next.slice(0, 30).trim()
  if (saysMarketRises && MARKET_FALLS.test(sentence) && !MARKET_RISES.test(sentence)) return 'the market falls'
  if (saysMarketFalls && MARKET_RISES.test(sentence) && !MARKET_FALLS.test(sentence)) return 'the market rises'
  for (const [own, other] of oppositesOf(label)) {
    const found = own.test(saying) ? null : other.exec(saying)
    if (found) return found[0]
  }
  return undefined
}

/** The words that a label has one of, each with those that a sentence must not have instead. */
const oppositesOf = remembered(4_000, (label) => {
  const own = OPPOSITES.flatMap(([one, other]) => [[one, other] as const, [other, one] as const])
  return own.filter(([one, other]) => one.test(label) && !other.test(label))
})

function isOfPeriod({ label, formula }: Fact, period: string): boolean {
  const found = PERIODS.find(([claim]) => claim.test(period))
  return (
    found === undefined ||
    found[1].test(label) ||
    (/\b(?:volatility|beta|return)\b/i.test(label) && found[1].test(formula))
  )
}

/** True when the noun behind a figure is that of its unit: "4" before "puts". */
export function fitsNoun(fact: Fact, behind: string): boolean {
  const isCounted = fact.unit === 'contracts' || fact.unit === 'shares' || fact.unit === 'days'
  return isCounted && NOUN_BEHIND.test(behind) && fitsItsNoun(fact, behind)
}

function fitsItsNoun({ unit }: Fact, behind: string): boolean {
  const noun = NOUN_BEHIND.exec(behind)?.[1]
  const units = noun === undefined ? undefined : NOUNS.find(([pattern]) => pattern.test(noun))?.[1]
  return units === undefined || units.includes(unit)
}

/** "A of x, less than y": the comparison goes on over the comma. */
const DIRECTLY =
  /^\W*(?:(?:and |which )?(?:is |was )?(?:far |well |much |just |a (?:shade|touch|little|bit) )?)?(?:(?:more|less|greater|higher|lower|larger|smaller|fewer|worse|better) than|above|below|over|under|beyond|short of|a shade above|a shade below)\b/i

/** A figure that is compared with another one. */
export interface Compared {
  fact: Fact
  before: string
  lead: string
  /** Where it stands, and where its clause begins. */
  start: number
  clause: number
}

/** "exceeds the cost, a against b": which of the two is said to be the larger one. */
function findSetAgainst(before: string, lead: string, label: string): 'more' | 'less' | undefined {
  if (
    !/^ ?(?:against|versus|vs\.?|compared (?:with|to)|for|to|rather than) (?:the )?(?:\w+ )?$/i.test(before) ||
    /\bfrom\b/i.test(lead)
  )
    return undefined
  const isLoss = IS_LOSS.test(label) || /^loss with it/i.test(label)
  // Of losses the better one is the smaller one.
  const quality = /\b(better|worse)\b[^;]*\bthan\b/i.exec(lead)?.[1]?.toLowerCase()
  if (quality !== undefined) return (quality === 'better') === isLoss ? 'less' : 'more'
  if (
    /\b(?:exceeds?|outweighs?|(?:larger|bigger|higher|greater|more|dearer|harder|deeper|heavier|wider)\b[^;]*\bthan)\b/i.test(
      lead,
    )
  )
    return 'more'
  return /\b(?:(?:smaller|lower|less|cheaper|fewer|milder|lighter|weaker|narrower)\b[^;]*\bthan|falls short of)\b/i.test(
    lead,
  )
    ? 'less'
    : undefined
}

/**
 * Comparisons that do not hold: "more than" before a figure that is what it is, or between two figures that are the
 * other way round.
 */
export function findFalseComparisons(uses: readonly Compared[]): string[] {
  return uses.flatMap(({ fact, before, lead, clause }, place) => {
    const { label, unit } = fact
    const set = findSetAgainst(before, lead, label)
    const found = set ?? STRICT.exec(before)?.[0].trim()
    if (found === undefined || /\bstrike\b/i.test(label) || typeof fact.value !== 'number') return []
    if (
      /(?:\b(?:no|not|never|nothing|cannot|without)|n[’']t)(?: \w+){0,3} (?:more|less|greater|higher|lower|larger|smaller|fewer|beyond|above|below|over|under|exceed\w*)\b[^,;]*$/i.test(
        before,
      )
    )
      return []
    // What something would have to be, it need not be.
    if (/\b(?:ha[sd]|have|needs?|must|should)(?: to)? (?:\w+ ){0,3}(?:above|below|over|under|beyond)\s*$/i.test(before))
      return []
    if (/^(?:over|under)/i.test(found) && !/^(?:usd|percent)/.test(unit)) return []
    const other = uses
      .slice(0, place)
      .findLast(
        (use) =>
          (set !== undefined || use.start >= clause || DIRECTLY.test(before)) &&
          use.fact.unit === unit &&
          !(/\blost$|^loss/i.test(label) && OF_THE_MARKET.test(use.fact.label)) &&
          !/\bfrom\s*$/i.test(use.before) &&
          typeof use.fact.value === 'number',
      )
    if (/\babove all\b/i.test(before)) return []
    if (other === undefined || other.fact === fact) {
      return set !== undefined || THRESHOLD.test(label) || unit === 'usd-per-share'
        ? []
        : [`says "${found}" of {{${fact.id}}}, which is just that`]
    }
    const [a, b] = [Math.abs(Number(other.fact.value)), Math.abs(fact.value)]
    const isTrue = UPWARD.test(found) ? a > b : a < b
    return isTrue ? [] : [`{{${other.fact.id}}} is not "${found}" {{${fact.id}}}`]
  })
}

/** Figures of one sentence that fit each other's places better than their own, two at a time. */
export function findSwapped(uses: readonly Use[]): string[] {
  if (uses.length < 2) return []
  const rates = uses.map((use) => rateMeaning(use.fact, use))
  return uses.flatMap((one, place) =>
    uses.slice(place + 1).flatMap((other, distance) => {
      if (one.fact.unit !== other.fact.unit || one.fact.label === other.fact.label) return []
      if (isInstead(one.fact, other)) return []
      const own = (rates[place] ?? 0) + (rates[place + 1 + distance] ?? 0)
      if (own + EXCHANGED > 2 * BEST_RATE) return []
      const crossed = rateMeaning(one.fact, other) + rateMeaning(other.fact, one)
      return crossed >= own + EXCHANGED
        ? [`${one.written} and ${other.written} seem to stand in each other’s place`]
        : []
    }),
  )
}

const EXCHANGED = 1.5

/** "A instead of b": what comes after, and what comes before. */
const isInstead = ({ label }: Fact, { fact, before }: Use) =>
  /^loss with it/i.test(label) &&
  /^profit of the portfolio if the market falls/i.test(fact.label) &&
  /^[\s,)]*(?:instead of|rather than|compared (?:with|to)|down from|against)(?: the)?\s*$/i.test(before)
