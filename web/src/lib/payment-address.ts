const STRIPE = /(?:^|\.)stripe\.com$/

interface Origins {
  /** Origin of this page: the billing sandbox stands here. */
  own: string
  /** Origin of the server that the operator named in Stripe's place for tests; `null` when there is none. */
  test: string | null
}

/**
 * Where the browser may go to pay: https pages of stripe.com, the operator's test server, and this site itself. Whatever
 * else an answer names is not followed, so that a forged answer cannot send anybody who is about to pay elsewhere.
 *
 * @returns the absolute address, or `null` when it must not be followed
 */
export function toPaymentAddress(url: string, { own, test }: Origins): string | null {
  const address = URL.canParse(url, own) ? new URL(url, own) : null
  if (!address || !/^https?:$/.test(address.protocol) || address.username !== '' || address.password !== '') return null
  if (address.origin === own || (test !== null && address.origin === test)) return address.href
  return address.protocol === 'https:' && address.port === '' && STRIPE.test(address.hostname) ? address.href : null
}
