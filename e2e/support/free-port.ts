import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below those that systems give to outgoing connections and to whoever asks for any: such a port may be somebody else's a moment
 * after it was found free.
 */
const FIRST = 20_000
const END = 32_000

const given = new Set<number>()

/** A TCP port of this machine that nobody listens on, and that this process has not asked for before: whoever did may not listen yet. */
export async function findFreePort(): Promise<number> {
  const port = randomInt(FIRST, END)
  if (given.has(port) || !(await isFree(port))) return findFreePort()
  given.add(port)
  return port
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
