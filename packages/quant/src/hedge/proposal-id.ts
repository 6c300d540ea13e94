// Tests: evaluate-proposal.test.ts

import { seedFromText } from '../random.ts'
import type { OptionLine } from './hedge-market.ts'
import type { HedgeFamily, ShareTrade } from './hedge-proposal.ts'

interface Ticket {
  readonly family: HedgeFamily
  readonly options: readonly { readonly line: OptionLine; readonly contracts: number }[]
  readonly trades: readonly ShareTrade[]
}

/** The same for the same ticket; trades of shares, which may be many, by a checksum. */
export function toProposalId({ family, options, trades }: Ticket): string {
  const legs = options.map(
    ({ line, contracts }) =>
      `${contracts > 0 ? '+' : ''}${contracts}${line.underlying}${line.expiry}${line.type[0]}${line.strike}`,
  )
  const moves = trades.map(({ ticker, amount }) => `${ticker}${Math.round(amount)}`).join(' ')
  return [family, ...legs, ...(moves === '' ? [] : [seedFromText(moves).toString(36)])].join(' ')
}
