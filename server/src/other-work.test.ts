import { expect, test } from 'vitest'
import { actFor } from './acting-user.ts'
import { letOthersWork } from './other-work.ts'

/** Longer than a turn may be. */
const PIECE_MILLISECONDS = 15

function computeFor(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

/** Ends a turn that was long. */
async function computeLong(): Promise<void> {
  await letOthersWork()
  computeFor(PIECE_MILLISECONDS)
}

test('users take turns: who asks once waits for one piece of each other user, and not for all of them', async () => {
  const order: string[] = []
  const work = (user: string) =>
    actFor(user, async () => {
      await computeLong()
      order.push(user)
    })
  await computeLong()
  await Promise.all([...Array.from({ length: 6 }, () => work('eve')), work('bob')])
  expect(order.indexOf('bob')).toBe(1)
  expect(order).toHaveLength(7)
})

test('between any two long pieces, whatever else waits has its turn', async () => {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 1)
  await computeLong()
  ticks = 0
  const seen: number[] = []
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      await computeLong()
      seen.push(ticks)
    }),
  )
  clearInterval(timer)
  expect(new Set(seen).size).toBe(5)
})
