import { isSameClause, type Token } from './prompt-tokens.ts'
import { NEGATIONS, OWNED, PAST_TIMES } from './prompt-words.ts'

const REFUSALS = new Set([
  ...NEGATIONS,
  ...'exclude excluding excluded skip skipping forbid forbidden prohibit prohibited ban banned disallowed'.split(' '),
  ...(
    "unavailable refuse refused neither nor isn't aren't wasn't weren't doesn't didn't couldn't wouldn't " +
    "shouldn't haven't hasn't"
  ).split(' '),
])
/** Of these what follows is none of the wish: "no need to keep it". */
const UNNEEDED = new Set('need needs have has'.split(' '))
/** "It does not matter", "I don't care". */
const INDIFFERENT = new Set('matter matters care'.split(' '))

/** Whether something that may be allowed is refused in its clause, before it or behind: "short calls are not allowed". */
export function isRefused(tokens: readonly Token[], at: number): boolean {
  return listClauseAround(tokens, at).some(({ text }) => REFUSALS.has(text))
}

/** Whether what stands in a clause is said not to matter: "no need to keep the upside", "I don't care about it". */
export function isIndifferent(tokens: readonly Token[], at: number): boolean {
  const clause = listClauseAround(tokens, at)
  return clause.some(({ text }, place) => {
    const isNegated = clause.slice(Math.max(0, place - 2), place).some((one) => REFUSALS.has(one.text))
    const isOf = UNNEEDED.has(text) && (text.startsWith('need') || clause[place + 1]?.text === 'to')
    return isNegated && (isOf || INDIFFERENT.has(text))
  })
}

/** "From 25% to 12%": the first of the two is how it is now. */
export function isLeftBehind(tokens: readonly Token[], at: number): boolean {
  return tokens[at - 1]?.text === 'from' && tokens[at + 1]?.text === 'to' && tokens[at + 2]?.kind === 'number'
}

/** "80% of the upside": a part of what may come, and none of the value. */
export function isPartOfGains(tokens: readonly Token[], at: number): boolean {
  const [first, ...rest] = tokens.slice(at + 1, at + 4)
  return first?.text === 'of' && rest.some(({ text }) => GAINS.has(text))
}

const GAINS = new Set('upside gain gains profit profits'.split(' '))

/** The clause that a word stands in; "but" begins another. */
function listClauseAround(tokens: readonly Token[], at: number): Token[] {
  const isEnd = ({ kind, text }: Token) => kind === 'break' || text === 'but'
  const start = tokens.slice(0, at).findLastIndex(isEnd) + 1
  const end = tokens.findIndex((token, place) => place > at && isEnd(token))
  return tokens.slice(start, end < 0 ? tokens.length : end)
}

/** "I have $20k cash": a clause about what one has or earns. */
export function isOwned(tokens: readonly Token[], at: number): boolean {
  return tokens.some(({ text }, place) => OWNED.has(text) && isSameClause(tokens, at, place))
}

/** "3 months ago I lost 10%": a clause that says when something was. */
export function isOfPast(tokens: readonly Token[], place: number): boolean {
  return tokens.some(({ text }, at) => PAST_TIMES.has(text) && isSameClause(tokens, at, place))
}
