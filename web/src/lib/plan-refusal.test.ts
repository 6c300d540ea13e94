import { ApiError } from '@ballast/contract'
import { expect, test } from 'vitest'
import { toPlanRefusal } from './plan-refusal.ts'

const answer = (status: number, flags: object) =>
  new ApiError(status, 'Forbidden', { error: 'No', requestId: 'r', ...flags })

test('a 403 asks for PRO or for tokens, in the server’s words if it has any', () => {
  expect(toPlanRefusal(answer(403, { requiresUpgrade: true, message: ' Upgrade first. ' }))).toEqual({
    kind: 'upgrade',
    message: 'Upgrade first.',
  })
  expect(toPlanRefusal(answer(403, { requiresPurchase: true }))).toEqual({ kind: 'purchase', message: undefined })
  expect(toPlanRefusal(answer(403, { requiresUpgrade: true, requiresPurchase: true }))?.kind).toBe('upgrade')
})

test('nothing else is an offer to buy: a 403 without flags, another status, a proxy’s page, a lost connection', () => {
  for (const error of [
    answer(403, {}),
    answer(500, { requiresUpgrade: true }),
    new ApiError(403, '<html>', undefined),
    new TypeError('fetch failed'),
  ]) {
    expect(toPlanRefusal(error)).toBeNull()
  }
})
