// Tests: ../overview/rates-risk.test.ts

/** The day of an instant, as an ISO date in UTC. */
export const toDay = (now: Date): string => now.toISOString().slice(0, 10)

/** A bond with the day that its stated price is of: its own where one is known, else the day of the file or of now. */
export function dateStatedPrice<Lot extends { statedPrice?: string | null; statedOn?: string | null }>(
  lot: Lot,
  day: string,
): Lot {
  return lot.statedPrice ? { ...lot, statedOn: lot.statedOn ?? day } : lot
}
