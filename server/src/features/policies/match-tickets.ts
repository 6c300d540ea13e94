/** A ticket of an earlier analysis, contracts negative when sold. */
export interface RecentTicket {
  analysisId: string
  strategyId: string
  legs: readonly { symbol: string; contracts: number }[]
}

/** Contracts by symbol, negative when sold. */
export type HeldContracts = ReadonlyMap<string, number>

/**
 * Tickets that held contracts can be the fills of: every leg is held, on its side, all in one proportion, and no contract
 * is held beyond the ticket's. A part of a ticket matches as a partial fill.
 *
 * Keeps, for each set of symbols, the ticket that the positions fill most, the first of equals: the same ticket is in many
 * analyses.
 *
 * @param tickets the newest first
 * @param held without the contracts of policies
 */
export function matchTickets<Ticket extends RecentTicket>(
  tickets: readonly Ticket[],
  held: HeldContracts,
): { ticket: Ticket; filledPart: number }[] {
  const best = new Map<string, { ticket: Ticket; filledPart: number }>()
  for (const ticket of tickets) {
    const filledPart = findFilledPart(ticket, held)
    if (filledPart === null) continue
    const key = ticket.legs
      .map(({ symbol }) => symbol)
      .sort()
      .join(' ')
    const known = best.get(key)
    if (known === undefined || filledPart > known.filledPart) best.set(key, { ticket, filledPart })
  }
  return [...best.values()]
}

/** The part of a ticket that is held, above 0 to 1; null when it is not what is held. */
function findFilledPart({ legs }: RecentTicket, held: HeldContracts): number | null {
  const [first] = legs
  if (first === undefined) return null
  const part = (held.get(first.symbol) ?? 0) / first.contracts
  if (!(part > 0 && part <= 1)) return null
  // In whole contracts, so that no division decides.
  const isSame = legs.every(
    ({ symbol, contracts }) => (held.get(symbol) ?? 0) * first.contracts === (held.get(first.symbol) ?? 0) * contracts,
  )
  return isSame ? part : null
}
