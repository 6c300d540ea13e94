import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive, runProgram } from './child-processes.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'programs-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('what a program leaves running is gone with it', async () => {
  const [program, note] = [path.join(folder, 'leaves.mjs'), path.join(folder, 'pid')]
  await writeFile(
    program,
    `import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
writeFileSync(${JSON.stringify(note)}, String(left.pid))
process.exit(3)`,
  )
  expect(await runProgram([program])).toBe(3)
  const pid = Number(await readFile(note, 'utf8'))
  await expect.poll(() => isAlive(pid)).toBe(false)
})
