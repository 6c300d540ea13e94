// Tests: ../histories.test.ts, ../samples.test.ts

/** Actions of the lines of a history, told from the words that brokers have for them. */
import type { TransactionAction } from './transactions.ts'

/**
 * A transaction's action, or what only the rest of its line can decide:
 *
 * - `transfer`: in or out, as the sign of its quantity says
 * - `other`: changes no holding
 * - `unclear`: words that nobody knows; they change no holding only where no shares move
 */
export type StatedAction = TransactionAction | 'transfer' | 'other' | 'unclear'

const LONGEST = 160

/** The first that matches decides: words for both sides of a trade stand within longer ones. */
const ACTIONS: readonly { words: RegExp; action: StatedAction }[] = [
  { words: /\b(?:forward|reverse|stock|share) split\b/, action: 'split' },
  {
    words: /\b(?:short (?:sale|sell)|(?:sell|sold) (?:short|to open|opening)|sto)\b/,
    action: 'short',
  },
  { words: /\b(?:(?:buy|bought) (?:to cover|to close|closing)|btc|cover)\b/, action: 'cover' },
  { words: /\breinvest (?:div|cap|long|short)/, action: 'evidence' },
  { words: /\b(?:reinvest\w*|drip)\b/, action: 'buy' },
  {
    words: /\b(?:expired?|expiration|assigned|assignment|exercised?|cash settle\w*)\b/,
    action: 'expire',
  },
  {
    words:
      /\b(?:buy|bought|purchased?|bto|koop|aankoop|kauf|wertpapierkauf|achat|compra|acquisto|köp|köpt|kjøp|kjøpt|køb|købt|subscription)\b/,
    action: 'buy',
  },
  {
    words:
      /\b(?:sell|sold|sale|stc|verkoop|verkauf|wertpapierverkauf|vente|venta|vendita|venda|sälj|sålt|salg|solgt|redemption)\b/,
    action: 'sell',
  },
  { words: /\b(?:stock|share) (?:dividend|distribution)\b|\bbonus (?:issue|shares?)\b/, action: 'distribute' },
  { words: /\b(?:(?:a[ck]tien)?split|splitsing|consolidation|fractionnement)\b/, action: 'split' },
  {
    words:
      /\b(?:dividends?|dividende?n?|dividendo|utdelning|cash div|distribution|interest on|div|cap(?:ital)? gains?|return of capital|coupon)\b/,
    action: 'evidence',
  },
  {
    words:
      /\b(?:transfer(?:red)? in|received?|deposit of securities|grant|vest(?:ed)?|spin-? ?off|einbuchung|free receipt)\b/,
    action: 'receive',
  },
  { words: /\b(?:transfer(?:red)? out|delivered?|ausbuchung|free delivery)\b/, action: 'remove' },
  { words: /\btransfer from\b/, action: 'evidence' },
  { words: /\b(?:transfer(?:red)?|journal(?:ed)?|acats?)\b/, action: 'transfer' },
  {
    words:
      /\b(?:interest|fees?|tax|taxes|withholding|withheld|deposit|withdrawal|wire|ach|cash|charge|commission|rebate|contribution|lending|loan|top ?-?up|zinsen|gebühr|einzahlung|auszahlung|überweisung|versement|retrait|steuer|rente|kosten|frais|impôt|conversion of currency|fx|forex|currency)\b/,
    action: 'other',
  },
]
const TAKES_BACK = /\b(?:cancel\w*|revers(?:al|ed)|bust(?:ed)?|[bs]?cxl|storno|void(?:ed)?|rescind(?:ed)?)\b|\(ca\.?\)/
const REVERSE_SPLIT = /\b(?:reverse|consolidation)\b/
/** 10:1, 1-for-10, 3 for 2, 1/10. */
const RATIO = /(?<![\d./-])(\d{1,5}(?:\.\d{1,4})?)\s?(?::|-?\s?for\s?-?|\/)\s?(\d{1,5}(?:\.\d{1,4})?)(?![\d./-])/

const toPlain = (words: string) => words.slice(0, LONGEST).toLowerCase().replaceAll('_', ' ')

export function toStatedAction(words: string): StatedAction {
  const text = toPlain(words)
  return ACTIONS.find((one) => one.words.test(text))?.action ?? 'unclear'
}

const TRADES = new Set<StatedAction>(['buy', 'sell', 'short', 'cover'])
export const isTrade = (action: StatedAction) => TRADES.has(action)

/** Action of a line on shares: those of an assigned option are bought or sold, and do not expire. */
export function toTradeOfShares(words: string): StatedAction {
  const text = toPlain(words)
  return ACTIONS.find((one) => isTrade(one.action) && one.words.test(text))?.action ?? 'other'
}

/** True if a line takes back another one, rather than doing anything itself. */
export const takesBack = (words: string) => TAKES_BACK.test(toPlain(words))

/** True if a line of a split is about the old shares, which go. */
export const isAboutOldShares = (words: string) => /\b(?:sell|close|remov\w*|out)\b/.test(toPlain(words))

/** True if a split leaves fewer shares than there were. */
export const isReverseSplit = (words: string) => REVERSE_SPLIT.test(toPlain(words))

/**
 * How many new shares come for how many old ones, where the words of a split say it. Which of the two numbers is which
 * differs between brokers, so the direction tells: a reverse split leaves fewer.
 */
export function findSplitRatio(words: string): { gained: string; given: string } | undefined {
  const match = RATIO.exec(toPlain(words))
  const [, first = '', second = ''] = match ?? []
  if (Number(first) === 0 || Number(second) === 0 || first === second) return undefined
  const [more, less] = Number(first) > Number(second) ? [first, second] : [second, first]
  return isReverseSplit(words) ? { gained: less, given: more } : { gained: more, given: less }
}

const NEVER_WAS =
  /\b(?:not filled|unfilled|cancel\w*|reject\w*|fail\w*|expired|pending|open|working|queued|placed|declined|inactive|void\w*|denied|killed|suspended|scheduled|new)\b/i
const HAS_HAPPENED =
  /\b(?:(?<!not )(?<!un)(?:partially |partly |part )?filled|fill|executed|completed?|settled|done|processed|closed)\b/i

/** True if the state of an order says that nothing came of it; an unknown state says nothing. */
export function isUnfilled(status: string): boolean {
  const text = status.slice(0, 60)
  return NEVER_WAS.test(text) && !HAS_HAPPENED.test(text)
}
