import { setImmediate } from 'node:timers'
import { findActingUser } from './acting-user.ts'
import { Rounds } from './rounds.ts'

/** Computing goes on for so long before others have their turn. */
const TURN_MILLISECONDS = 10

const waiting = new Rounds<string | undefined, () => void>()
/** When this turn of the event loop began, as far as it is known; undefined until somebody asks. */
let turnBegan: number | undefined

/**
 * Lets others have their turn on this thread once it has computed for some ten milliseconds: what takes longer in one piece
 * calls it between its parts. It costs nothing before.
 *
 * Of all who wait, one goes on in each turn of the event loop, and users take turns: whoever sends forty requests at once goes
 * on with one of them at a time, with network, timers and everybody else in between.
 */
export function letOthersWork(): Promise<void> {
  if (turnBegan === undefined) {
    turnBegan = performance.now()
    setImmediate(endTurn)
  }
  if (performance.now() - turnBegan < TURN_MILLISECONDS) return Promise.resolve()
  return new Promise((resolve) => {
    // Once is not enough: what goes on right after network and disk were looked at would be called again before any timer.
    if (waiting.queues.size === 0) setImmediate(beginNextTurn)
    waiting.add(findActingUser(), resolve)
  })
}

/** One after the other in the next turn; what goes on computes between them. */
function beginNextTurn(): void {
  setImmediate(letNextGoOn)
  setImmediate(endTurn)
}

function letNextGoOn(): void {
  turnBegan = performance.now()
  waiting.takeNext()?.()
  if (waiting.queues.size > 0) beginNextTurn()
}

function endTurn(): void {
  turnBegan = undefined
}

/** Rows of a cache that take the embedded database some ten milliseconds. */
export const ROWS_PER_WRITE = 100

/**
 * Does `work` with at most `size` of the items at a time, in their order, and lets others work before each part. The
 * embedded database works on this very thread, and answers before anything else has had its turn.
 */
export async function workInParts<Item>(
  items: readonly Item[],
  size: number,
  work: (part: Item[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < items.length; start += size) {
    await letOthersWork()
    await work(items.slice(start, start + size))
  }
}
