import type { DecimalMark } from '../decimal-text.ts'
import { readFigure } from './figures.ts'
import { type ImageRole, toImageRole } from './labels.ts'
import { type FigureRole, pickFigure, type Sighting } from './layout.ts'
import { narrowTo, type TextCell } from './read-cells.ts'

export const FIGURE_ROLES: readonly ImageRole[] = ['quantity', 'avgCost', 'costTotal', 'price', 'value', 'gain']
/** A dot between two figures may be read close to the first, or not at all. */
const SEPARATOR = / ?[·•|»«—*+=~°¢■▪●∙-] |(?<=\d) (?=avg\b)/i
/** Between a ticker and a figure a dash is a dot that was misread, also when it stands close to the figure. */
const LEADING_SEPARATOR = /^ ?(?:[·•|»«—*+=~°¢■▪●∙-] ?|[.,] )/
/** "12 shares @ $150.25" and the like: what stands behind is what a share has cost. */
const AT =
  /^(-?[\d.,'’]+)(?: ?(?:shares?|shs?\.?|units?|stk\.?|stück|pcs\.?|x|×))? ?(?:@|at|à|(?:bought|purchased|entered) (?:at|for)|paid) ?(?:avg\.? )?([$€£¥₹]?[\d.,'’]+(?: ?[$€£¥₹])?)$/i
/** "400 × $141.80": shares and what one is worth, as the value beside it tells. */
const TIMES = /^([\d.,'’]+) ?[x×X*] ?([$€£¥₹][\d.,'’]+|[\d.,'’]+ ?[€$£])$/
/** "x 4.5" below a name. */
const TIMES_FIRST = /^[xX×] ?(\d[\d.,'’]*)$/
/** "39x" beside a ticker. */
const TIMES_LAST = /^(\d[\d.,'’]*) ?[xX×]$/
/** "paid $8.61 ea.", "cost $389.50 / unit" */
const EACH =
  /^(?:avg\.? )?(?:cost|paid|bought(?: at| for)?|price paid) ?:? ?([$€£¥₹]?[\d.,'’]+(?: ?[$€£¥₹])?) ?(?:ea\.?|each|[/|lI] ?(?:unit|share|sh)\b\.?|per (?:unit|share)|a share)$/i
/** "Ø 23,03 €" behind a number of shares; the sign of the mean is read as one of these. */
const MEAN = /^(?:@|at|à|[Øø©®]|avg\.?|ave\.?) ?([$€£¥₹]?[\d.,'’]+(?: ?[$€£¥₹])?)$/i
/** Decimals that were read as two words. */
const BROKEN_FIGURE = /(\d[.,]\d{1,8}) (?=\d{1,8} [a-z])/
const FIGURE_FIRST = /^([-−]?[$€£¥₹]?[\d.,'’]+(?: ?[$€£¥₹])?) ?([\p{L}][\p{L}. ]*)$/u
const LABEL_FIRST =
  /^([\p{L}][\p{L}.&/ -]*?) ?[:.]? ?([-−+]?(?:R[$S] ?|[$€£¥₹])?[-−+]?\d[\d.,'’]*[KMB]?(?: ?[$€£¥₹])?)$/u
/** "AAPL · 10 shares", "AAPL 10 @ $150.25" and "10 AAPL @ $150.25" begin with a ticker, or nearly so. */
const TICKER_THEN_FIGURE =
  /^([A-Z]{1,5}(?:[./][A-Z])?|0)(?:[.,]? (?=[-$]?\d)| ?(?=[x×] ?\d)| ?(?=\d[\d.,]* ?@)| ?(?=[-–—] ?\d[\d.,]* ?[a-z]))/
const FIGURE_THEN_TICKER =
  /^\d[\d.,]*(?: (?:x |× )?(?=[A-Z])|(?=[A-Z]{2,5}$)|(?=[A-Z]{1,5} ?@))([A-Z]{1,5}(?:[./][A-Z])?)(?= @| at | (?:bought|purchased|entered) | paid |$)/

/** "Qty: 12 Price: $3.50" are two figures with a label each, also where the blank between them was not seen. */
const NEXT_LABEL = /(?<=\d) ?(?=\p{Lu}[\p{L}./ ]{1,20}: ?[-−+$€£\d])/u

/** The part of a piece of text that names a security, when other figures stand behind or before it. */
export function headOf(text: string): string {
  if (TIMES_FIRST.test(text)) return text
  const head = text.split(SEPARATOR)[0] ?? ''
  return TICKER_THEN_FIGURE.exec(head)?.[1] ?? FIGURE_THEN_TICKER.exec(head)?.[1] ?? head
}

/** Figures of a piece of text that says itself what they are: "7 shares", "Avg cost $644.42", "12 @ $150.25". */
export function findInline(text: string, mark: DecimalMark): { role: FigureRole; text: string }[] {
  const head = headOf(text)
  const whole = text.replace(BROKEN_FIGURE, '$1')
  const rest = (/^(?:[A-Z./]+|0)$/.test(head) ? whole.replace(head, '').replace(/ {2}/, ' ') : whole).replace(
    LEADING_SEPARATOR,
    '',
  )
  const parts = rest.split(SEPARATOR).flatMap((part) => part.split(NEXT_LABEL))
  return parts.flatMap((raw, index) => {
    const part = raw.trim()
    const mean = index > 0 || part.startsWith('@') ? MEAN.exec(part)?.[1] : undefined
    if (mean && readFigure(mean, mark)) return [{ role: 'avgCost' as const, text: mean }]
    const times = TIMES.exec(part)
    if (times?.[1] && times[2] && readFigure(times[1], mark) && readFigure(times[2], mark)) {
      return [
        { role: 'quantity' as const, text: times[1] },
        { role: 'price' as const, text: times[2] },
      ]
    }
    const each = EACH.exec(part)?.[1]
    if (each && readFigure(each, mark)) return [{ role: 'avgCost' as const, text: each }]
    const counted = (TIMES_FIRST.exec(part) ?? TIMES_LAST.exec(part))?.[1]
    if (counted && readFigure(counted, mark)) return [{ role: 'quantity' as const, text: counted }]
    const at = AT.exec(part)
    if (at?.[1] && at[2] && readFigure(at[1], mark) && readFigure(at[2], mark)) {
      return [
        { role: 'quantity' as const, text: at[1] },
        { role: 'avgCost' as const, text: at[2] },
      ]
    }
    const first = FIGURE_FIRST.exec(part)
    const last = LABEL_FIRST.exec(part)
    const label = first?.[2] ?? last?.[1]
    const figure = first?.[1] ?? last?.[2]
    if (label === undefined || figure === undefined || !readFigure(figure, mark)) return []
    const role = toImageRole(label)
    return role && isFigureRole(role) ? [{ role, text: figure }] : []
  })
}

/** Where the figure alone stands when that can be told, else the whole piece of text that it stands in. */
export function sightInline(cell: TextCell, role: FigureRole, mark: DecimalMark): Sighting {
  const pick = (text: string) => findInline(text, mark).find((part) => part.role === role)?.text
  const narrow = narrowTo(cell, pick(cell.text) ?? '')
  return narrow === cell ? { cell, pick } : { cell: narrow, pick: pickFigure }
}

export const isFigureRole = (role: ImageRole): role is FigureRole => FIGURE_ROLES.includes(role)
