import { readdirSync, readFileSync } from 'node:fs'

/** Adds up processor time that some processes have taken, in milliseconds; `undefined` where Linux does not tell it. */
export type ProcessorClock = () => number | undefined

/**
 * Returns a clock of the processor time that a server and PostgreSQL's processes for its database have taken. Waiting for the
 * processor does not count, so that other programs have little influence.
 *
 * @param pid process of the server
 * @param url its database
 * @param postmaster first process of PostgreSQL
 */
export function createProcessorClock(pid: number, url: string, postmaster: number): ProcessorClock {
  const database = new URL(url).pathname.slice(1)
  /** Time by thread; a thread that has ended keeps what it took. */
  const nanoseconds = new Map<string, number>()
  const ofDatabase = new Set<string>()
  return () => {
    try {
      const backends = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
        .split(' ')
        .filter(Boolean)
      for (const backend of backends) {
        if (!ofDatabase.has(backend) && titleOf(backend)?.includes(` ${database} `)) ofDatabase.add(backend)
      }
      for (const process of [String(pid), ...backends.filter((backend) => ofDatabase.has(backend))]) {
        for (const thread of listThreads(process)) {
          const taken = readOrNothing(`/proc/${process}/task/${thread}/schedstat`)
          if (taken !== undefined) nanoseconds.set(thread, Number(taken.split(' ')[0]))
        }
      }
      return [...nanoseconds.values()].reduce((sum, one) => sum + one, 0) / 1e6
    } catch {
      return undefined
    }
  }
}

const titleOf = (pid: string) => readOrNothing(`/proc/${pid}/cmdline`)

/** Lists no threads of a process that has ended meanwhile. */
function listThreads(process: string): string[] {
  try {
    return readdirSync(`/proc/${process}/task`)
  } catch {
    return []
  }
}

/** File of a process that may have ended meanwhile. */
function readOrNothing(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
