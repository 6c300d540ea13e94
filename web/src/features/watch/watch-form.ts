import { readField, type WatchKind, type WatchRule, type WatchTerms } from '@ballast/contract'
import type { BadgeTone } from '../../components/ui/badge.tsx'

/** Kinds of watch rules, in the words of the form. */
export const KINDS: Readonly<Record<WatchKind, { name: string; hint: string }>> = {
  loss: {
    name: 'Loss in a market fall',
    hint: 'Tells you when a fall of the market today would cost you more than your limit. Options you hold count.',
  },
  weight: { name: 'Size of a position', hint: 'Tells you when a position is a larger part of the portfolio.' },
  drawdown: {
    name: 'Fall from the high',
    hint: 'Compares today’s positions with their highest close of the last year.',
  },
  price: {
    name: 'Price',
    hint: 'Compares the price during the day and after each close, in the currency in which it trades.',
  },
  expiry: { name: 'Options that expire', hint: 'Tells you of options in the portfolio before their last day.' },
  assignment: {
    name: 'Early assignment',
    hint: 'Tells you when the next dividend is more than the time value of a call you sold. Its owner may then exercise it early.',
  },
  stale: { name: 'Out-of-date prices', hint: 'Tells you when a position has no recent price.' },
}

/** The fields of the form as they are typed; each kind uses some of them. */
export interface WatchForm {
  kind: WatchKind
  ticker: string
  limitPercent: string
  shockPercent: string
  direction: 'below' | 'above'
  price: string
  days: string
}

export const EMPTY_FORM: WatchForm = {
  kind: 'loss',
  ticker: '',
  limitPercent: '15',
  shockPercent: '20',
  direction: 'below',
  price: '',
  days: '7',
}

/** The form of a rule that is there. */
export function fromTerms(terms: WatchTerms): WatchForm {
  const texts = Object.entries(terms).map(([name, value]) => [name, value === null ? '' : String(value)])
  return { ...EMPTY_FORM, ...Object.fromEntries(texts) }
}

/**
 * The form as the server takes it.
 *
 * @returns what is wrong in words where something cannot be read
 */
export function readForm(form: WatchForm): WatchTerms | string {
  const { kind, direction } = form
  const ticker = form.ticker.trim()
  const limitPercent = readField(form.limitPercent).value
  const shockPercent = readField(form.shockPercent).value
  const days = readField(form.days).value
  const price = readField(form.price, { isMoney: true }).value
  switch (kind) {
    case 'loss': {
      if (!isWithin(limitPercent, 1, 60)) return 'Enter a limit from 1 to 60 percent.'
      return isWithin(shockPercent, 5, 60)
        ? { kind, limitPercent, shockPercent }
        : 'Enter a market fall from 5 to 60 percent.'
    }
    case 'weight':
      return isWithin(limitPercent, 0.1, 100)
        ? { kind, ticker: ticker === '' ? null : ticker, limitPercent }
        : 'Enter a limit from 0.1 to 100 percent.'
    case 'drawdown':
      return isWithin(limitPercent, 0.1, 100) ? { kind, limitPercent } : 'Enter a limit from 0.1 to 100 percent.'
    case 'price': {
      if (ticker === '') return 'Enter a ticker, such as NVDA.'
      return price > 0 ? { kind, ticker, direction, price } : 'Enter a price above 0, such as 150.50.'
    }
    case 'expiry':
      return isWithin(days, 0, 90) && Number.isInteger(days) ? { kind, days } : 'Enter whole days from 0 to 90.'
    case 'assignment':
      return { kind }
    case 'stale':
      return isWithin(days, 1, 60) && Number.isInteger(days) ? { kind, days } : 'Enter whole days from 1 to 60.'
  }
}

const isWithin = (value: number, least: number, most: number) => value >= least && value <= most

/** The state of a rule in a word or two, and how urgent it looks. */
export function toBadge({ isOn, isResting, state }: Pick<WatchRule, 'isOn' | 'isResting' | 'state'>): {
  name: string
  tone: BadgeTone
} {
  if (!isOn) return { name: 'Off', tone: 'secondary' }
  if (isResting) return { name: 'Stopped: needs PRO', tone: 'secondary' }
  if (state === 'met') return { name: 'Alert', tone: 'destructive' }
  if (state === 'quiet') return { name: 'OK', tone: 'gain' }
  return { name: 'Not checked', tone: 'warning' }
}
