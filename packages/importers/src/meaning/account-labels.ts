// Tests: account-titles.test.ts, ../file-fixtures.test.ts

/** Most accounts of one source: every text of it is searched for the number of each. */
export const MOST_ACCOUNTS = 200
const LABEL_CHARACTERS = 60
/** Length from which the last four characters of a number are shown; of a shorter one, three. */
const LONG_NUMBER = 6
/** Digits, a few letters before them, dashes between, as accounts are numbered: X12345678, 1234-5678, 1AB-23456, 5WT12345. */
const NUMBER_LIKE = /(?:\d[A-Za-z]{1,3}-?|[A-Za-z]{0,3})\d(?:[\d-]{3,}\d)/g
/** An IBAN in groups of four, none of which is long enough to look like a number of its own. */
const IBAN_IN_GROUPS = /\b[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,4})?\b/g
const DATE_LIKE = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-\d{2,4}|(?:19|20)\d{6})$/
/** How brokers mask a number themselves: ...123, xxxx1234, ****1234. */
const MASKED_BEFORE = /(?:(?<!\.)\.{2,}|…|(?<![xX*•])[xX*•]{2,})-?(\d{1,8})(?!\d)/g

/**
 * Labels of the accounts of one source. A whole account number never leaves it: labels bear its last three or four
 * digits, and every text that is shown has known numbers, and whatever looks like one, cut in the same way.
 */
export class AccountLabels {
  readonly #byNumber = new Map<string, string>()
  readonly #labels = new Map<string, string>()
  readonly #taken = new Set<string>()
  /** Numbers that stand in the source, longest first, so that one that contains another is cut whole; sorted when needed. */
  #numbers: readonly string[] | undefined

  /** True if the source has so many accounts that the others got no label. Nothing of it may be shown then. */
  hasTooMany = false

  /**
   * The label of an account: its name and the end of its number, at most 60 characters.
   *
   * @param name what the source calls it, which may contain the number or a part of it
   * @param number the whole number, where it stands apart
   * @returns null when the source tells neither, and for accounts beyond the first 200
   */
  toLabel(name: string, number = ''): string | null {
    const isNamed = /[A-Za-z]{4}/.test(number) && name.trim() === ''
    const trimmedName = (isNamed ? number : name).replace(/\s+/g, ' ').trim()
    const trimmedNumber = isNamed ? '' : number.replace(/\s+/g, ' ').trim()
    const key = `${trimmedName}\n${trimmedNumber}`
    const known = this.#labels.get(key)
    if (known !== undefined) return known
    if (trimmedName === '' && trimmedNumber === '') return null
    if (this.#labels.size >= MOST_ACCOUNTS) {
      this.hasTooMany = true
      return null
    }
    if (trimmedNumber !== '') this.#remember(trimmedNumber)
    const shownNumber = trimmedNumber === '' ? '' : maskDigits(this.#byNumber.get(trimmedNumber) ?? trimmedNumber)
    const shownName = maskDigits(this.mask(trimmedName))
      .replace(/(?<![\s-])[\s-]+…/g, ' …')
      .trim()
    const isInName = shownNumber !== '' && shownName.includes(shownNumber)
    const full = isInName ? shownName : `${shownName} ${shownNumber}`.trim()
    const label = full.length > LABEL_CHARACTERS ? shorten(shownName, isInName ? '' : shownNumber) : full
    const distinct = this.#makeDistinct(label)
    this.#taken.add(distinct)
    this.#labels.set(key, distinct)
    return distinct
  }

  /** A text with every account number in it cut to its last digits. */
  mask(text: string): string {
    this.#numbers ??= this.#listNumbers()
    let masked = text
    for (const number of this.#numbers) masked = masked.replaceAll(number, this.#byNumber.get(number) ?? '…')
    return masked
      .replace(IBAN_IN_GROUPS, (match) => `…${match.replaceAll(' ', '').slice(-4)}`)
      .replace(MASKED_BEFORE, (_whole, digits: string) => `…${digits.slice(-4)}`)
      .replace(NUMBER_LIKE, (match, offset: number, whole: string) =>
        isAmount(match, offset, whole) ? match : maskNumber(match),
      )
  }

  #remember(number: string): void {
    if (this.#byNumber.has(number)) return
    this.#byNumber.set(number, maskNumber(number))
    this.#numbers = undefined
  }

  #listNumbers(): string[] {
    const telling = [...this.#byNumber.keys()].filter((number) => number.length >= 5 && /\d/.test(number))
    return telling.sort((a, b) => b.length - a.length)
  }

  /** Two accounts may end in the same digits; they are still two. */
  #makeDistinct(label: string): string {
    if (!this.#taken.has(label)) return label
    for (let count = 2; ; count++) {
      const candidate = `${label.slice(0, LABEL_CHARACTERS - 6)} (${count})`
      if (!this.#taken.has(candidate)) return candidate
    }
  }
}

function maskNumber(number: string): string {
  const bare = number.replace(/[^A-Za-z0-9]/g, '')
  const digits = number.replace(/\D/g, '')
  if (digits.length === 0 || bare.length <= 4) return number.replace(MASKED_BEFORE, '…$1')
  return `…${digits.slice(bare.length > LONG_NUMBER ? -4 : -3)}`
}

/** In a label every long run of digits is cut, whatever it is: there are no amounts in it. */
function maskDigits(label: string): string {
  return label.replace(/\d{5,}/g, (digits) => `…${digits.slice(digits.length > LONG_NUMBER ? -4 : -3)}`)
}

/** Dates, decimals, amounts of money, securities' numbers and options are no account numbers. */
function isAmount(match: string, offset: number, whole: string): boolean {
  const digits = match.replace(/\D/g, '').length
  if (digits < 6 || DATE_LIKE.test(match)) return true
  const before = whole[offset - 1] ?? ''
  const after = whole[offset + match.length] ?? ''
  // A comma says nothing: it may part two cells.
  if (/[.$€£/]/.test(before) || (after === '.' && /\d/.test(whole[offset + match.length + 1] ?? ''))) return true
  // The rest of a longer number, as the strike of an option, or a number that says itself what it is.
  if (/\d/.test(before) || /cusip:? ?$/i.test(whole.slice(Math.max(0, offset - 8), offset))) return true
  // The day and the year of Nov-20-2026.
  if (before === '-' && /[A-Za-z]/.test(whole[offset - 2] ?? '')) return true
  // Letters around it make it an ISIN, an option or an order: only what stands alone is a number of an account.
  return /[A-Za-z]/.test(before) || /[A-Za-z]/.test(after) || /^[A-Z]{2}\d{10}$/.test(match)
}

function shorten(name: string, number: string): string {
  const end = number.slice(-LABEL_CHARACTERS / 2)
  const room = LABEL_CHARACTERS - (end === '' ? 0 : end.length + 1) - 1
  return `${name.slice(0, room).trimEnd()}… ${end}`.trim()
}
