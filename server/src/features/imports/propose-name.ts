// Tests: imports.test.ts

import { type ImportReview, LIMITS, portfolioNameSchema } from '@ballast/contract'
import type { ReviewedSource } from './reviewed-source.ts'

const FALLBACKS = { file: 'Imported portfolio', text: 'Pasted portfolio', image: 'Portfolio from images' } as const

/** A name for the new portfolio that could be saved as it is: the only file's own, else what the source is. */
export function proposeName(sources: readonly ReviewedSource[], origin: ImportReview['origin']): string {
  const [first] = sources
  const ofFile =
    origin === 'file' && sources.length === 1
      ? first?.name.replace(/\.[a-z0-9]{1,5}$/i, '').replaceAll('_', ' ')
      : undefined
  const candidates = [ofFile, first?.imported.format ?? undefined].flatMap((name) => name ?? [])
  const named = candidates
    .map((name) => portfolioNameSchema.safeParse(name.slice(0, LIMITS.portfolioNameCharacters)))
    .find(({ success }) => success)
  return named?.data ?? FALLBACKS[origin]
}
