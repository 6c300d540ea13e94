import { expect, test } from 'vitest'
import { verificationSchema } from './grounding.ts'

test.each([
  ['from before, whose sentences a model wrote', { checked: 57, repaired: 3, dropped: 2, fallback: 1 }],
  ['whose sentences a model chose', { chosen: 42, dropped: 2, added: 1, fallback: 0 }],
])('a run %s is read as it was kept', (_, kept) => {
  expect(verificationSchema.parse(kept)).toEqual(kept)
})

test('a run that says neither is refused', () => {
  expect(verificationSchema.safeParse({ dropped: 1, fallback: 0 }).success).toBe(false)
})
