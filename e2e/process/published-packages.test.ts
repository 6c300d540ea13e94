/**
 * @module-tag full
 * @module-tag long
 */

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../scripts/launch/repository.mjs'
import { findOrInstallChromium } from '../../scripts/test/chromium.ts'
import { CHROMIUM_ARGUMENTS } from '../support/chromium-arguments.ts'

const PACKAGES = ['quant', 'contract', 'importers']
/** Packing compiles, and installing asks the registry. */
const PATIENCE_MILLISECONDS = 900_000

/** Program of a person who has just installed the packages; of the importers, what reads our own files runs in browsers. */
const PROGRAM = `import { computeMaxDrawdown, computeVolatility } from '@ballast/quant'
import { ApiError, createClient, listPortfolios, toCallUrl } from '@ballast/contract'
import { mergeChips, readRequest } from '@ballast/contract/hedge-request'
import { importText } from '@ballast/importers/own'

const client = createClient({ baseUrl: 'http://127.0.0.1:1' })
const unreachable = await client.call(listPortfolios, { query: {} }).then(() => 'answered', (error) => error instanceof ApiError)
export const result = JSON.stringify({
  volatility: computeVolatility(Float64Array.of(0.1, 0.1)),
  drawdown: computeMaxDrawdown(Float64Array.of(1, 2, 1)).depth,
  url: toCallUrl(listPortfolios, { query: { book: 'true' } }),
  request: mergeChips(readRequest('lose at most 10%', { held: new Set(), today: '2026-11-20' }).chips),
  positions: importText('ticker,shares\\nKO,5\\n').positions.map(({ ticker, shares }) => [ticker, shares]),
  unreachable,
})
`
const RESULT = JSON.stringify({
  volatility: 0,
  drawdown: 0.5,
  url: '/api/portfolios?book=true',
  request: { limitPercent: 10 },
  positions: [['KO', '5']],
  unreachable: false,
})

let folder = ''
let project = ''
const run = (command: string, args: readonly string[], cwd: string) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' })

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ballast-packages-'))
  // A copy of the repository's outline: packing swaps the manifest that everyone else resolves.
  cpSync(path.join(ROOT, 'tsconfig.base.json'), path.join(folder, 'tsconfig.base.json'))
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  for (const name of PACKAGES) {
    const source = path.join(ROOT, 'packages', name)
    const isPacked = (file: string) =>
      !/[\\/](node_modules|dist|reference|fixtures)([\\/]|$)/.test(file.slice(source.length))
    cpSync(source, path.join(folder, 'packages', name), { recursive: true, filter: isPacked })
    const pack = ['pack', '--ignore-scripts=false', '--silent', '--pack-destination', folder]
    run('npm', pack, path.join(folder, 'packages', name))
  }
  // Outside of that copy, so that nothing is found but what was installed.
  project = mkdtempSync(path.join(tmpdir(), 'ballast-fresh-'))
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module", "private": true }')
  const archives = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  run('npm', ['install', '--no-audit', '--no-fund', ...archives.map((file) => path.join(folder, file))], project)
  writeFileSync(path.join(project, 'program.js'), PROGRAM)
}, PATIENCE_MILLISECONDS)
afterAll(() => {
  for (const made of [folder, project]) rmSync(made, { recursive: true, force: true })
})

test('Node runs them from node_modules', () => {
  const code = "import { result } from './program.js'; console.log(result)"
  expect(run(process.execPath, ['--input-type=module', '--eval', code], project).trim()).toBe(RESULT)
})

test('the types of every entry are found and checked, their own declarations included', () => {
  const entries = PACKAGES.flatMap((name) => {
    const manifest = path.join(project, 'node_modules/@ballast', name, 'package.json')
    const { exports } = JSON.parse(readFileSync(manifest, 'utf8')) as { exports: Record<string, unknown> }
    return Object.keys(exports).map((entry) => `@ballast/${name}${entry.slice(1)}`)
  })
  expect(entries.length).toBeGreaterThan(6)
  writeFileSync(
    path.join(project, 'use.ts'),
    [
      ...entries.map((entry, index) => `export * as entry${index} from '${entry}'`),
      "import { createClient, listPositions } from '@ballast/contract'",
      "const positions = await createClient().call(listPositions, { params: { portfolioId: 'x' } })",
      'export const tickers: string[] = positions.map(({ ticker }) => ticker)',
      '// @ts-expect-error a path parameter is missing',
      'await createClient().call(listPositions, { params: {} })',
    ].join('\n'),
  )
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', '']
  expect(run(path.join(ROOT, 'node_modules/.bin/tsc'), [...options, 'use.ts'], project)).toBe('')
})

test('a bundler takes what is used, and a browser runs it', { timeout: PATIENCE_MILLISECONDS }, async () => {
  mkdirSync(path.join(project, 'src'), { recursive: true })
  writeFileSync(path.join(project, 'src/main.js'), "import { result } from '../program.js'\nwindow.result = result\n")
  writeFileSync(
    path.join(project, 'index.html'),
    '<!doctype html><title>x</title><script type="module" src="/src/main.js"></script>',
  )
  await build({ root: project, configFile: false, logLevel: 'error', build: { target: 'es2022' } })
  const assets = path.join(project, 'dist/assets')
  const [bundle = ''] = readdirSync(assets)
  const script = await readFile(path.join(assets, bundle), 'utf8')
  // Calls of the API that the program does not make.
  expect(script).not.toContain('/api/stripe/create-portal-session')

  const server = createServer((request, response) => {
    const isPage = request.url === '/'
    response.setHeader('content-type', isPage ? 'text/html' : 'text/javascript')
    response.end(isPage ? `<!doctype html><script type="module" src="/${bundle}"></script>` : script)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await chromium.launch({ executablePath: await findOrInstallChromium(), args: CHROMIUM_ARGUMENTS })
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await expect.poll(() => page.evaluate('window.result'), { timeout: 60_000 }).toBe(RESULT)
  await browser.close()
  server.close()
})
