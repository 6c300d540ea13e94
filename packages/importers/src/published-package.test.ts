/** @module-tag full */

import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePdf } from './testing/pdf-writer.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const PICTURE = join(ROOT, 'packages/importers/fixtures/images/short-values-dark-desktop-3.png')

/** A copy of the repository's outline, so that packing does not touch the manifest that everyone else resolves. */
let directory = ''
let copy = ''
let consumer = ''
let installed = ''
const run = (command: string, args: readonly string[], cwd: string) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' })

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'published-'))
  copy = join(directory, 'packages/importers')
  const source = join(ROOT, 'packages/importers')
  const isOwn = (path: string) => !/[\\/](node_modules|dist|fixtures)([\\/]|$)/.test(path.slice(source.length))
  cpSync(source, copy, { recursive: true, filter: isOwn })
  cpSync(join(ROOT, 'packages/quant/publish'), join(directory, 'packages/quant/publish'), { recursive: true })
  cpSync(join(ROOT, 'tsconfig.base.json'), join(directory, 'tsconfig.base.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'), 'junction')
  // The repository forbids install scripts, and npm hands that on to whatever it starts; packing needs its own.
  run('npm', ['pack', '--ignore-scripts=false', '--silent', '--pack-destination', directory], copy)
  const [archive = ''] = readdirSync(directory).filter((name) => name.endsWith('.tgz'))
  consumer = join(directory, 'consumer')
  installed = join(consumer, 'node_modules/@ballast/importers')
  mkdirSync(installed, { recursive: true })
  run('tar', ['-xzf', join('..', archive), '--strip-components=1', '-C', installed], consumer)
}, 300_000)

afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('the packed package reads a file, a statement and a picture on plain node, from node_modules', () => {
  const columns = ['Symbol', 'Quantity', 'Price', 'Market Value', 'Cost Basis']
  const row = ['AAPL', '10', '268.56', '2,685.60', '1,500.00']
  const lines = [columns, row].map((cells, line) =>
    cells.map((text, at) => ({ text, x: 30 + 100 * at, y: 50 + 20 * line, size: 8 })),
  )
  writeFileSync(join(consumer, 'statement.pdf'), writePdf([lines.flat()]))
  const code = `
    import { readFileSync } from 'node:fs'
    import { readSource } from '@ballast/importers'
    import { importText } from '@ballast/importers/own'
    import { readImage, stopRecogniser } from '@ballast/importers/images'
    const say = ({ positions }) => console.log(positions.map(({ ticker, shares }) => ticker + ' ' + shares).join(', '))
    say(await readSource({ name: 'a.csv', text: 'Symbol,Quantity\\nMSFT,20\\n' }))
    say(await readSource({ name: 'a.pdf', bytes: readFileSync('statement.pdf') }))
    say(importText('ticker,shares\\nKO,5\\n'))
    const picture = await readImage({ bytes: readFileSync(${JSON.stringify(PICTURE)}), instruments: [], progress: undefined })
    say({ positions: picture.positions.slice(0, 1) })
    await stopRecogniser()`
  const options = { cwd: consumer, encoding: 'utf8' } as const
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], options)
  expect({ stdout, stderr }).toEqual({ stdout: 'MSFT 20\nAAPL 10\nKO 5\nLLY 259\n', stderr: '' })
})

test('packing holds the licence and the read-me, no sources and no tests, and leaves the manifest as it was', () => {
  expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
  const packed = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' })
  expect(packed.filter((name) => /\.test\.|testing|(?<!\.d)\.ts$/.test(name))).toEqual([])
  const manifest = (folder: string) => readFileSync(join(folder, 'package.json'), 'utf8')
  expect(manifest(copy)).toBe(manifest(join(ROOT, 'packages/importers')))
  expect(JSON.parse(manifest(installed))).toMatchObject({
    exports: { './images': { default: './dist/images/index.js' } },
  })
})
