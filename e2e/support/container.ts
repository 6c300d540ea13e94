import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, rmSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findInstruction, toCommand } from '../../scripts/release/dockerfile.ts'
import { layOutImage } from '../../scripts/release/image-tree.ts'
import { atExit } from './at-exit.ts'

/** The image's folders on this machine, and how its programs are run in them: as its user, with its environment only. */
export interface Container {
  root: string
  entrypoint: readonly [string, ...string[]]
  healthCheck: readonly [string, ...string[]]
  run(command: readonly [string, ...string[]], env?: Record<string, string>): ChildProcess
  remove(): void
}

/** The image's user passes through a folder and those around it, such as the temporary ones of a test run. */
function letEverybodyThrough(folder: string): void {
  const { mode } = statSync(folder)
  if ((mode & 0o001) !== 0) return
  chmodSync(folder, mode | 0o011)
  letEverybodyThrough(path.dirname(folder))
}

/** Makes the image in a bare folder, without a container engine, and takes the rights away that its user has not. */
export async function buildContainer(): Promise<Container> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ballast-image-'))
  letEverybodyThrough(folder)
  const remove = () => {
    execFileSync('chmod', ['-R', 'u+w', folder])
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  const leaveFolder = atExit(remove)
  const { root, image } = layOutImage(folder)
  const [uid = 0, gid = 0] = findInstruction(image, 'USER').text.split(':').map(Number)
  const data = path.join(root, findInstruction(image, 'VOLUME').text)
  execFileSync('chmod', ['-R', 'a-w,a+rX', root])
  chmodSync(data, 0o755)
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(data, uid, gid)
  const cwd = path.join(root, findInstruction(image, 'WORKDIR').text)
  const ENV = Object.fromEntries(
    findInstruction(image, 'ENV').words.map((pair) => {
      const [name = '', value = ''] = pair.split('=', 2)
      return [name, value.startsWith('/') ? path.join(root, value) : value]
    }),
  )
  return {
    root,
    entrypoint: toCommand(findInstruction(image, 'ENTRYPOINT')),
    healthCheck: toCommand(findInstruction(image, 'HEALTHCHECK')),
    run([file, ...args], env = {}) {
      const child = spawn(path.join(root, file), args, {
        cwd,
        // No other folder is there to write to.
        env: { ...ENV, TMPDIR: path.join(root, 'nowhere'), HOME: path.join(root, 'nowhere'), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        ...(isRoot ? { uid, gid } : {}),
      })
      const leaveAlone = atExit(() => child.kill('SIGKILL'))
      child.once('close', leaveAlone)
      return child
    },
    remove() {
      leaveFolder()
      remove()
    },
  }
}
