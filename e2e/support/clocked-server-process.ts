import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { ROOT } from '../../scripts/launch/repository.mjs'
import { atExit } from './at-exit.ts'
import type { ClockOrder } from './clocked-server.ts'
import { findFreePort } from './free-port.ts'

export interface ClockedServer {
  url: string
  /** Sets its clock, and makes checks and deliveries once where it is asked to. */
  order(order: ClockOrder): Promise<void>
  /** Begins checks and deliveries and does not wait for them. */
  beginJobs(): void
  /** As a power cut would. */
  kill(): Promise<void>
}

/** Starts a server on the simulated market at an instant (ISO 8601); its jobs run when they are asked for. */
export async function startClockedServer(now: string, env: Record<string, string>): Promise<ClockedServer> {
  const port = env.PORT ?? String(await findFreePort())
  const url = `http://127.0.0.1:${port}`
  const child = fork(path.join(ROOT, 'e2e/support/clocked-server.ts'), {
    cwd: ROOT,
    execPath: process.execPath,
    execArgv: ['--disable-proto=delete'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      CLOCK: now,
      PORT: port,
      PUBLIC_URL: url,
      MARKET_DATA: 'sample',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      ...env,
    },
  })
  const leaveAlone = atExit(() => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  const answer = async () => {
    const [message] = await Promise.race([once(child, 'message'), ended])
    if (typeof message !== 'string') throw new Error(`The server with a clock ended: ${message}`)
  }
  await answer()
  return {
    url,
    async order(order) {
      child.send(order)
      await answer()
    },
    beginJobs: () => void child.send({ runsJobs: true } satisfies ClockOrder),
    async kill() {
      leaveAlone()
      child.kill('SIGKILL')
      await ended
    },
  }
}
