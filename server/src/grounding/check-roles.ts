// Tests: borne-out.test.ts, said-of-figures.test.ts, unsupported-sayings.test.ts

import type { Fact } from '@ballast/contract'
import { findOtherCrisis } from './check-crises.ts'
import { findWrongVerdict } from './check-verdicts.ts'
import { indexFacts } from './fact-index.ts'
import { lastPlace } from './matches.ts'
import { remembered } from './remembered.ts'
import { rulesOf } from './role-rules.ts'

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

const WITH =
  /\bwith (?:it|the (?:hedge|spread|put spread|collar|put|puts|call|package|strategy))\b|\bhedged\b|\bdown to\b/gi
const WITHOUT = /\b(?:without|instead of|rather than|unhedged|compared (?:with|to)|against|versus|from|not|than)\b/gi
const UNHEDGED = /^(?:profit of the portfolio|the same in dollars) if the market falls/i
const HEDGED = /^loss with it\b/i
const STRICTLY_WITHOUT = /\b(?:without (?:it|the|a|any)?|instead of|rather than|unhedged)\b/gi

const SECTORS =
  /\b(?:technology|health ?care|energy|financials?|industrials?|materials|utilities|real estate|consumer \w+|communication services)\b/gi
const DAYS_IN_LABEL = /\b(\d+) (?:trading )?days\b/
const CONDITION = /\bif the market (falls|rises) by (\d+(?:\.\d+)?)%/i
const MARKET_MOVES_BY =
  /\b(?:market|index|S&P 500)(?: \w+){0,2} (?:falls?|fell|drops?|dropped|declines?|rises?|rose|gains?)(?: by)?\s*$|\bmarket (?:fall|drop|decline|rise) of\s*$/i
/** What the index did in a crisis. */
const MOVED_BY = /\b(?:fell|dropped|declined|rose|gained)(?: by)?\s*$/i
const FROM = /\bfrom\s*$/i
const TO = /^\s*(?:down |up )?to\s*$/i
/** A fall that is the condition of what is told. */
const OF_MARKET =
  /\b(?:market (?:falls?|drops?|declines?)|(?:fall|drop|decline)s? of the market|(?:if|when) the market \w+)\b(?: (?:of|by))?/gi
const RAISES = /\b(?:raises?|rises?|increases?|grows?|lifts?|improves?|climbs?)\b/i
const LOWERS = /\b(?:lowers?|falls?|reduces?|cuts?|shrinks?|drops?|declines?|brings? down)\b/i

/**
 * Facts in roles that their labels do not give them: the loss without a hedge told as that with it, a share of the variance
 * as one of the value, one past crisis for another; as faults.
 *
 * @param facts of the whole run
 * @param preferred ids of those that the text that is replaced speaks of
 */
export function findWrongRoles(
  uses: readonly Spoken[],
  facts: readonly Fact[],
  preferred: ReadonlySet<string> = new Set(),
): string[] {
  return uses.flatMap((use) => {
    const { fact } = use
    const fault = findWrongRole(use, uses, facts, preferred)
    return fault === undefined ? [] : [`{{${fact.id}}} is "${fact.label}: ${fact.text}": ${fault}`]
  })
}

function findWrongRole(
  use: Spoken,
  uses: readonly Spoken[],
  facts: readonly Fact[],
  preferred: ReadonlySet<string>,
): string | undefined {
  const { label } = use.fact
  const { needs, refuses } = rulesOf(label)
  const needed = needs.find((words) => !words.test(use.raw))
  if (needed) return 'the words leave out what it is'
  let refused: string | undefined
  for (const [place, words] of refuses) refused ??= words.exec(use[place])?.[0]
  if (refused !== undefined) return `the words say "${refused.trim()}"`
  return (
    findOtherSubject(use) ??
    findOtherSide(use) ??
    findOtherCrisis(use, facts, uses.indexOf(use) > 0, preferred.has(use.fact.id)) ??
    findOtherSector(use) ??
    findOtherCondition(use, uses, facts, preferred) ??
    findOtherLeg(use, facts) ??
    findWrongVerdict(use, facts) ??
    findWrongWay(use, uses)
  )
}

const OF_PORTFOLIO =
  /^(?:profit of the portfolio|the portfolio of today|the same in dollars|beta of the portfolio|value of the portfolio|loss with it|mean of the worst|value at risk)/i
const TICKER_MOVES =
  /\b(?!SPY\b)[A-Z]{2,5}(?:\.[A-Z])?(?: itself| alone| shares| stock)? (?:would (?:have )?|has |had |could (?:have )?)?(?:fell|falls?|fallen|lost|loses?|dropped|drops?|declined|declines?|gained|gains?|rose|rises?|returned|returns?|made|makes)(?: by)?(?: about)?\s*$/

/** What is the portfolio's, told of one security. */
const findOtherSubject = ({ fact: { label }, before }: Spoken): string | undefined =>
  OF_PORTFOLIO.test(label) && TICKER_MOVES.test(before) ? 'it is the portfolio’s' : undefined

/** With the hedge, and without it. */
function findOtherSide({ fact: { label }, lead, before }: Spoken): string | undefined {
  if (UNHEDGED.test(label) && lastPlace(lead, WITH) > lastPlace(lead, WITHOUT)) return 'that is without a hedge'
  return HEDGED.test(label) && lastPlace(before, STRICTLY_WITHOUT) > lastPlace(before, WITH)
    ? 'that is with the hedge'
    : undefined
}

const sectorsOf = remembered(4_000, (label) => label.match(SECTORS)?.map((word) => word.toLowerCase()))

function findOtherSector({ fact: { label }, sentence, raw, start }: Spoken): string | undefined {
  const own = sectorsOf(label)
  if (own === undefined) return undefined
  const named = sentence.match(SECTORS)?.map((word) => word.toLowerCase()) ?? []
  if (named.length > 0 && !named.some((word) => own.includes(word))) return `the words speak of ${named.join(', ')}`
  const isCompany =
    named.length === 0 &&
    /\b[A-Z]{1,5}(?:['’]s)? (?:is|makes?|weighs?|accounts?|stands?|takes?)\b/.test(raw) &&
    !/\b(?:sector|industry)\b/i.test(raw)
  if (isCompany) return 'it is a sector’s'
  const isSaidOfIndex = /\b(?:S&P 500|index|benchmark) (?:itself )?(?:holds?|has|puts) {0,2}$/i.test(
    raw.slice(0, start),
  )
  return isSaidOfIndex && !/\bin the S&P\b/i.test(label) ? 'it is the portfolio’s' : undefined
}

const conditionOf = remembered(4_000, (label) => ({
  percent: CONDITION.exec(label)?.[2],
  days: DAYS_IN_LABEL.exec(label)?.[1],
  isMove: /^fall of the market\b|^market move\b/i.test(label),
  isOfIndex: /^the index through\b/i.test(label),
}))

/** Another fall of the market, or another stretch of days. */
function findOtherCondition(
  { fact, before, raw }: Spoken,
  uses: readonly Spoken[],
  facts: readonly Fact[],
  preferred: ReadonlySet<string>,
): string | undefined {
  const { percent, days, isMove, isOfIndex } = conditionOf(fact.label)
  if (percent !== undefined) {
    const falls = uses.flatMap((use) => (/^fall of the market\b/i.test(use.fact.label) ? Number(use.fact.value) : []))
    const stated = ['%', ' %', ' percent', ' per cent'].some((sign) => raw.includes(`${percent}${sign}`))
    const isRise = /\brises\b/i.test(fact.label)
    const asked = indexFacts(facts).byKey.get('request.shockPercent')?.value
    if (!stated && !isRise && falls.length > 0 && !falls.includes(Number(percent)))
      return 'the words speak of another fall'
    if (
      !stated &&
      !isRise &&
      falls.length === 0 &&
      asked !== undefined &&
      asked !== Number(percent) &&
      !preferred.has(fact.id)
    )
      return 'the words do not say of which fall'
  }
  if (days !== undefined) {
    const spans = uses.flatMap((use) => (use.fact.unit === 'days' ? Number(use.fact.value) : []))
    if (spans.length > 0 && !spans.includes(Number(days))) return 'the words speak of other days'
  }
  if (isMove || fact.unit !== 'percent' || !MARKET_MOVES_BY.test(before)) return undefined
  return isOfIndex && MOVED_BY.test(before) ? undefined : 'it is no move of the market'
}

/** Of an order's lines the side that is bought for the one that is sold, a break-even below for one above. */
function findOtherLeg({ fact, saying, before }: Spoken, facts: readonly Fact[]): string | undefined {
  if (!fact.key.endsWith('.strike') && !fact.key.endsWith('.breakEven')) return undefined
  const leg = /^(.*\.leg\d+)\.strike$/.exec(fact.key)?.[1]
  if (leg !== undefined) {
    const side = indexFacts(facts).byKey.get(`${leg}.contracts`)?.label
    const [bought, sold] = [
      /\b(?:bought|buys?|buying|long)\b/i.test(saying),
      /\b(?:sold|sells?|selling|short)\b/i.test(saying),
    ]
    if (side?.endsWith('bought') && sold && !bought) return 'these are bought'
    if (side?.endsWith('sold') && bought && !sold) return 'these are sold'
    return undefined
  }
  const struck = /^(play\..*)\.strike$/.exec(fact.key)?.[1]
  if (struck !== undefined) {
    const even = indexFacts(facts).byKey.get(`${struck}.breakEven`)?.value
    const pays = /\b(?:pays?|gains?|worth|profits?|earns?)\b/i.test(saying)
    if (even === undefined || !pays) return undefined
    const isCallStruck = Number(even) > Number(fact.value)
    return (isCallStruck ? /\b(?:below|under)\s*$/i : /\b(?:above|over)\s*$/i).test(before)
      ? 'it pays on the other side'
      : undefined
  }
  const play = /^(play\..*)\.breakEven$/.exec(fact.key)?.[1]
  const strike = play === undefined ? undefined : indexFacts(facts).byKey.get(`${play}.strike`)?.value
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
  const lead = other.lead.replace(OF_MARKET, '')
  if (b < a && RAISES.test(lead) && !LOWERS.test(lead)) return 'that is lower'
  return b > a && LOWERS.test(lead) && !RAISES.test(lead) ? 'that is higher' : undefined
}
