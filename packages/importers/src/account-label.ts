const LONG_DIGITS = /\d{6,}/g

/** An account's label with long runs of digits cut to their last four: a whole account number is never stored. */
export function maskAccountNumbers(label: string): string {
  return label.replace(LONG_DIGITS, (digits) => `…${digits.slice(-4)}`)
}
