import { isAllLabelWords, speaksOfOther } from '../../headers/header-grammar.ts'
import { findRole, toHeaderName } from '../../headers/header-names.ts'
import type { Role } from '../../headers/roles.ts'
import words from '../../words.json' with { type: 'json' }

/** Role that a column or a label of an image gives to the figures under it or next to it. */
export type ImageRole = Extract<
  Role,
  | 'symbol'
  | 'description'
  | 'quantity'
  | 'price'
  | 'value'
  | 'avgCost'
  | 'costTotal'
  | 'gain'
  | 'currency'
  | 'sector'
  | 'account'
>

const USED = new Set<Role>([
  ...(['symbol', 'description', 'quantity', 'price', 'value', 'avgCost', 'costTotal', 'gain', 'currency'] as const),
  ...(['sector', 'account'] as const),
])

/** Short forms that screens have no room to spell out, and how some are read. */
const SHORT_FORMS = new Map(
  Object.entries(words.screenLabels).flatMap(([role, names]) =>
    names.map((name) => [name, role as ImageRole] as const),
  ),
)

/** A name that differs from these by one character was misread. */
const WELL_KNOWN = ['symbol', 'quantity', 'shares', 'averagecost', 'avgcost', 'marketvalue', 'costbasis', 'lastprice']
/** No misread word but the name of many funds. */
const FUND_FAMILY = 'ishares'
/** The recogniser knows no umlauts. */
const STUECK = /^st[uüaäil1]{1,3}ck/
const PER_CENT = /%|\bpct\b|percent/i
/** "($)", also as it is read. */
const DOLLARS_AT_END = / ?\([S8$§]{1,2}\)$/
/** The arrow of the column that a table is sorted by, as it is read. */
const SORT_MARK = / [1!|^v¥~+]$|[↓↑▲▼]$/i
const PLUS_MINUS = /^(?:\+ ?\/ ?[-–−]|±) ?\p{L}/u
const AS_OF = / as of [\d/.-]+$/i
const LONGEST_LABEL = 40
/** Shorter words differ by one character and mean something else. */
const SHORTEST_MENDED = 6
const LABELLED_AMOUNT = /^(\p{L}[\p{L}./ ]{0,20}?):? ?[$€£]?\d[\d.,']*[.,]\d{2}$/u

/**
 * Role by a label or the head of a column, or undefined when it says nothing that matters here.
 *
 * @param find knows the names; {@link findKnownRole} leaves out those that only their words explain
 */
export function toImageRole(text: string, find: (name: string) => Role | undefined = findRole): ImageRole | undefined {
  if (text.length > LONGEST_LABEL || PER_CENT.test(text)) return undefined
  if (PLUS_MINUS.test(text)) return 'gain'
  const said = text
    .replace(AS_OF, '')
    .replace(SORT_MARK, '')
    .replace(DOLLARS_AT_END, '')
    .replace(/[§$€£]/g, ' ')
    .replace(/\((?:usd|eur|gbp|chf)\)|\b(?:in )?(?:usd|eur|gbp|chf)$/i, '')
  const name = toHeaderName(said).replace(STUECK, 'stuck')
  const role = SHORT_FORMS.get(name) ?? find(said)
  if (role !== undefined) return isImageRole(role) ? role : undefined
  // A digit was not misread: it is a figure with its label, as in "3 shares".
  if (/\d/.test(name)) return undefined
  const meant = WELL_KNOWN.find((known) => known.length > 5 && name !== FUND_FAMILY && differsByOne(known, name))
  const meantRole = meant === undefined ? undefined : findRole(meant)
  return meantRole !== undefined && isImageRole(meantRole) ? meantRole : undefined
}

/**
 * Gives a label that was read otherwise than the same one elsewhere in the image, by one character, the text that most have:
 * screens repeat their labels letter by letter.
 */
export function mendLabels<Cell extends { text: string }>(cells: readonly Cell[]): Cell[] {
  const counts = new Map<string, number>()
  for (const { text } of cells) if (!/\d/.test(text)) counts.set(text, (counts.get(text) ?? 0) + 1)
  const labels = [...counts].filter(
    ([text, count]) => count > 1 && text.length >= SHORTEST_MENDED && (toImageRole(text) || isLabelOfOther(text)),
  )
  return cells.map((cell) => {
    const own = counts.get(cell.text) ?? 0
    const label = labels.find(([text, count]) => own > 0 && count > own && differsByOne(text, cell.text))
    return label ? { ...cell, text: label[0] } : cell
  })
}

/** True if a label says something that is of no use here, such as the move of a day. */
export function isOfOtherMeaning(text: string): boolean {
  return PER_CENT.test(text) || speaksOfOther(text)
}

/** True if a piece of text is an amount with a label that nobody knows: it may say what was paid. */
export function hasUnknownLabel(text: string): boolean {
  const label = LABELLED_AMOUNT.exec(text)?.[1]
  return label !== undefined && toImageRole(label) === undefined && !isOfOtherMeaning(label)
}

/** True if a piece of text is a label, and one that is of no use here. */
export function isLabelOfOther(text: string): boolean {
  return speaksOfOther(text) && isAllLabelWords(text)
}

function isImageRole(role: Role): role is ImageRole {
  return USED.has(role)
}

/** True when one character was replaced, added or left out. */
function differsByOne(known: string, name: string): boolean {
  if (Math.abs(known.length - name.length) > 1) return false
  let start = 0
  while (start < known.length && known[start] === name[start]) start++
  const shorter = Math.min(known.length, name.length)
  let end = 0
  while (end < shorter - start && known[known.length - 1 - end] === name[name.length - 1 - end]) end++
  return Math.max(known.length, name.length) - start - end <= 1
}
