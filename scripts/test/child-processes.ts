import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../launch/repository.mjs'

/** Playwright gives its server 5 s to stop; whatever is still there after this is killed. */
const GRACE_MS = 10_000

/** A log file is easier to read without escape sequences, which some tools write wherever CI is set. */
const PLAIN: NodeJS.ProcessEnv = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }

/** Once true, nothing is started any more. */
let isStopping = false

/**
 * Runs a Node program of the repository with its output on the terminal, at once or when it has ended; resolves with its
 * exit code, 1 when a signal ended it. The program leads a process group of its own, so that Ctrl-C reaches it through
 * `stopPrograms` only, once. After that it never resolves: whoever waits for it would go on with the next program.
 */
export function runProgram(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  output: 'at once' | 'at the end' = 'at once',
): Promise<number> {
  return new Promise((resolve, reject) => {
    if (isStopping) return
    const isKept = output === 'at the end'
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ['ignore', isKept ? 'pipe' : 'inherit', isKept ? 'pipe' : 'inherit'],
      env: { ...process.env, ...PLAIN, ...env },
      detached: process.platform !== 'win32',
    })
    const kept: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => kept.push(chunk))
    child.on('error', reject)
    // A test that failed may have left a server running, which would also hold the output open.
    child.on('exit', () => child.pid !== undefined && send(-child.pid, 'SIGKILL'))
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(kept))
      if (!isStopping) resolve(code ?? 1)
    })
  })
}

/**
 * Interrupts every process that this one started, waits up to 10 s for them to clean up, and kills what is left of them and
 * of all that they started.
 */
export async function stopPrograms(): Promise<void> {
  isStopping = true
  const started = listDescendants([process.pid]).filter((pid) => pid !== process.pid)
  for (const [pid, parent] of listParents()) if (parent === process.pid) send(pid, 'SIGINT')
  // A browser leads a group of its own, in which it may start more processes while it is being ended.
  const all = started.flatMap((pid) => [pid, -pid])
  await waitUntilGone(all, GRACE_MS)
  for (const target of all) send(target, 'SIGKILL')
  await waitUntilGone(all, GRACE_MS)
}

async function waitUntilGone(targets: readonly number[], longest: number): Promise<void> {
  const deadline = performance.now() + longest
  while (performance.now() < deadline && targets.some(isAlive)) await sleep(50)
}

/** Sends a signal to a process, or to the group of a negative id; nothing happens when it is gone. */
function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal)
  } catch {
    // It has ended.
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The given processes and all that descend from them, as the system knows them now. */
export function listDescendants(roots: readonly number[]): number[] {
  const parents = listParents()
  const found = new Set(roots)
  // A child may be listed before its parent, so the list is walked until nothing is added.
  for (let size = 0; size < found.size; ) {
    size = found.size
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid)
  }
  return [...found]
}

/** Process id -> id of its parent. */
function listParents(): [number, number][] {
  if (existsSync('/proc/self/stat')) return readdirSync('/proc').flatMap(readParent)
  if (process.platform === 'win32') return []
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
}

function readParent(entry: string): [number, number][] {
  try {
    // The name, in parentheses, may hold anything; the state and then the parent follow it.
    const stat = readFileSync(`/proc/${Number(entry)}/stat`, 'utf8')
    return [[Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]]
  } catch {
    // No process, or one that has ended since.
    return []
  }
}
