import { execFile } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ROOT } from '../launch/repository.mjs'

const TYPEDOC = path.join(ROOT, 'node_modules/typedoc/bin/typedoc')

/** `treatWarningsAsErrors` makes a dead link, an undocumented export and a parameter that does not exist end in failure. */
test('the documentation site is built of documented exports and links that lead somewhere, with a search', {
  tags: ['full'],
  // Ten seconds of one processor, which others may share.
  timeout: 900_000,
}, async () => {
  const site = await mkdtemp(path.join(tmpdir(), 'ballast-site-'))
  await promisify(execFile)(process.execPath, [TYPEDOC, '--out', site], { cwd: ROOT })
  const read = (page: string) => readFile(path.join(site, page), 'utf8')
  expect(await read('functions/_ballast_quant.computeSharpeRatio.html')).toContain('Sharpe')
  const methodology = 'documents/Promises_of_a_hedge,_and_how_to_check_them.html'
  expect(await read(methodology)).toContain('computeHedgeCarry')
  const guide = await read('documents/User_guide.html')
  expect(guide).toMatch(/<img src="\.\.\/media\/[\w-]+\.png"/)
  const packed = /"([^"]+)"/.exec(await read('assets/search.js'))?.[1] ?? ''
  const { rows, index } = JSON.parse(inflateSync(Buffer.from(packed, 'base64')).toString()) as {
    rows: { name: string }[]
    index: { invertedIndex: [word: string][] }
  }
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['computeSharpeRatio', 'Self-hosting']))
  // A word that stands within a document only.
  expect(index.invertedIndex.map(([word]) => word)).toContain('hadolint')
})
