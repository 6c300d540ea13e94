import { errors } from '../http/errors.ts'
import { Rounds } from '../rounds.ts'

/**
 * The user whose work it is; `null` only for figures that all users share and nobody asked for, such as those of a job in
 * the background. All of it takes turns as the work of one more user, so that it stands before nobody either.
 */
export type Owner = string | null

export interface FairTurnsOptions {
  /** So many go on at once. */
  atOnce: number
  /** Most of one owner that go on at once; `atOnce` when it is left out. */
  atOnceOfOne?: number
  /** So many may wait; who has most waiting gives way. */
  mostWaiting: number
  /** Words for those who cannot wait, with a way on. */
  refusal: string
}

export interface FairTurns {
  /**
   * Waits until it is the owner's turn. Owners take turns, each its own work in the order in which it came, so that two
   * hundred pieces of one do not stand before the only piece of another. When the queue is full, the newest piece of the
   * owner with most waiting is refused to make room; a long queue helps nobody.
   *
   * @returns to be called once the work has ended
   * @throws AppError 503 when there is no room; the signal's reason when it aborts meanwhile
   */
  take(owner: Owner, signal: AbortSignal | undefined): Promise<() => void>
  load(): WorkLoad
}

/** Pieces of work that go on, and that wait. */
export interface WorkLoad {
  running: number
  waiting: number
}

interface Waiting {
  go: () => void
  refuse: (reason: unknown) => void
}

/** A bounded queue in which nobody waits behind all that one other has. */
export function createFairTurns({ atOnce, atOnceOfOne = atOnce, mostWaiting, refusal }: FairTurnsOptions): FairTurns {
  const rounds = new Rounds<Owner, Waiting>()
  const running = new Map<Owner, number>()
  let runningCount = 0
  let waitingCount = 0

  const runningOf = (owner: Owner) => running.get(owner) ?? 0
  const mayGo = (owner: Owner) => runningCount < atOnce && runningOf(owner) < atOnceOfOne

  function start(owner: Owner): () => void {
    runningCount++
    running.set(owner, runningOf(owner) + 1)
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      runningCount--
      const left = runningOf(owner) - 1
      if (left === 0) running.delete(owner)
      else running.set(owner, left)
      letNextGo()
    }
  }

  function letNextGo(): void {
    const next = rounds.takeNext(mayGo)
    if (!next) return
    waitingCount--
    next.go()
  }

  function remove(owner: Owner, gone: Waiting): void {
    rounds.remove(owner, gone)
    waitingCount--
  }

  /** Refuses the newest piece of the owner with most waiting, if that leaves them no worse off than the one who comes. */
  function makeRoom(owner: Owner): void {
    const [most, queue = []] = [...rounds.queues].reduce<[Owner, readonly Waiting[]] | []>(
      (before, entry) => (entry[1].length > (before[1]?.length ?? 0) ? entry : before),
      [],
    )
    const last = queue.at(-1)
    if (most === undefined || !last || queue.length <= (rounds.queues.get(owner)?.length ?? 0) + 1)
      throw errors.unavailable(refusal)
    remove(most, last)
    last.refuse(errors.unavailable(refusal))
  }

  return {
    async take(owner, signal) {
      signal?.throwIfAborted()
      if (mayGo(owner) && !rounds.queues.has(owner)) return start(owner)
      if (waitingCount >= mostWaiting) makeRoom(owner)
      return new Promise((resolve, reject) => {
        const waiting: Waiting = {
          go: () => {
            signal?.removeEventListener('abort', leave)
            resolve(start(owner))
          },
          refuse: (reason) => {
            signal?.removeEventListener('abort', leave)
            reject(reason)
          },
        }
        const leave = () => {
          remove(owner, waiting)
          reject(signal?.reason)
        }
        waitingCount++
        rounds.add(owner, waiting)
        signal?.addEventListener('abort', leave, { once: true })
      })
    },
    load: () => ({ running: runningCount, waiting: waitingCount }),
  }
}
