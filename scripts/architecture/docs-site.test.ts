import { execFile } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ROOT } from '../launch/repository.mjs'

const TYPEDOC = path.join(ROOT, 'node_modules/typedoc/bin/typedoc')

/** `treatWarningsAsErrors` makes a dead link, an undocumented export and a parameter that does not exist end in failure. */
test('the documentation site is built of documented exports and links that lead somewhere', {
  tags: ['full'],
}, async () => {
  const site = await mkdtemp(path.join(tmpdir(), 'ballast-site-'))
  await promisify(execFile)(process.execPath, [TYPEDOC, '--out', site], { cwd: ROOT })
  const read = (page: string) => readFile(path.join(site, page), 'utf8')
  expect(await read('functions/public.computeSharpeRatio.html')).toContain('Sharpe')
  const methodology = 'documents/Promises_of_a_hedge,_and_how_to_check_them.html'
  expect(await read(methodology)).toContain('computeHedgeCarry')
  const guide = await read('documents/User_guide.html')
  expect(guide).toMatch(/<img src="\.\.\/media\/[\w-]+\.png"/)
})
