import { HEDGE_RANGES, type HedgeWish } from '@ballast/contract'
import { readTokens, type Token } from './prompt-tokens.ts'

/** What is known of the portfolio that the words are about. */
export interface PromptSubject {
  /** Tickers held. */
  held: ReadonlySet<string>
  /** Value of the portfolio in US dollars, into which amounts are translated; null when it is not known. */
  value: number | null
}

export interface UnderstoodPrompt {
  wish: Omit<HedgeWish, 'customPrompt'>
  /** What was understood, by the words that said it. */
  understood: { words: string; meaning: string; field: keyof Omit<HedgeWish, 'customPrompt'> | undefined }[]
  /** Words that nothing follows from, so that nobody thinks it did. */
  notUsed: string[]
}

type Amount = 'limitPercent' | 'shockPercent' | 'budgetPercent'

/** The nearest of these words says what a figure is. */
const CUES: Readonly<Record<string, Amount>> = Object.fromEntries(
  Object.entries({
    limitPercent: 'loss losses lose losing limit limited drawdown drawdowns downside protect protected risk floor hurt',
    shockPercent:
      'crash crashes fall falls falling drop drops dropping decline declines correction market bear selloff sell-off shock',
    budgetPercent:
      'budget cost costs costing spend spending pay paying premium premiums price cheap cheaper expensive under below',
  }).flatMap(([amount, words]) => words.split(' ').map((word) => [word, amount as Amount])),
)
const TRADING_DAYS: Readonly<Record<string, number>> = {
  ...{ day: 252 / 365, days: 252 / 365, week: 5, weeks: 5, month: 21, months: 21, quarter: 63, quarters: 63 },
  ...{ year: 252, years: 252 },
}
const KEEP = new Set(['keep', 'keeping', 'hold', 'holding', 'exclude', 'excluding', 'except', 'retain', 'retaining'])
const SELL = new Set(['sell', 'selling', 'trim', 'trimming', 'touch', 'touching', 'reduce', 'reducing'])
const NEGATIONS = new Set(["don't", 'dont', 'not', 'no', 'without', 'never', 'avoid', "can't", 'cannot', "won't"])
const FILLERS = new Set(
  (
    'a an the i i’m me my mine we our us you it its to of for in on at by with and or but if is are be am was will would should could can may ' +
    'do does want wants like please more than less most least max maximum min minimum no not over about around up down that this so when within during next ' +
    'against from all any each only just at-most hedge hedges hedging hedged portfolio book stocks positions position ok okay then there their as keep it’s have has'
  ).split(' '),
)
/** Words further from a figure than this say nothing about it. */
const FURTHEST = 6

/**
 * Reads what an owner asks for in words of their own: how much may be lost, in what fall, for how long, for how much
 * money, what must be kept, and which instruments are wanted. By rule, so that the same words always mean the same; what
 * no rule understands is given back.
 */
export function understandPrompt(text: string, subject: PromptSubject): UnderstoodPrompt {
  const reader = new PromptReader(text, subject)
  reader.readPhrases()
  reader.readFigures()
  reader.readTickers()
  return { wish: reader.wish, understood: reader.understood, notUsed: [...reader.refused, ...reader.listUnused()] }
}

interface Phrase {
  words: readonly string[]
  /** Whether a negation before it is part of the phrase: true it must stand, false it must not. */
  negated: boolean
  wish: Partial<HedgeWish>
  meaning: string
}

const PHRASES: readonly Phrase[] = [
  { words: ['options'], negated: true, wish: { allowOptions: false }, meaning: 'No options' },
  {
    words: ['short', 'calls'],
    negated: true,
    wish: { allowShortCalls: false },
    meaning: 'No calls are sold on an index',
  },
  {
    words: ['short', 'calls'],
    negated: false,
    wish: { allowShortCalls: true },
    meaning: 'Calls may be sold on an index',
  },
  { words: ['margin'], negated: false, wish: { allowShortCalls: true }, meaning: 'Calls may be sold on an index' },
  { words: ['upside'], negated: false, wish: { keepUpside: true }, meaning: 'Nothing that caps gains' },
  { words: ['cap'], negated: true, wish: { keepUpside: true }, meaning: 'Nothing that caps gains' },
  { words: ['collars'], negated: true, wish: { keepUpside: true }, meaning: 'Nothing that caps gains' },
  { words: ['covered', 'calls'], negated: true, wish: { keepUpside: true }, meaning: 'Nothing that caps gains' },
  {
    words: ['cvar'],
    negated: false,
    wish: { objective: 'cvar' },
    meaning: 'The limit is meant for the mean of the worst paths',
  },
  {
    words: ['expected', 'shortfall'],
    negated: false,
    wish: { objective: 'cvar' },
    meaning: 'The limit is meant for the mean of the worst paths',
  },
  {
    words: ['each', 'holding'],
    negated: false,
    wish: { objective: 'floor' },
    meaning: 'Each holding has a floor of its own',
  },
  {
    words: ['every', 'holding'],
    negated: false,
    wish: { objective: 'floor' },
    meaning: 'Each holding has a floor of its own',
  },
  {
    words: ['each', 'stock'],
    negated: false,
    wish: { objective: 'floor' },
    meaning: 'Each holding has a floor of its own',
  },
]

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
        const negation = this.#findNegation(at)
        if ((negation !== undefined) !== phrase.negated) continue
        this.#accept([...(negation ? [negation] : []), ...(tokens as Token[])], phrase.wish, phrase.meaning)
      }
    }
  }

  readFigures(): void {
    for (const [at, token] of this.#tokens.entries()) {
      if (token.kind !== 'number' || token.value === undefined) continue
      const next = this.#tokens[at + 1]
      const perUnit = next?.kind === 'word' ? TRADING_DAYS[next.text] : undefined
      if (next && perUnit !== undefined && token.unit === undefined) this.#readHorizon(token, next, perUnit)
      else if (token.unit !== undefined) this.#readAmount(at, token, token.value)
    }
    this.#readArticleHorizon()
  }

  readTickers(): void {
    const kept: string[] = []
    const words: Token[] = []
    for (const [at, token] of this.#tokens.entries()) {
      const negation = SELL.has(token.text) ? this.#findNegation(at) : undefined
      if (!KEEP.has(token.text) && negation === undefined) continue
      const named = this.#listTickersAfter(at)
      if (named.length === 0) continue
      words.push(...(negation ? [negation] : []), token, ...named)
      for (const name of named) {
        const ticker = name.asWritten.replace(/\.$/, '').toUpperCase()
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

  /** What no rule has used, clause by clause, unless it is only words that mean nothing by themselves. */
  listUnused(): string[] {
    const clauses: Token[][] = [[]]
    for (const token of this.#tokens) {
      if (token.kind === 'break') clauses.push([])
      else clauses.at(-1)?.push(token)
    }
    return clauses.flatMap((clause) => {
      const left = clause.filter((token) => !this.#used.has(token))
      const says = left.filter(({ kind, text }) => kind === 'number' || !(FILLERS.has(text) || text in CUES))
      return says.length === 0 ? [] : [this.#quote(left)]
    })
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
        !['a', 'next', 'the', 'this'].includes(before.text)
      )
        continue
      this.#readHorizon({ ...token, value: 1, asWritten: before.asWritten }, token, perUnit)
      this.#used.add(before)
    }
  }

  #readAmount(at: number, token: Token, value: number): void {
    const cue = this.#findCue(at)
    const amount = cue ? CUES[cue.text] : token.unit === 'dollars' ? 'budgetPercent' : undefined
    if (amount === undefined) return
    const words = cue ? [cue, token] : [token]
    if (token.unit === 'dollars') this.#readDollars(amount, value, words)
    else if (cue?.text === 'floor' && value > 50) this.#setAmount('limitPercent', 100 - value, words)
    else this.#setAmount(amount, value, words)
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

  /** The nearest word of the same clause that says what a figure is; of two as near, the one before. */
  #findCue(at: number): Token | undefined {
    for (let distance = 1; distance <= FURTHEST; distance++) {
      for (const side of [-1, 1]) {
        const token = this.#tokens[at + side * distance]
        if (token?.kind === 'word' && token.text in CUES && this.#isSameClause(at, at + side * distance)) return token
      }
    }
    return undefined
  }

  #findNegation(at: number): Token | undefined {
    const before = [this.#tokens[at - 1], this.#tokens[at - 2], this.#tokens[at - 3]]
    const end = before.findIndex((token) => token === undefined || token.kind !== 'word')
    return before.slice(0, end === -1 ? before.length : end).find((token) => token && NEGATIONS.has(token.text))
  }

  #isSameClause(from: number, to: number): boolean {
    const between = this.#tokens.slice(Math.min(from, to), Math.max(from, to))
    return !between.some(({ kind }) => kind === 'break')
  }

  /** Tickers that a list begins with: held ones however they are written, others in capitals. */
  #listTickersAfter(at: number): Token[] {
    const named: Token[] = []
    for (const token of this.#tokens.slice(at + 1)) {
      const ticker = token.asWritten.replace(/\.$/, '')
      const isTicker =
        token.kind === 'word' &&
        (this.#subject.held.has(ticker.toUpperCase()) || /^[A-Z]{2,5}(?:\.[A-Z])?$/.test(ticker))
      if (isTicker) named.push(token)
      else if (!['and', 'or', ',', 'my', 'all', 'the', 'of', 'on', 'to'].includes(token.text)) break
    }
    return named
  }

  #quote(tokens: readonly Token[]): string {
    const start = Math.min(...tokens.map((token) => token.start))
    const end = Math.max(...tokens.map((token) => token.end))
    return this.#text.slice(start, end).trim()
  }
}
