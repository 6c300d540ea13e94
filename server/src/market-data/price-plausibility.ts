// Tests: daily-bars.test.ts

/** A price this many times another one of the same security is taken for an error of the provider, not for news. */
export const IMPLAUSIBLE_JUMP = 20

/** True when a number can be a price at all: finite and above zero. */
export function isPrice(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

/** True when `price` is at least 20 times `reference` or at most a twentieth of it; both must be prices. */
export function isImplausibleJump(price: number, reference: number): boolean {
  return price >= reference * IMPLAUSIBLE_JUMP || price <= reference / IMPLAUSIBLE_JUMP
}
