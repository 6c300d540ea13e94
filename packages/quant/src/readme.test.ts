/** @module-tag full */

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import * as everybodys from './public.ts'

const PACKAGE = resolve(import.meta.dirname, '..')
const EXAMPLE = /### (\d+\. .+)\n\n```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g

const examples = [...readFileSync(resolve(PACKAGE, 'README.md'), 'utf8').matchAll(EXAMPLE)].map(
  ([, title = '', code = '', printed = '']) => ({ title, code, printed }),
)

/** Runs an example as a reader would: a module of its own that imports the package by name. */
function run(code: string): Promise<{ stdout: string; stderr: string }> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code], { cwd: PACKAGE })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk
    })
    child.on('error', fail)
    child.on('close', () => done({ stdout, stderr }))
  })
}

test('there are six examples', () => {
  expect(examples).toHaveLength(6)
})

test.each(examples)('$title', async ({ code, printed }) => {
  expect(await run(code)).toEqual({ stdout: printed, stderr: '' })
})

test.each(examples)('$title needs only the first entry point', ({ code }) => {
  const [, imported = ''] = /import \{([^}]+)\} from '@ballast\/quant'/.exec(code) ?? []
  const values = imported.split(',').map((name) => name.trim())
  expect(values.filter((name) => name !== '' && !/^type /.test(name) && !(name in everybodys))).toEqual([])
})
