import { createServer } from 'node:net'

const given = new Set<number>()

/** A TCP port of this machine that nobody listens on, and that this process has not asked for before: whoever did may not listen yet. */
export async function findFreePort(): Promise<number> {
  const port = await drawFreePort()
  if (given.has(port)) return findFreePort()
  given.add(port)
  return port
}

function drawFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = address !== null && typeof address === 'object' ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
