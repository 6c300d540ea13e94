// Tests: data-directory-lock.test.ts

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
// Field 22 of /proc/pid/stat; the first two are the pid and the name, which may itself contain blanks and brackets.
const START_TIME_AFTER_NAME = 19

/** A process, told from any other that bore or will bear its pid. What the system does not tell is null. */
export interface ProcessIdentity {
  pid: number
  /** When it started, in the system's own terms. */
  startedAt: string | null
  /** Changes with every start of the machine. */
  bootId: string | null
}

/** Describes a process by what the system tells of it: Linux by /proc, macOS by ps and sysctl, elsewhere by pid alone. */
export async function describeProcess(pid: number): Promise<ProcessIdentity> {
  return { pid, startedAt: await findStartTime(pid), bootId: await findBootId() }
}

/** True unless the process is provably gone: where the system tells only pids, a reused pid counts as running. */
export async function isRunning({ pid, startedAt, bootId }: ProcessIdentity): Promise<boolean> {
  if (!pidExists(pid)) return false
  const now = await describeProcess(pid)
  if (bootId !== null && now.bootId !== null && bootId !== now.bootId) return false
  if (startedAt !== null && now.startedAt !== null && startedAt !== now.startedAt) return false
  return true
}

function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function findStartTime(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
    return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[START_TIME_AFTER_NAME] ?? null
  }
  if (process.platform === 'darwin') return output('ps', ['-o', 'lstart=', '-p', String(pid)])
  return null
}

async function findBootId(): Promise<string | null> {
  if (process.platform === 'linux') {
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null))?.trim() ?? null
  }
  if (process.platform === 'darwin') return output('sysctl', ['-n', 'kern.boottime'])
  return null
}

async function output(command: string, args: string[]): Promise<string | null> {
  try {
    return (await run(command, args, { timeout: 2_000 })).stdout.trim() || null
  } catch {
    return null
  }
}
