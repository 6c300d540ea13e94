/** @module-tag full */

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../scripts/launch/repository.mjs'
import { makeMigratedFolder, type RunningServer, startServer, stopServer } from '../support/server-process.ts'

const CLIENT = path.join(ROOT, 'packages/contract')
const EXAMPLE = /### (\d+\. .+)\n\n```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g
const PATIENCE_MILLISECONDS = 300_000

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const examples = [...read('packages/contract/README.md').matchAll(EXAMPLE)].map(
  ([, title = '', code = '', printed = '']) => ({ title, code, printed }),
)

let demo: RunningServer
beforeAll(async () => {
  demo = await startServer({ DATA_DIR: await makeMigratedFolder(), DEMO: 'on', LOG_LEVEL: 'error' })
}, PATIENCE_MILLISECONDS)
afterAll(async () => {
  await stopServer(demo)
})

/** Runs a program with the demo's address, and gives back what it prints on both streams. */
function run(command: string, args: readonly string[], cwd: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH, BALLAST: demo.url }
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

test('the client’s README has three examples', () => {
  expect(examples).toHaveLength(3)
})

test.each(examples)('$title', { timeout: PATIENCE_MILLISECONDS }, async ({ code, printed }) => {
  const args = ['--input-type=module-typescript', '--eval', code]
  expect(await run(process.execPath, args, CLIENT)).toEqual({ code: 0, output: printed })
})

test('the commands of docs/api.md run one after the other, as they are written', {
  timeout: PATIENCE_MILLISECONDS,
}, async () => {
  const commands = [...read('docs/api.md').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, command = '']) => command)
  expect(commands.length).toBeGreaterThan(5)
  const folder = await mkdtemp(path.join(tmpdir(), 'ballast-api-'))
  const { code, output } = await run('bash', ['-e', '-c', commands.join('\n')], folder)
  expect({ code, output }).toMatchObject({ code: 0 })
  expect(output).toContain('"demoUntil"')
  expect(output).toContain('"ticker":"AAPL"')
  expect(output).toContain('"simulated":true')
  expect(output).toContain('There is no such portfolio.')
})
