// Tests: ../kept-lines.test.ts, ../samples.test.ts

/** Subject of a line, told from its words before its numbers are looked at. */

/** Symbols of money market funds, five letters that end in XX, and of the sweep funds that brokers hold cash in. */
const MONEY_FUND_SYMBOL = /^(?:[A-Z]{3}XX|FCASH|QACDS|QCERQ|QUSGQ)$/
const MONEY_FUND_WORDS =
  /\bMONEY (?:MARKET|MKT|FUND|INV)\b|\bGOVERNMENT MONEY\b|\bCASH RESERVES?\b|\bTREASURY MONEY\b|\bSETTLEMENT FUND\b/i

const CASH_SYMBOL = /^\$?(?:CASH|FCASH|USD CASH|CASH USD|CASHUSD|USDCASH)$/
const CASH_WORDS =
  /^(?:net |total |futures |settled |unsettled |available |margin |us |u\.s\. |dollar )*(?:cash|money accounts?|credit balance|debit balance|margin debit|margin balance|margin loan|buying power cash)(?:$|\s*[&(:,/-]|\s+[$€£\d]|\s+(?:and|&|balances?|position|investments?|sweep|held|equivalents?|available|account|debit|usd|eur|gbp|chf|cad|aud|in|deposit|reserve|ledger|core))/i
/** Money in the words of other languages, alone or with its currency. */
const CASH_ABROAD =
  /^(?:(?:solde |saldo )?(?:esp[eè]ces|liquidit[eé]s|liquidit[aà]t?|en esp[eè]ces)|(?:bar|konto)(?:bestand|guthaben|stand)|guthaben|bargeld|verrechnungskonto|efectivo|liquidez|contanti|dinheiro|kontanter|likvida medel|got[oó]wka|contanten)(?: \(?[a-z]{3}\)?)?:?$/i
const CASH_MORE_WORDS =
  /\b(?:bank deposit|direct deposit|deposit sweep|sweep deposit|cash sweep|insured deposit|deposit program|core account|us dollars?|u\.s\. dollars?)\b/i
const PENDING_WORDS =
  /^(?:pending|unsettled|open order|accrued (?:interest|income|dividends?)$)\b|\bpending activity\b/i
const TOTAL_WORDS =
  /^(?:(?:account|accounts|grand|overall|sub|net|portfolio|positions?|holdings?|combined|security|equity|group)[\s-]*)?(?:totals?|subtotals?)(?:$|[\s:.])|^(?:all accounts|totale?|gesamt|totaal|summe)$|^(?:zwischensumme|teilsumme|gesamtsumme|sous[\s-]total|total g[eé]n[eé]ral|subtotale|totale generale|subtotaal|delsumma)(?:$|[\s:.])|\btotals?:?$|^合計$|^account value$|^balances$/i
const BOND_TYPE =
  /\b(?:bonds?|fixed income|treasur(?:y|ies)|municipal|muni|corporate debt|cds?|certificates? of deposit|t-?bills?|notes?)\b/i
const FUND_WORDS = /\b(?:etfs?|funds?|trust|index|idx|class|cl|admiral|investor)\b/i
const BOND_WORDS =
  /\b(?:U\.? ?S\.? ?T(?:REASUR(?:Y|IES)|-?BILLS?|-?NOTES?|-?BONDS?)|USA|UNITED STATES TREAS(?:URY)?|TREAS(?:URY)? (?:INFL\w* )?(?:BILL|NOTE|BOND|NT|BD|BL)S?|T-?(?:BILL|NOTE|BOND)S?|GILTS?|BUNDES(?:ANLEIHE|OBLIGATION)N?|(?:STAATS|UNTERNEHMENS)?ANLEIHEN?|ZERO CPN|COUPON|DTD|CTF DEP|CERTIFICATES? OF DEPOSIT|SAVINGS BONDS?|DUE)\b/i
/** Numbers of debt begin with digits; the check digit is sometimes mistyped, and a ticker is never like this. */
const CUSIP_LIKE = /^\d{3}[0-9A-Z]{5}\d$/
const MATURITY =
  /\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b|\b20\d\d-\d\d-\d\d\b|\b(?:JAN|FEB|MAR|APR|MAY|JUNE?|JULY?|AUG|SEPT?|OCT|NOV|DEC)[A-Z]{0,6}\.? (?:\d{1,2},? )?20\d\d\b/i
const COUPON = /\b\d{1,2}(?:[.,]\d{1,5}| \d\/\d{1,2})?\s?%/

/** The symbol as it stands without the marks that brokers put around it: `SPAXX**`, `="AAPL"`, `$CASH`. */
export function toBareSymbol(cell: string): string {
  let text = cell.trim()
  if (text.length > 80) return text
  if (text.startsWith('="') && text.endsWith('"')) text = text.slice(2, -1)
  if (text.startsWith("'")) text = text.slice(1)
  return text.replace(/[*†‡#]{1,4}$/, '').trim()
}

const TICKER_IN_TEXT: readonly RegExp[] = [
  // NASDAQ:AAPL, NYSE: BRK.B
  /^[A-Z]{2,8}\s?:\s?([A-Z]{1,5}(?:[.-][A-Z])?)$/,
  // Apple Inc (AAPL), Apple (NASDAQ: AAPL)
  /\((?:[A-Z]{2,8}\s?:\s?)?([A-Z]{1,5}(?:[./-][A-Z])?)\)/,
  // AAPL:xnas
  /^([A-Z]{1,5}(?:[.-][A-Z])?):x[a-z]{3}$/,
  // AAPL US, AAPL US Equity
  /^([A-Z]{1,5}(?:[./][A-Z])?) U[SNQ](?: Equity)?$/,
  // AAPL - Apple Inc, AAPL | Apple Inc
  /^([A-Z]{1,5}(?:[./-][A-Z])?) ?[-–|:] ?\S/,
  // AAPL Apple Inc, or the name on the cell's second line
  /^([A-Z]{2,5}(?:[./-][A-Z])?)\s+[A-Z][A-Za-z&.'-]*[a-z]/,
]
const TEXT_CHARACTERS = 120

/** The ticker in a text that says more than that, or `undefined`: `Apple Inc (AAPL)`, `NASDAQ:AAPL`, `AAPL - Apple`. */
export function findTickerIn(text: string): string | undefined {
  const sample = text.trim().slice(0, TEXT_CHARACTERS)
  for (const pattern of TICKER_IN_TEXT) {
    const ticker = pattern.exec(sample)?.[1]
    if (ticker !== undefined) return ticker.replace(/[/-]/, '.')
  }
  return undefined
}

/** Classes of shares that some brokers write without a mark between: Fidelity's BRKB is BRK.B. */
const UNMARKED_CLASSES = /^(?:BRK[AB]|BF[AB]|LENB|HEIA|MOG[AB]|CRD[AB]|GEFB|HVTA|BIOB|AKO[AB])$/

/** The symbol with the mark of its share class, where it is known to be one. */
export function toMarkedClass(symbol: string): string {
  const bare = symbol.toUpperCase()
  return UNMARKED_CLASSES.test(bare) ? `${bare.slice(0, -1)}.${bare.slice(-1)}` : symbol
}

export function isMoneyFund(symbol: string, description: string): boolean {
  const bare = symbol.toUpperCase()
  if (MONEY_FUND_SYMBOL.test(bare)) return true
  return MONEY_FUND_WORDS.test(description.slice(0, 200)) && !/\bETF\b/i.test(description.slice(0, 200))
}

/** True if a line states money itself. `text` is the symbol cell, or the description where that is blank. */
export function isCash(symbol: string, description: string, assetType = ''): boolean {
  const bare = symbol.toUpperCase()
  if (CASH_SYMBOL.test(bare)) return true
  const words = bare === '' || isNoSymbol(bare) ? description : symbol
  if (words.length <= 120 && (CASH_WORDS.test(words.trim()) || CASH_ABROAD.test(words.trim()))) return true
  if (!isNoSymbol(bare)) return false
  return /^cash\b/i.test(assetType.trim()) || CASH_MORE_WORDS.test(description.slice(0, 200))
}

export const isPending = (text: string) => PENDING_WORDS.test(text.trim().slice(0, 80))
const SUBTOTAL_WORDS = /^(?:sub[\s-]?tota|sous[\s-]total|zwischensumme|teilsumme|delsumma)/i
/** True if a line adds up a group of lines. */
export const isSubtotal = (text: string) => SUBTOTAL_WORDS.test(text.trim())
export const isTotal = (text: string) => TOTAL_WORDS.test(text.trim().slice(0, 60))

/** True if a line states a debt security, which has no ticker and is quoted per hundred. */
export function isBond(symbol: string, description: string, assetType = ''): boolean {
  const words = description.slice(0, 200)
  const isNumbered =
    CUSIP_LIKE.test(symbol) || isCusip(symbol) || isNoSymbol(symbol) || isIsin(symbol) || symbol.includes(' ')
  if (isNumbered && BOND_TYPE.test(assetType) && !FUND_WORDS.test(assetType)) return true
  if (!isNumbered) return false
  const text = `${symbol.slice(0, 200)} ${words}`
  if (FUND_WORDS.test(words) && !MATURITY.test(words)) return false
  return BOND_WORDS.test(text) || (COUPON.test(text) && MATURITY.test(text))
}

const isNoSymbol = (symbol: string) => /^(?:|-{1,3}|n\/a|na|none|cash|—)$/i.test(symbol)

/** True for the nine characters of a CUSIP whose last is the right check digit. */
export function isCusip(text: string): boolean {
  if (!/^[0-9A-Z]{8}\d$/.test(text) || !/\d.*\d/.test(text)) return false
  let sum = 0
  for (let index = 0; index < 8; index++) {
    const value = Number.parseInt(text.charAt(index), 36) * (index % 2 === 1 ? 2 : 1)
    sum += Math.floor(value / 10) + (value % 10)
  }
  return (10 - (sum % 10)) % 10 === Number(text.charAt(8))
}

/** True for the twelve characters of an ISIN whose last is the right check digit. */
export function isIsin(text: string): boolean {
  if (!/^[A-Z]{2}[0-9A-Z]{9}\d$/.test(text)) return false
  const digits = [...text].map((character) => Number.parseInt(character, 36)).join('')
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits.charAt(digits.length - 1 - index))
    const value = index % 2 === 1 ? 2 * digit : digit
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
