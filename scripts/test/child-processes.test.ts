import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
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

test('when it is stopped, what waited for one program does not start the next', async () => {
  const [runner, first, next] = ['runner', 'first', 'next'].map((name) => path.join(folder, `${name}.mjs`))
  const [begun, leaked] = ['begun', 'leaked'].map((name) => path.join(folder, name))
  const note = (file = '') => `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(file)}, '')\n`
  await writeFile(first!, `${note(begun)}setInterval(() => {}, 1000)`)
  await writeFile(next!, note(leaked))
  const module = new URL('child-processes.ts', import.meta.url).href
  await writeFile(
    runner!,
    `import { runProgram, stopPrograms } from ${JSON.stringify(module)}
process.once('SIGTERM', () => void stopPrograms().then(() => setTimeout(() => process.exit(143), 500)))
await runProgram([${JSON.stringify(first)}])
await runProgram([${JSON.stringify(next)}])`,
  )
  const run = spawn(process.execPath, [runner!], { stdio: 'ignore' })
  await expect.poll(() => existsSync(begun!)).toBe(true)
  run.kill('SIGTERM')
  const [code] = await once(run, 'exit')
  expect(code).toBe(143)
  expect(existsSync(leaked!)).toBe(false)
})
