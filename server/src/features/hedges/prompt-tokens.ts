/** A word, a number or a mark of the owner's text, and where it stands. */
export interface Token {
  kind: 'word' | 'number' | 'break'
  /** Lower case. */
  text: string
  asWritten: string
  start: number
  end: number
  value?: number
  unit?: 'percent' | 'dollars'
}

const TOKEN = /\$?\d[\d.,]*|[A-Za-z][A-Za-z.'’-]*|%|[,.;:!?\n]/g
const NUMBER_WORDS: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11 },
  ...{ twelve: 12, fifteen: 15, eighteen: 18, twenty: 20, 'twenty-five': 25, thirty: 30, forty: 40, fifty: 50 },
}
const PERCENT_WORDS = new Set(['%', 'percent', 'pct', 'per-cent'])
const DOLLAR_WORDS = new Set(['dollars', 'dollar', 'usd', 'bucks'])
const MAGNITUDES: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6 }

/** Splits a text into words, numbers with their units, and the marks that end a clause. */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(TOKEN)) addToken(tokens, match[0], match.index)
  return tokens
}

function addToken(tokens: Token[], asWritten: string, start: number): void {
  const text = asWritten.toLowerCase().replaceAll('’', "'")
  const place = { text, asWritten, start, end: start + asWritten.length }
  if (belongsToNumber(tokens.at(-1), text, place.end)) return
  const value = NUMBER_WORDS[text] ?? readNumber(text)
  if (value !== undefined) {
    // A clause may end with a number: its last mark is no part of it.
    const isLast = /[.,]$/.test(text)
    const end = isLast ? place.end - 1 : place.end
    tokens.push({ kind: 'number', ...place, end, value, ...(text.startsWith('$') && { unit: 'dollars' as const }) })
    if (isLast) tokens.push({ ...place, kind: 'break', text: text.slice(-1), start: end })
  } else if (/^[a-z]/.test(text)) {
    tokens.push({ kind: 'word', ...place, text: text.replace(/[.'-]$/, '') })
    if (asWritten.endsWith('.')) tokens.push({ ...place, kind: 'break', text: '.', start: place.end - 1 })
  } else if (text !== '%') {
    tokens.push({ kind: 'break', ...place })
  }
}

/** "10 percent", "2k" and "500 dollars" are one number each: what follows a number becomes part of it. */
function belongsToNumber(last: Token | undefined, text: string, end: number): boolean {
  if (last?.kind !== 'number' || last.value === undefined || last.unit === 'percent') return false
  const magnitude = MAGNITUDES[text]
  if (magnitude !== undefined) last.value *= magnitude
  else if (last.unit !== undefined) return false
  else if (PERCENT_WORDS.has(text)) last.unit = 'percent'
  else if (DOLLAR_WORDS.has(text)) last.unit = 'dollars'
  else return false
  last.end = end
  return true
}

function readNumber(text: string): number | undefined {
  const digits = text.replace(/^\$/, '').replace(/[.,]$/, '').replaceAll(',', '')
  return /^\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : undefined
}
