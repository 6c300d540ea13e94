import { findFreePort } from './free-port.ts'
import { type RunningServer, type ServerEnvironment, startServer, stopServer } from './server-process.ts'

export interface ServerPair {
  first: RunningServer
  second: RunningServer
}

/** Two servers behind one public address, as behind a load balancer; requests choose one by its port. */
export async function startPair(env: ServerEnvironment): Promise<ServerPair> {
  const [portOfFirst, portOfSecond] = [String(await findFreePort()), String(await findFreePort())]
  const PUBLIC_URL = `http://127.0.0.1:${portOfFirst}`
  const [first, second] = await Promise.all([
    startServer({ PUBLIC_URL, PORT: portOfFirst, ...env }),
    startServer({ PUBLIC_URL, PORT: portOfSecond, ...env }),
  ])
  return { first, second }
}

export const stopPair = ({ first, second }: ServerPair) => Promise.all([stopServer(first), stopServer(second)])
