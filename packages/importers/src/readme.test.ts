/** @module-tag full */

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const PACKAGE = resolve(import.meta.dirname, '..')
const EXAMPLE = /### (\d+\. .+)\n\n```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g

const examples = [...readFileSync(resolve(PACKAGE, 'README.md'), 'utf8').matchAll(EXAMPLE)].map(
  ([, title = '', code = '', printed = '']) => ({ title, code, printed }),
)

/** Runs an example as a reader would: a module of its own that imports the package by name. */
const run = (code: string) =>
  promisify(execFile)(process.execPath, ['--input-type=module-typescript', '--eval', code], { cwd: PACKAGE })

test('there are three examples', () => {
  expect(examples).toHaveLength(3)
})

test.each(examples)('$title', async ({ code, printed }) => {
  expect(await run(code)).toEqual({ stdout: printed, stderr: '' })
})
