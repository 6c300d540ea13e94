// Tests: random-screens.test.ts

import { type Holding, round } from './holdings.ts'

export const INTER = 'font-family: Inter, sans-serif;'
export const SANS = 'font-family: "Liberation Sans", sans-serif;'

export const worthOf = ({ shares, price }: Holding) => round(shares * price, 2)
export const basisOf = ({ shares, cost }: Holding) => round(shares * cost, 2)
export const gainOf = (holding: Holding) => round(worthOf(holding) - basisOf(holding), 2)
/** Returns the move of a position today: some up, some down, the same for the same holding. */
export const moveOf = ({ price, shares }: Holding) =>
  round(price * (((Math.round(price * 100 + shares) % 41) - 20) / 1000), 2)

export const money = (value: number, locale = 'en-US') =>
  value.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
export const comma = (value: number) => money(value, 'de-DE')
export const plain = (value: number, locale = 'en-US') => value.toLocaleString(locale, { maximumFractionDigits: 6 })
