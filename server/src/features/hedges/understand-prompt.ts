import { HEDGE_RANGES, type HedgeWish } from '@ballast/contract'
import { type Cue, type CuePair, matchInOrder } from './match-cues.ts'
import { nameCrisis } from './name-crisis.ts'
import { isCostOfFall, isFallOfOne, isOwnFall, listWordsBefore } from './own-fall.ts'
import { findNamedCrises } from './prompt-crises.ts'
import { findNamedDays } from './prompt-dates.ts'
import { isIndifferent, isLeftBehind, isOfPast, isOwned, isPartOfGains, isRefused } from './prompt-refusals.ts'
import type { PromptSubject, UnderstoodPrompt } from './prompt-subject.ts'
import { isSameClause, listClauses, readTokens, type Token } from './prompt-tokens.ts'
import {
  type Amount,
  BRIDGES,
  CUES,
  FILLERS,
  isCue,
  KEEP,
  KEPT_SHARE,
  NEGATIONS,
  OTHER_MEASURES,
  PAST,
  PHRASES,
  SELL,
  SPANS,
  TRADING_DAYS,
} from './prompt-words.ts'

/**
 * Reads what an owner asks for in words of their own: how much may be lost, in what fall, for how long, for how much
 * money, what must be kept, and which instruments are wanted. By rule, so that the same words always mean the same; what
 * no rule understands is given back.
 */
export function understandPrompt(text: string, subject: PromptSubject): UnderstoodPrompt {
  const reader = new PromptReader(text, subject)
  reader.readPhrases()
  reader.readNamedDays()
  reader.readCrises()
  reader.readFigures()
  reader.readTickers()
  return { wish: reader.wish, understood: reader.understood, notUsed: [...reader.refused, ...reader.listUnused()] }
}

/** A budget without a sign is one of dollars from here on; below, nobody knows. */
const LEAST_PLAIN_DOLLARS = 100
const UNSAID = 'say whether that may be lost or spent'
const LIST_WORDS = new Set(['and', 'or', ',', 'my', 'all', 'the', 'of', 'on', 'to', 'any'])
/** From here on a share of the value is what is to be left, in percent. */
const MOST = 50

class PromptReader {
  readonly wish: Omit<HedgeWish, 'customPrompt'> = {}
  readonly understood: UnderstoodPrompt['understood'] = []
  /** Understood and yet not possible, with the reason. */
  readonly refused: string[] = []
  readonly #text: string
  readonly #subject: PromptSubject
  readonly #tokens: readonly Token[]
  readonly #used = new Set<Token>()

  constructor(text: string, subject: PromptSubject) {
    this.#text = text
    this.#subject = subject
    this.#tokens = readTokens(text)
  }

  readPhrases(): void {
    for (const phrase of PHRASES) {
      for (const [at, token] of this.#tokens.entries()) {
        const tokens = phrase.words.map((_, offset) => this.#tokens[at + offset])
        if (!tokens.every((one, offset) => one?.text === phrase.words[offset]) || this.#used.has(token)) continue
        // "No options on TSLA" is about Tesla.
        const isOfOne = phrase.negated || phrase.wish.allowOptions === false
        if (isOfOne && this.#tokens[at + phrase.words.length]?.text === 'on') continue
        if (phrase.wish.allowShortCalls === true && isRefused(this.#tokens, at)) continue
        if (isIndifferent(this.#tokens, at)) continue
        const negation = this.#findNegation(at, { isDirect: phrase.negated })
        if ((negation !== undefined) !== phrase.negated) continue
        this.#accept([...(negation ? [negation] : []), ...(tokens as Token[])], phrase.wish, phrase.meaning)
      }
    }
  }

  /** "until March", "by Jan 15", "through year end". */
  readNamedDays(): void {
    const { today } = this.#subject
    if (today === undefined) return
    for (const { start, end, date, tradingDays } of findNamedDays(this.#text, today)) {
      const words = this.#tokens.filter((token) => token.start < end && token.end > start && token.kind !== 'break')
      const meaning = `Protection until ${date}, ${tradingDays} trading days`
      this.#set('horizonDays', tradingDays, words, meaning, this.#text.slice(start, end))
    }
  }

  /** "What if 2008 happens again": the first counts, another one is given back. */
  readCrises(): void {
    for (const { id, tokens } of findNamedCrises(this.#tokens, this.#used)) {
      if (this.wish.crisisId !== undefined) this.#refuse(tokens, 'one crisis can be asked about at a time')
      else this.#accept(tokens, { crisisId: id }, `The crisis asked about is ${nameCrisis(id)}`)
    }
  }

  readFigures(): void {
    const amounts: number[] = []
    for (const [at, token] of this.#tokens.entries()) {
      if (token.kind !== 'number' || token.value === undefined || this.#used.has(token)) continue
      if (isLeftBehind(this.#tokens, at)) continue
      const isPlain = token.unit === undefined
      // The level of confidence, not a loss: "CVaR 95 under 12%".
      if (isPlain && token.value >= 90 && this.#tokens[at - 1]?.text === 'cvar') {
        this.#used.add(token)
        continue
      }
      const next = this.#tokens[at + 1]
      const isTrading = next?.text === 'trading' || next?.text === 'calendar'
      const unit = isTrading ? this.#tokens[at + 2] : next
      const perUnit = unit?.kind === 'word' && isPlain ? TRADING_DAYS[unit.text] : undefined
      if (unit && perUnit !== undefined && this.#isPastTime(at, unit)) continue
      if (unit && perUnit !== undefined) this.#readHorizon(token, unit, next?.text === 'trading' ? 1 : perUnit)
      else if (!isPlain || this.#standsAlone(at)) amounts.push(at)
    }
    const cues = this.#matchCues(amounts)
    for (const at of amounts) this.#readAmount(at, cues.get(at))
    this.#readArticleHorizon()
  }

  readTickers(): void {
    const kept: string[] = []
    const words: Token[] = []
    for (const [at, token] of this.#tokens.entries()) {
      const negation = SELL.has(token.text) ? this.#findNegation(at) : undefined
      const isKept = KEEP.has(token.text) && this.#findNegation(at, { isDirect: true }) === undefined
      if ((!isKept && negation === undefined) || isIndifferent(this.#tokens, at)) continue
      const named = this.#listTickersAfter(at)
      if (named.length === 0) continue
      words.push(...(negation ? [negation] : []), token, ...named.map((one) => one.token))
      for (const { token: name, ticker } of named) {
        if (this.#subject.held.has(ticker)) kept.push(ticker)
        else this.refused.push(`${name.asWritten} (it is not in this portfolio)`)
      }
    }
    for (const token of words) this.#used.add(token)
    const keep = [...new Set(kept)]
    if (keep.length === 0) return
    this.wish.keep = keep
    this.understood.push({
      words: this.#quote(words),
      meaning: `Neither sold nor capped: ${keep.join(', ')}`,
      field: 'keep',
    })
  }

  /** What no rule has used, as it stands together, unless it is only words that mean nothing by themselves. */
  listUnused(): string[] {
    return listClauses(this.#tokens).flatMap((clause) => {
      const isHeeded = clause.some((token) => this.#used.has(token))
      const says = ({ kind, text }: Token) => {
        if (kind === 'number') return true
        // "Keep it cheap" says something that "keep losses below ten percent" has said already.
        return FILLERS.has(text) ? !isHeeded && KEEP.has(text) : !(isHeeded && isCue(text))
      }
      return this.#listRuns(clause).flatMap((run) => (run.some(says) ? [this.#quote(run)] : []))
    })
  }

  /** The unused tokens of a clause, those that follow one another together. */
  #listRuns(clause: readonly Token[]): Token[][] {
    const runs: Token[][] = [[]]
    for (const token of clause) {
      if (this.#used.has(token)) runs.push([])
      else runs.at(-1)?.push(token)
    }
    return runs.filter((run) => run.length > 0)
  }

  /** "3 months ago", "the last 6 months". */
  #isPastTime(at: number, unit: Token): boolean {
    const before = this.#tokens[at - 1]?.text ?? ''
    return this.#tokens[this.#tokens.indexOf(unit) + 1]?.text === 'ago' || before === 'last' || before === 'past'
  }

  #readHorizon(token: Token, unit: Token, perUnit: number): void {
    const days = Math.round((token.value ?? 0) * perUnit)
    this.#set(
      'horizonDays',
      days,
      [token, unit],
      `Protection for ${days} trading days`,
      `${token.asWritten} ${unit.asWritten}`,
    )
  }

  /** "for a year", "next month". */
  #readArticleHorizon(): void {
    for (const [at, token] of this.#tokens.entries()) {
      const perUnit = token.kind === 'word' ? TRADING_DAYS[token.text] : undefined
      const before = this.#tokens[at - 1]
      if (
        perUnit === undefined ||
        this.#used.has(token) ||
        !before ||
        !['a', 'next'].includes(before.text) ||
        (before.text === 'a' && !SPANS.has(this.#tokens[at - 2]?.text ?? '')) ||
        this.#tokens[at + 1]?.text === 'of' ||
        this.#tokens[at + 1]?.text === 'ago'
      )
        continue
      this.#readHorizon({ ...token, value: 1, asWritten: before.asWritten }, token, perUnit)
      this.#used.add(before)
    }
  }

  /** A figure without a unit may still be one: "max loss 10", "budget 3000". */
  #standsAlone(at: number): boolean {
    const next = this.#tokens[at + 1]
    return next === undefined || next.kind === 'break' || (next.kind === 'word' && FILLERS.has(next.text))
  }

  #readAmount(at: number, cue: Cue | undefined): void {
    const token = this.#tokens[at]
    if (token?.value === undefined) return
    const { value, unit } = token
    const words = cue ? [cue.token, token] : [token]
    if (unit === 'other-money') this.#refuse(words, 'amounts are in US dollars')
    else if (this.#isRate(at)) this.#refuse([token, ...this.#tokens.slice(at + 1, at + 3)], 'say how much in all')
    else if (cue === undefined) {
      const isNone = unit === 'dollars' && (this.#isLargerThanBudgets(value) || isOwned(this.#tokens, at))
      if (isNone) this.#refuse(words, UNSAID)
      else if (unit === 'dollars') this.#readDollars('budgetPercent', value, words)
      else if (unit === 'percent') this.#refuse(words, UNSAID)
    } else if (unit === 'dollars' && cue.isKept)
      this.#readDollars(cue.amount, (this.#subject.value ?? 0) - value, words)
    else if (unit === 'dollars') this.#readDollars(cue.amount, value, words)
    else if (unit === undefined && cue.amount === 'budgetPercent') {
      if (value >= LEAST_PLAIN_DOLLARS) this.#readDollars(cue.amount, value, words)
    } else if (unit === undefined && (value < 1 || value > HEDGE_RANGES.limitPercent.most)) return
    else if (cue.isKept) this.#setAmount('limitPercent', Math.round(1e6 * (100 - value)) / 1e6, words)
    else this.#setAmount(cue.amount, value, words)
  }

  /** "$300 a month": what is paid again and again is no budget of one hedge. */
  #isRate(at: number): boolean {
    const [article, unit] = [this.#tokens[at + 1]?.text ?? '', this.#tokens[at + 2]?.text ?? '']
    return ['a', 'per', 'each', 'every'].includes(article) && unit in TRADING_DAYS
  }

  #isLargerThanBudgets(dollars: number): boolean {
    const { value } = this.#subject
    return value !== null && value > 0 && (100 * dollars) / value > HEDGE_RANGES.budgetPercent.most
  }

  #refuse(words: readonly Token[], reason: string): void {
    for (const token of words) this.#used.add(token)
    this.refused.push(`${this.#quote(words)} (${reason})`)
  }

  #readDollars(amount: Amount, value: number, words: Token[]): void {
    if (amount === 'budgetPercent') {
      this.#accept(words, { budgetUsd: value }, `The hedge may cost $${value.toLocaleString('en-US')}`)
    } else if (amount === 'limitPercent' && this.#subject.value !== null && this.#subject.value > 0) {
      this.#setAmount('limitPercent', Math.round((value / this.#subject.value) * 10_000) / 100, words)
    }
  }

  #setAmount(amount: Amount, value: number, words: Token[]): void {
    const meanings: Record<Amount, string> = {
      limitPercent: `At most ${value}% may be lost`,
      shockPercent: `The market falls by ${value}%`,
      budgetPercent: `The hedge may cost ${value}% of the portfolio`,
    }
    this.#set(amount, value, words, meanings[amount], this.#quote(words))
  }

  #set(field: keyof typeof HEDGE_RANGES, value: number, words: Token[], meaning: string, asWritten: string): void {
    const { least, most } = HEDGE_RANGES[field]
    for (const token of words) this.#used.add(token)
    const unit = field === 'horizonDays' ? ' trading days' : '%'
    if (value < least || value > most) {
      this.refused.push(`${asWritten} (it must be between ${least} and ${most}${unit})`)
    } else if (this.wish[field] !== undefined && this.wish[field] !== value) {
      this.refused.push(`${asWritten} (another figure for the same was given before)`)
    } else {
      this.#accept(words, { [field]: value }, meaning)
    }
  }

  #accept(words: readonly Token[], wish: Partial<HedgeWish>, meaning: string): void {
    for (const token of words) this.#used.add(token)
    Object.assign(this.wish, wish)
    const [field] = Object.keys(wish) as (keyof typeof this.wish)[]
    this.understood.push({ words: this.#quote(words), meaning, field })
  }

  /** Which word says what each figure is: clear words before vague ones. */
  #matchCues(figures: readonly number[]): ReadonlyMap<number, Cue> {
    const found = new Map<number, Cue>()
    for (const kind of CUES) {
      const open = figures.filter((at) => !found.has(at))
      const pairs = open.flatMap((at) => this.#listCues(at, kind))
      for (const [at, cue] of matchInOrder(open, pairs)) found.set(at, cue)
    }
    return found
  }

  #listCues(at: number, { words, furthest, isEitherSide }: (typeof CUES)[number]): CuePair[] {
    const figure = this.#tokens[at]
    // "I'm 55 and risk averse": a number by itself is what the words before it say, or nothing.
    const isBare = figure?.unit === undefined && (figure?.value ?? 0) < LEAST_PLAIN_DOLLARS
    return this.#tokens.flatMap((token, place) => {
      const distance = Math.abs(place - at)
      if (token.kind !== 'word' || distance > furthest || (place > at && (!isEitherSide || isBare))) return []
      if (!isSameClause(this.#tokens, at, place) || this.#isOfSomethingElse(at, place)) return []
      const isKept = !isPartOfGains(this.#tokens, at) && this.#isKept(token, place, figure)
      const isLost = isKept || isCostOfFall(this.#tokens, place, (word) => words[word] === 'shockPercent')
      const amount = isLost ? 'limitPercent' : words[token.text]
      if (amount === undefined || isFallOfOne(this.#tokens, place, (one) => this.#findTicker(one) !== undefined))
        return []
      const isOwn = amount === 'shockPercent' && isOwnFall(this.#tokens, at, place)
      // Of two as near, the one before.
      return [
        {
          ...{ at, place, distance: place > at ? distance + 0.5 : distance },
          cue: { token, amount: isOwn ? 'limitPercent' : amount, isKept },
        },
      ]
    })
  }

  /** "Keep 90%", "stay above $180,000", "not below $180,000": most of the value is what is to be left of it. */
  #isKept(token: Token, place: number, figure: Token | undefined): boolean {
    const isSaid =
      KEPT_SHARE.has(token.text) || token.text === 'floor' || (token.text === 'below' && this.#isNegatedBefore(place))
    if (!isSaid || figure?.value === undefined) return false
    if (figure.unit === 'percent') return figure.value > MOST
    const { value } = this.#subject
    return figure.unit === 'dollars' && value !== null && (100 * figure.value) / value > MOST
  }

  #isNegatedBefore(place: number): boolean {
    return listWordsBefore(this.#tokens, place).some((text) => NEGATIONS.has(text))
  }

  /** "Limit gains to 10%", "volatility below 12%", "have lost 10%": no limit, no budget and no fall to come. */
  #isOfSomethingElse(at: number, place: number): boolean {
    const [from, to] = [Math.min(at, place), Math.max(at, place)]
    const before = this.#tokens[place - 1]?.text ?? ''
    const between = this.#tokens.slice(from, to).map(({ text }) => text)
    if (between.some((text) => OTHER_MEASURES.has(text)) || OTHER_MEASURES.has(before)) return true
    return PAST.has(before) || (this.#tokens[place]?.text === 'lost' && isOfPast(this.#tokens, place))
  }

  /**
   * @param isDirect whether only words that carry it on may stand between the negation and what it negates
   */
  #findNegation(at: number, { isDirect = false } = {}): Token | undefined {
    for (const offset of [1, 2, 3]) {
      const token = this.#tokens[at - offset]
      if (token?.kind !== 'word') return undefined
      if (NEGATIONS.has(token.text)) return token
      if (isDirect && !BRIDGES.has(token.text)) return undefined
    }
    return undefined
  }

  /** Tickers that a list begins with: held ones however they are written, or by name; others in capitals. */
  #listTickersAfter(at: number): { token: Token; ticker: string }[] {
    const named: { token: Token; ticker: string }[] = []
    for (const token of this.#tokens.slice(at + 1)) {
      const ticker = token.kind === 'word' ? this.#findTicker(token) : undefined
      if (ticker !== undefined) named.push({ token, ticker })
      else if (!LIST_WORDS.has(token.text)) break
    }
    return named
  }

  #findTicker({ asWritten, text }: Token): string | undefined {
    const written = asWritten.replace(/(?:['’]s|[.'’-])$/, '')
    const upper = written.toUpperCase()
    // What is an ordinary word as well is a ticker only in capitals: "keep it cheap", "keep ALL".
    const isOrdinary = upper.length === 1 || FILLERS.has(text) || isCue(text)
    if (this.#subject.held.has(upper) && (written === upper || !isOrdinary)) return upper
    const byName = this.#subject.names?.get(written.toLowerCase())
    if (byName !== undefined) return byName
    return /^[A-Z]{2,5}(?:\.[A-Z])?$/.test(written) ? upper : undefined
  }

  #quote(tokens: readonly Token[]): string {
    const start = Math.min(...tokens.map((token) => token.start))
    const end = Math.max(...tokens.map((token) => token.end))
    return this.#text.slice(start, end).trim()
  }
}
