import words from '../words.json' with { type: 'json' }
import type { Role } from './roles.ts'

type Subject = keyof typeof words.headerWords

/** Words of several languages without accents; what they are about decides the role, whatever else stands beside them. */
const SUBJECTS = new Map<string, Set<Subject>>()
for (const [subject, named] of Object.entries(words.headerWords) as [Subject, string[]][]) {
  for (const word of named) SUBJECTS.set(word, (SUBJECTS.get(word) ?? new Set()).add(subject))
}
const MOST_WORDS = 6
/** German and Dutch write two words as one. */
const COMPOUND =
  /\b(einstand|einkauf|kauf|anschaffung|aankoop|inkop|kob|inngang|markt|marknad|marked|gesamt)s?(preis|kurs|wert|prijs|koers|waarde|pris|varde|vaerdi|verdi)/g
const NOT_A_WORD = /[^\p{L}\p{N}%]+/u

/**
 * Finds the role of a column by the words of its name, where the name itself is not known: "Avg. trade price", "Units held",
 * "Prix de revient". Only names with nothing that speaks against it are understood.
 */
export function findRoleByWords(name: string): Role | undefined {
  const words = toWords(withoutNow(name))
  // A figure with its unit, as in "3 shares", is no name.
  if (words.length === 0 || words.length > MOST_WORDS || /[%\d]/.test(name)) return undefined
  const has = (subject: Subject) => words.some((word) => SUBJECTS.get(word)?.has(subject) ?? false)
  if (has('other')) return undefined
  if (has('symbol')) return 'symbol'
  if (has('gain')) return 'gain'
  if (has('average')) return has('cost') || has('price') || has('each') ? 'avgCost' : undefined
  if (has('cost')) return findCost(has, words)
  if (has('value')) return has('each') ? 'price' : 'value'
  if (has('price')) return 'price'
  return has('quantity') ? 'quantity' : undefined
}

/** "Worth today" is what it is worth, while "Gain today" is the move of a day. */
const withoutNow = (name: string) => name.replace(/(?<=(?:value|worth|price|quote)) (?:now|today)$/i, '')

/** True if a name is about something that no position needs: the move of a day, a dividend, a weight. */
export function speaksOfOther(name: string): boolean {
  return toWords(name).some((word) => SUBJECTS.get(word)?.has('other') ?? false)
}

/** True if a text has no other words than those that columns and labels have, so that it is no company's name. */
export function isAllLabelWords(text: string): boolean {
  return toWords(text).every((word) => SUBJECTS.has(word))
}

function toWords(name: string): string[] {
  return toPlainLetters(name.replace(/(?<=\p{Ll}{2})(?=\p{Lu})/gu, ' '))
    .replace(/['’]s\b/g, 's')
    .replace(COMPOUND, '$1 $2')
    .replace(/\bp ?[&/] ?l\b|\bg ?\/ ?l\b/g, 'pl')
    .split(NOT_A_WORD)
    .filter((word) => word !== '')
}

function findCost(has: (subject: Subject) => boolean, words: readonly string[]): Role | undefined {
  // "Bought at", "Paid per": what follows is what one of them has cost.
  if (/^(?:at|per|a)$/.test(words.at(-1) ?? '')) return 'avgCost'
  if (has('price') || has('each')) return has('total') ? 'costTotal' : 'avgCost'
  // "Open" and "trade" alone tell of orders, "buy" of a button.
  const isCost = words.some((word) =>
    /^(?:cost|basis|invested|paid|spent|outlay|book|einstand|revient|purchase|kauf|anschaffung)/.test(word),
  )
  return isCost && (has('value') || has('total') || words.length > 1) ? 'costTotal' : undefined
}

/** Small letters without accents: recognisers lose them, and people leave them out. */
export function toPlainLetters(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ł', 'l')
}
