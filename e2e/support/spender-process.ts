import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import path from 'node:path'
import { ROOT } from '../../scripts/launch/repository.mjs'
import { atExit } from './at-exit.ts'
import type { SpendOrder, SpendReport } from './token-spender.ts'

export interface Spender {
  /** Spends as ordered. Only one order at a time. */
  spend(order: SpendOrder): Promise<SpendReport>
  /** Begins what is ordered and does not wait for it. */
  begin(order: SpendOrder): void
  /** Begins uses that never end, and waits until each has its tokens set aside. */
  hang(order: Omit<SpendOrder, 'work'>): Promise<void>
  /** As a power cut would. */
  kill(): Promise<void>
}

/** Starts a process that spends tokens; resolves when it is ready. */
export async function startSpender(env: Record<string, string>): Promise<Spender> {
  const child = fork(path.join(ROOT, 'e2e/support/token-spender.ts'), {
    cwd: ROOT,
    execPath: process.execPath,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  })
  const leaveAlone = atExit(() => child.kill('SIGKILL'))
  await once(child, 'message')
  return {
    async spend(order) {
      child.send(order)
      const [report] = (await once(child, 'message')) as [SpendReport]
      return report
    },
    begin: (order) => void child.send(order),
    async hang(order) {
      const begun = on(child, 'message')
      child.send({ ...order, work: 'hang' } satisfies SpendOrder)
      for (const _ of order.keys) await begun.next()
      await begun.return?.()
    },
    async kill() {
      leaveAlone()
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
