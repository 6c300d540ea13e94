// Tests: unsupported-sayings.test.ts, verify-text.test.ts, ../ai/evaluation/corpus.test.ts

import type { Fact } from '@ballast/contract'
import type { KnownEntities } from './known-entities.ts'
import { listMatches } from './matches.ts'
import { screenFor } from './pattern-screen.ts'

const TICKER = /(?<![\w$&.-])[A-Z]{1,5}(?:\.[A-Z])?(?![\w&])/g
/** Capitals that are no securities. */
export const ACRONYMS: ReadonlySet<string> = new Set(
  (
    'A I AI API ATM BSM CAGR CBOE CDX CEO CFO COVID CPI CVAR DTE EPS ESG ETF ETFS EU EUR FED FHS FOMC FX GBP GDP GFC GICS GTC HHI IPO IRA IRC IRS ' +
    'IV ITM JPY LEAPS MBS NAV NBBO NO NYSE OCC OI OK OLS OTC OTM P PE PNL PRO Q QE R REIT REITS ROI S SEC SPX SSVI TE TIPS UK US USA USD USDT VAR VIX VRP ' +
    'WTI YTD YOY X XSP Z THE AND OR IF IN ON AT TO OF BY AS IS IT BE WE BUY SELL HOLD PUT CALL PUTS CALLS NOT ALL ANY SO AN'
  ).split(' '),
)
const LONG_CAPITALS = /\b[A-Z]{6,}\b/g
const LONG_NAMES = new Set(['NASDAQ', 'LEAPS', 'BALLAST', 'OPRA', 'FINRA'])

const FORBIDDEN: readonly RegExp[] = [
  /\bguarantee(?:s|d|ing)?\b|\bassured?\b|\bwithout fail\b|\bno matter what\b/i,
  /\brisk[- ]?free\b(?! (?:rate|interest|return|yield))|\brisk[- ]?less\b/i,
  /\b(?:will|must|would|is|are) (?:definitely|certainly|surely|always|undoubtedly|inevitably)\b|\b(?:definitely|undoubtedly|inevitably|without (?:a )?doubt)\b/i,
  /\b(?:can ?not|can['’]t|could not|couldn['’]t|never|impossible to|will not|won['’]t|unable to) (?:ever )?(?:lose|fail|fall|go wrong|go down|drop|decline|be lost|hurt)\b/i,
  /\b(?:can|could|will) (?:only|never) (?:rise|gain|go|grow|win|lose|fall|fail|profit)\b/i,
  /\b(?:no|zero|without(?: any)?|free of|eliminates?(?: all)?|removes? all|any) (?:risk|downside)s?\b(?! premium)/i,
  /\bnothing to lose\b|\bfoolproof\b|\bbulletproof\b|\bfail-?safe\b|\bno-?brainer\b|\bsafe bet\b|\bsure[- ](?:thing|bet|fire|win)\b|\bcertain to\b|\bcertain profit\b|\bbound to (?!be\b)/i,
  /\bfree (?:money|lunch|hedge|protection|profit|insurance)\b|\b(?:for|at) (?:free|no cost|zero cost)\b|\bcosts? (?:you )?nothing\b|\bcostless\b|\bfree of (?:charge|cost)\b/i,
  /\b(?:fully|completely|totally|entirely|perfectly|absolutely|100%) (?:safe|protected|hedged|covered|secure|insured|immune|certain)\b|\bimmune to\b|\bfull protection\b/i,
  /\b(?:get|make (?:you|yourself)) rich\b|\bmake (?:a|you a)? ?(?:fortune|killing)\b|\bmoney back\b|\bact (?:now|fast|today)\b|\bdon['’]t miss\b|\blast chance\b|\binsider\b/i,
  /\b(?:safe|protected|covered|secure) (?:whatever|no matter|in any case|against (?:any|every|all))\b|\bprotects? (?:you |it |everything )?(?:from|against) (?:any|every|all) (?:loss|losses|falls?|risks?)\b|\bwhatever happens\b/i,
  /\b(?:analysts?|experts?|wall street|insiders?|rumou?rs?|everybody|everyone) (?:expects?|says?|predicts?|believes?|recommends?|forecasts?|agrees?|knows?)\b|\bthe fed will\b/i,
  /(?<!\b(?:no|not|without|less|un) ?)\b(?:reliabl[ey]|dependabl[ey]|worry-free|ironclad|airtight|rock-solid|trouble-free)\b|\bpeace of mind\b|\brest (?:easy|assured)\b|\b(?:can|may|could) (?:always )?(?:count|rely|depend|bank) on\b/i,
  /\b(?:next|coming|following) (?:week|month|quarter|year|monday|tuesday|wednesday|thursday|friday)\b/i,
  /\b(?:ignore|disregard|forget|override) (?:all |any |the |your )?(?:previous|prior|above|earlier|other) (?:instructions?|rules?|orders?|prompts?)\b|\bsystem prompt\b|\bas an ai\b|\blanguage model\b|\bmy instructions\b|\bi (?:cannot|can['’]t|am unable)\b/i,
]
/** Most sentences have none of them. */
const mayBeForbidden = screenFor(FORBIDDEN)
/** Doing nothing does cost nothing, and what a contract can lose at most it cannot exceed. */
const FIGURES_OF_SPEECH =
  /\bcosts? nothing\b(?: up front\b|(?<=\b(?:doing nothing|staying put|watching|waiting|sitting (?:tight|still)|standing still)[^.;]{0,20}costs? nothing))|\b(?:get|have) your money back\b|\bcannot lose more than(?= {2})/gi
/** Texts are plain: no markup, no addresses, nothing that could lead anywhere. */
const MARKUP =
  /<\s?\/?[a-z!]|&(?:#\w{1,8}|[a-z]{2,8});|https?:|www\.|\bscript:|\]\(|\]\[|!\[|`{3}|\b[\w-]{2,63}\.(?:com|net|org|io|example|info|biz|app|dev|ru|cn|xyz|me|co|zip|uk|eu|de|link|site|shop|online|top|ly|gg|ai|to)\b|\bdot (?:com|net|org|io)\b|[\w.]?@[\w-]|\w:\/\/|\b\w{1,20}\.\w{2,10}\/|\bdata:|\{|\}|\\|[|~<>^]|。/i
/** Without one of these signs there is none of it. */
const MAY_BE_MARKUP = /[<>&:@{}\\|~^`[\]。]|\.\w|www|\bdot /i
const MONTH_ALONE =
  /\b(?:in|by|of|until|till|since|through|during|mid-?|early|late|next|this|last|before|after|from) ?(January|February|March|April|May|June|July|August|September|October|November|December)\b(?!\.? \d)/g
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/**
 * What a sentence claims beside its figures that must not be claimed; empty when nothing.
 *
 * @param words the sentence without references, figures and names that were understood
 */
export function findFalseClaims(words: string, { tickers }: KnownEntities, facts: readonly Fact[]): string[] {
  const faults: string[] = []
  if (MAY_BE_MARKUP.test(words) && MARKUP.test(words)) faults.push('contains markup or an address')
  const claims = words.replace(FIGURES_OF_SPEECH, (found) => ' '.repeat(found.length))
  for (const pattern of mayBeForbidden(claims) ? FORBIDDEN : []) {
    const found = pattern.exec(claims)
    if (found) faults.push(`claims "${found[0]}"`)
  }
  for (const word of words.match(TICKER) ?? []) {
    if (!tickers.has(word) && !ACRONYMS.has(word)) faults.push(`names ${word}, which is neither held nor looked at`)
  }
  for (const word of words.match(LONG_CAPITALS) ?? []) {
    if (!tickers.has(word) && !LONG_NAMES.has(word)) faults.push(`writes ${word} in capitals`)
  }
  for (const { 1: month = '' } of listMatches(words, MONTH_ALONE)) {
    const number = `-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-`
    if (!facts.some(({ unit, value }) => unit === 'date' && String(value).includes(number))) {
      faults.push(`names ${month}, in which no date of the facts lies`)
    }
  }
  return faults
}
