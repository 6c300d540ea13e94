import { z } from 'zod'

export const pageSchema = z.object({
  offset: z.number().int(),
  limit: z.number().int(),
  /** How many there are in all. */
  total: z.number().int(),
  /** `offset` of the next part; null when this was the last. */
  nextOffset: z.number().int().nullable(),
})

/** Arguments that choose a part of a long list. */
export const pageInput = (usual: number, most: number) => ({
  offset: z.number().int().min(0).max(1_000_000).default(0).describe('How many to leave out at the start.'),
  limit: z.number().int().min(1).max(most).default(usual).describe(`How many to list, at most ${most}.`),
})

export interface Part {
  offset: number
  limit: number
}

/** A part of a list, and where it stands in the whole. */
export function takePage<Item>(items: readonly Item[], { offset, limit }: Part) {
  const end = offset + limit
  return {
    items: items.slice(offset, end),
    page: { offset, limit, total: items.length, nextOffset: end < items.length ? end : null },
  }
}
