import type { Fact } from '@ballast/contract'
import type { KnownEntities } from './known-entities.ts'

const TICKER = /(?<![\w$&.])[A-Z]{1,5}(?:\.[A-Z])?(?![\w&])/g
/** Capitals that are no securities. */
const ACRONYMS = new Set(
  (
    'A I AI API ATM BSM CAGR CBOE CDX CEO CFO COVID CPI CVAR DTE EPS ESG ETF ETFS EU EUR FED FHS FOMC FX GBP GDP GFC GICS GTC HHI IPO IRA IRC IRS ' +
    'IV ITM JPY LEAPS MBS NAV NBBO NO NYSE OCC OI OK OLS OTC OTM P PE PNL PRO Q QE R REIT REITS ROI S SEC SPX SSVI TE TIPS UK US USA USD USDT VAR VIX VRP ' +
    'WTI YTD YOY X XSP Z THE AND OR IF IN ON AT TO OF BY AS IS IT BE WE BUY SELL HOLD PUT CALL PUTS CALLS NOT ALL ANY SO AN'
  ).split(' '),
)
const FORBIDDEN: readonly RegExp[] = [
  /\bguarantee(?:s|d)?\b/i,
  /\brisk[- ]free\b(?! rate)/i,
  /\b(?:will|must) (?:definitely|certainly|surely|always)\b/i,
  /\b(?:can ?not|can['’]t|could not|never) (?:lose|fail|fall)\b/i,
  /\b(?:no|zero|without(?: any)?) risk\b/i,
  /\b(?:sure thing|sure bet|certain to|certain profit|free money|no[- ]brainer)\b/i,
]
/** Texts are plain: no markup, no addresses, nothing invisible that could carry any. */
const MARKUP = /<[a-z/!]|https?:|www\.|script:|\]\(|`{3}|[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cc}/iu

const DIRECTIONAL = /\b(?:profit|return|gain|loss|change|drawdown|performance|improvement)\b/i
const POSITIVE_IS_BAD = /\b(?:loss|drawdown|fall)\b/i
const RISING =
  /\b(?:gain(?:s|ed|ing)?|outperform(?:s|ed|ing)?|rise[sn]?|rose|increase[sd]?|profit(?:s|ed)?|up|earn(?:s|ed)?|positive|beat(?:s|en)?)\b/i
const SINKING =
  /\b(?:los(?:s|ses|e|es|ing|t)|underperform(?:s|ed|ing)?|fall(?:s|en)?|fell|drop(?:s|ped)?|decline[sd]?|down|negative|trail(?:s|ed)?)\b/i
/** A verb before a figure is about it when it stands so close. */
const NEAR = 28

/** What a sentence claims beside its figures that must not be claimed; empty when nothing. */
export function findFalseClaims(sentence: string, { tickers }: KnownEntities): string[] {
  const faults: string[] = []
  if (MARKUP.test(sentence)) faults.push('contains markup, an address or invisible characters')
  for (const pattern of FORBIDDEN) {
    const found = pattern.exec(sentence)
    if (found) faults.push(`claims "${found[0]}"`)
  }
  for (const { 0: word } of sentence.matchAll(TICKER)) {
    if (!tickers.has(word) && !ACRONYMS.has(word)) faults.push(`names ${word}, which is neither held nor looked at`)
  }
  return faults
}

/** True when the words before a figure say the opposite of what the figure says: "gains" before a loss. */
export function contradictsItsFigure(before: string, fact: Fact, signFlipped: boolean): boolean {
  if (typeof fact.value !== 'number' || fact.value === 0 || !DIRECTIONAL.test(fact.label)) return false
  const clause =
    before
      .slice(-NEAR)
      .split(/[,;:.]/)
      .at(-1) ?? ''
  const [rises, sinks] = [RISING.test(clause), SINKING.test(clause)]
  if (rises === sinks) return false
  const isGood = fact.value > 0 !== POSITIVE_IS_BAD.test(fact.label)
  return rises ? !isGood || signFlipped : isGood
}

/**
 * The strikes that a sentence puts together with an expiry at which there is no such contract.
 *
 * @param facts those that the sentence refers to
 */
export function findUnknownContracts(facts: readonly Fact[], { contracts }: KnownEntities): string[] {
  const strikes = facts.filter(({ key, value }) => key.endsWith('.strike') && typeof value === 'number')
  const expiries = facts.filter(({ key, unit }) => unit === 'date' && key.endsWith('.expiry'))
  if (expiries.length === 0) return []
  const known = [...contracts].map((contract) => contract.split(' ').slice(1).join(' '))
  const pairs = new Set(known)
  return strikes
    .filter((strike) => !expiries.some((expiry) => pairs.has(`${expiry.value} ${strike.value}`)))
    .map((strike) => `no contract at ${strike.text} expires on ${expiries.map(({ text }) => text).join(' or ')}`)
}
