import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createTestApp } from '../../test-app.ts'
import { createTools } from '../tools/tools.service.ts'
import { makeAccessToken } from './testing/mcp-client.ts'

const run = promisify(execFile)
/** A process of its own starts slowly on a busy machine. */
const PATIENCE_MS = 120_000
const EXAMPLE = fileURLToPath(new URL('../../../../scripts/examples/assistant.ts', import.meta.url))
const DOCUMENTATION = fileURLToPath(new URL('../../../../docs/assistants.md', import.meta.url))

test('the documented example runs as it is and tells what the screens tell', {
  tags: 'full',
  timeout: PATIENCE_MS,
}, async () => {
  const app = await createTestApp()
  const browser = await app.signIn('example@example.com')
  const data = 'ticker,shares,avgCost\nAAPL,10,1\nKO,10,1'
  const { id } = await browser.json<{ id: string }>('/api/portfolios/upload', {
    method: 'POST',
    json: { name: 'An example', data },
  })
  const { token } = await makeAccessToken(browser, ['read:portfolios', 'run:analysis'])
  const env = { ...process.env, BALLAST_URL: `${app.url}/mcp`, BALLAST_TOKEN: token }
  const { stdout } = await run(process.execPath, [EXAMPLE], { env })
  const overview = await browser.json<{ marketValue: number; topRisk: { sentence: string } }>(
    `/api/portfolios/${id}/overview`,
  )
  expect(stdout).toContain('Tools: list_portfolios, get_portfolio')
  expect(stdout).not.toContain('search_hedges')
  expect(stdout).toContain(`An example: ${overview.marketValue.toLocaleString('en-US')} US dollars`)
  expect(stdout).toContain(overview.topRisk.sentence)
  expect(stdout).toMatch(/Largest fall: \d+(\.\d+)? %/)
  await app.close()
})

test('without a token it says what is missing', async () => {
  const failed = run(process.execPath, [EXAMPLE], { env: { ...process.env, BALLAST_TOKEN: '' } })
  await expect(failed).rejects.toThrow('Set BALLAST_TOKEN')
})

test('the documentation lists every tool under the scope that it needs', async () => {
  const app = await createTestApp()
  const listed = [...readFileSync(DOCUMENTATION, 'utf8').matchAll(/^\| (`.+`) \| `([\w:]+)` \|/gm)].flatMap(
    ([, names = '', scope]) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => `${name} ${scope}`),
  )
  expect(listed.toSorted()).toEqual(
    createTools(app.dependencies)
      .map(({ name, scope }) => `${name} ${scope}`)
      .toSorted(),
  )
  await app.close()
})
