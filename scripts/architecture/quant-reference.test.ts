import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../launch/repository.mjs'
import { readExports } from '../quant-reference/read-exports.ts'
import { renderQuantReference } from '../quant-reference/render.ts'

const TARGET = path.join(ROOT, 'docs/quant')

test('the reference pages say what the doc comments say (node scripts/generate-quant-reference.ts writes them)', () => {
  const pages = renderQuantReference()
  expect(readdirSync(TARGET).sort()).toEqual([...pages.keys()].sort())
  const stale = [...pages].filter(([name, text]) => readFileSync(path.join(TARGET, name), 'utf8') !== text)
  expect(stale.map(([name]) => name)).toEqual([])
})

test('every public name of the library says what it is', () => {
  const entries = readExports(path.join(ROOT, 'packages/quant/src/index.ts'))
  expect(entries.filter(({ description }) => description === '').map(({ name }) => name)).toEqual([])
  const pages = new Map(entries.map(({ file }) => [path.basename(file), file]))
  // Pages are named after files, so two files of one name would overwrite each other.
  expect(entries.filter(({ file }) => pages.get(path.basename(file)) !== file)).toEqual([])
})
