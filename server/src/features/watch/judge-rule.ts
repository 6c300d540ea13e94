import { namePosition, type WatchKind, type WatchState, type WatchTerms } from '@ballast/contract'
import { formatIsoDate, isEarlyAssignmentLikely, parseIsoDate } from '@ballast/quant'
import { formatFigure } from '../../grounding/fact-text.ts'
import type { WatchedFacts, WatchedOption } from './watched-facts.ts'

export interface Finding {
  state: WatchState
  sentence: string
  /** Subjects of the finding, such as the options that expire: a new one among them is reported. */
  subjects: string[]
}

/** Names that a sentence lists before it only counts. */
const MOST_NAMES = 4

const percent = (value: number) => formatFigure(value, 'percent', Number.isInteger(value) ? 0 : 1)
const exact = (value: number) => formatFigure(value, 'percent', 1)
const dollars = (value: number) => formatFigure(value, 'usd')
const date = (day: string) => formatFigure(day, 'date')

/** A rule in a few words. */
export function nameRule(terms: WatchTerms): string {
  switch (terms.kind) {
    case 'loss':
      return `Loss over ${percent(terms.limitPercent)} in a market fall of ${percent(terms.shockPercent)}`
    case 'weight':
      return `${terms.ticker ?? 'Largest position'} over ${percent(terms.limitPercent)} of the portfolio`
    case 'drawdown':
      return `More than ${percent(terms.limitPercent)} below the high`
    case 'price':
      return `${terms.ticker} ${terms.direction} ${formatPrice(terms.price)}`
    case 'expiry':
      return `Options that expire within ${formatFigure(terms.days, 'days')}`
    case 'assignment':
      return 'Early assignment of sold calls'
    case 'stale':
      return `Prices older than ${terms.days} trading ${terms.days === 1 ? 'day' : 'days'}`
  }
}

/** Titles of messages about a rule. */
export const TITLES: Readonly<Record<WatchKind, string>> = {
  loss: 'A market fall would cost more than your limit',
  weight: 'A position is larger than your limit',
  drawdown: 'Your portfolio has fallen more than your limit',
  price: 'A price you watch was reached',
  expiry: 'Options expire soon',
  assignment: 'A call you sold may be exercised early',
  stale: 'A price is out of date',
}

/** Rules whose end is worth a message, too: there something was too much, and no longer is. */
export const TELLS_OF_END: ReadonlySet<WatchKind> = new Set(['loss', 'weight', 'drawdown'])

/** Judges a rule by a portfolio and its market. A limit that is met exactly is not exceeded; a price that is, is. */
export function judgeRule(terms: WatchTerms, facts: WatchedFacts): Finding {
  switch (terms.kind) {
    case 'loss':
      return judgeLoss(terms, facts)
    case 'weight':
      return judgeWeight(terms, facts)
    case 'drawdown':
      return judgeDrawdown(terms, facts)
    case 'price':
      return judgePrice(terms, facts)
    case 'expiry':
      return judgeExpiry(terms, facts)
    case 'assignment':
      return judgeAssignment(facts)
    case 'stale':
      return judgeAges(terms, facts)
  }
}

type Terms<Kind extends WatchKind> = Extract<WatchTerms, { kind: Kind }>

const unknown = (sentence: string): Finding => ({ state: 'unknown', sentence, subjects: [] })

function judgeLoss({ limitPercent, shockPercent }: Terms<'loss'>, { losses, day }: WatchedFacts): Finding {
  const found = losses.find((one) => one.shockPercent === shockPercent)
  if (found === undefined) return unknown('The portfolio owes as much as it holds, or nothing in it has a price.')
  if (found.day < day) return unknown(`The newest option quotes are from ${date(found.day)}.`)
  const fall = `If the market fell ${percent(shockPercent)} today, you would`
  const outcome =
    found.percent > 0
      ? `lose about ${dollars(found.dollars)} (${exact(found.percent)})`
      : `gain about ${dollars(-found.dollars)}`
  return {
    state: found.percent > limitPercent ? 'met' : 'quiet',
    sentence: `${fall} ${outcome}. Your limit is ${percent(limitPercent)}.${describeLeftOut(found.leftOut)}`,
    subjects: [],
  }
}

function judgeWeight({ ticker, limitPercent }: Terms<'weight'>, { values, gross, unpriced }: WatchedFacts): Finding {
  if (!(gross > 0)) return unknown('Nothing in the portfolio has a price.')
  const [largest] = [...values].sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
  const name = ticker ?? largest?.[0]
  const value = name === undefined ? undefined : values.get(name)
  if (name === undefined || value === undefined) {
    return unknown(
      ticker === null
        ? 'No share or fund of the portfolio has a price.'
        : `${namePosition(ticker)} is not held, or has no price.`,
    )
  }
  const weight = (100 * Math.abs(value)) / gross
  return {
    state: weight > limitPercent ? 'met' : 'quiet',
    sentence: `${namePosition(name)} is ${exact(weight)} of the portfolio. Your limit is ${percent(limitPercent)}.${describeLeftOut(unpriced)}`,
    subjects: ticker === null ? [name] : [],
  }
}

function judgeDrawdown({ limitPercent }: Terms<'drawdown'>, { drawdown }: WatchedFacts): Finding {
  if (drawdown === null) return unknown('No position has closes for the whole last year.')
  const { percent: fallen, highOn, leftOut } = drawdown
  const stand =
    fallen > 0
      ? `Today’s positions are ${exact(fallen)} below their high of ${date(highOn)}.`
      : 'Today’s positions are at their highest close of the last year.'
  return {
    state: fallen > limitPercent ? 'met' : 'quiet',
    sentence: `${stand} Your limit is ${percent(limitPercent)}.${describeLeftOut(leftOut)}`,
    subjects: [],
  }
}

const describeLeftOut = (count: number) =>
  count === 0 ? '' : ` ${formatFigure(count, 'count')} ${count === 1 ? 'position is' : 'positions are'} left out.`

/** True at the price itself, too. */
export const isPriceReached = (
  { direction, price }: Pick<Terms<'price'>, 'direction' | 'price'>,
  now: number,
): boolean => (direction === 'below' ? now <= price : now >= price)

function judgePrice({ ticker, direction, price }: Terms<'price'>, { quotes }: WatchedFacts): Finding {
  const quote = quotes.get(ticker)
  if (quote === undefined) return unknown(`${ticker} has no price.`)
  if (quote.isOld) return unknown(`The newest price of ${ticker} is from ${date(quote.day)}.`)
  const isMet = isPriceReached({ direction, price }, quote.price)
  const write = (amount: number) =>
    quote.currency === 'USD' ? `$${formatPrice(amount)}` : `${formatPrice(amount)} ${quote.currency}`
  return {
    state: isMet ? 'met' : 'quiet',
    sentence: isMet
      ? `${ticker} is at ${write(quote.price)}. You asked about ${write(price)} or ${direction === 'below' ? 'less' : 'more'}.`
      : `${ticker} is at ${write(quote.price)}, ${direction === 'below' ? 'above' : 'below'} ${write(price)}.`,
    subjects: [],
  }
}

const formatPrice = (price: number) => formatFigure(price, 'ratio', 2)

function judgeExpiry({ days }: Terms<'expiry'>, { options, today }: WatchedFacts): Finding {
  const until = formatIsoDate(parseIsoDate(today) + days)
  const soon = options.filter(({ terms: { expiry } }) => expiry >= today && expiry <= until)
  const within = days === 0 ? 'today' : `within ${formatFigure(days, 'days')}`
  if (soon.length === 0)
    return { state: 'quiet', sentence: `No option of the portfolio expires ${within}.`, subjects: [] }
  return {
    state: 'met',
    sentence: `${countOf(soon.length, 'option expires', 'options expire')} ${within}: ${listNames(soon.map(({ name }) => name))}.`,
    subjects: soon.map(({ symbol }) => symbol),
  }
}

function judgeAssignment({ options, today }: WatchedFacts): Finding {
  const calls = options.filter(
    ({ contracts, terms }) => contracts < 0 && terms.type === 'call' && terms.expiry >= today,
  )
  if (calls.length === 0) return { state: 'quiet', sentence: 'The portfolio has no sold calls.', subjects: [] }
  const unquoted = calls.filter(({ price, underlyingPrice }) => price === null || underlyingPrice === null)
  const likely = calls.filter(isLikely)
  const [first] = likely
  if (first !== undefined) {
    const { amount, exDate } = first.dividend ?? { amount: 0, exDate: today }
    const reason = `The next dividend of ${first.terms.underlying}, about $${formatPrice(amount)} around ${date(exDate)}, is more than the time value of the call.`
    return {
      state: 'met',
      sentence: `${listNames(likely.map(({ name }) => name))}: ${likely.length === 1 ? 'this sold call' : 'these sold calls'} may be exercised early. ${reason}`,
      subjects: likely.map(({ symbol }) => symbol),
    }
  }
  if (unquoted.length > 0) return unknown(`${listNames(unquoted.map(({ name }) => name))}: no quote.`)
  return { state: 'quiet', sentence: 'No sold call has less time value than the next dividend.', subjects: [] }
}

function isLikely({ terms, price, underlyingPrice, dividend }: WatchedOption): boolean {
  if (price === null || underlyingPrice === null || dividend === null || dividend.exDate > terms.expiry) return false
  return isEarlyAssignmentLikely({ price, intrinsicValue: underlyingPrice - terms.strike }, dividend.amount)
}

function judgeAges({ days }: Terms<'stale'>, { ages }: WatchedFacts): Finding {
  const old = ages.filter(({ age }) => age === null || age > days)
  const limit = `${days} trading ${days === 1 ? 'day' : 'days'}`
  if (old.length === 0) return { state: 'quiet', sentence: `No price is older than ${limit}.`, subjects: [] }
  const names = old.map(({ name, day }) => (day === null ? `${name} (no price)` : `${name} (${date(day)})`))
  return {
    state: 'met',
    sentence: `${countOf(old.length, 'position has', 'positions have')} no price of the last ${limit}: ${listNames(names)}.`,
    subjects: old.map(({ name }) => name),
  }
}

const countOf = (count: number, one: string, several: string) =>
  `${formatFigure(count, 'count')} ${count === 1 ? one : several}`

function listNames(names: readonly string[]): string {
  if (names.length > MOST_NAMES) {
    return `${names.slice(0, MOST_NAMES).join('; ')}, and ${formatFigure(names.length - MOST_NAMES, 'count')} more`
  }
  return names.join('; ')
}
