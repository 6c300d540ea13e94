/**
 * @module-tag full
 * @module-tag long
 */

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../../scripts/launch/repository.mjs'
import { ApiClient } from '../support/api-client.ts'
import { buildContainer, type Container } from '../support/container.ts'
import { findFreePort } from '../support/free-port.ts'

const POSITIONS = path.join(ROOT, 'packages/importers/fixtures/images/accounts-and-money-fund.png')

/** Settings that `compose.demo.yaml` gives the container. */
const demo = parse(readFileSync(path.join(ROOT, 'compose.demo.yaml'), 'utf8')) as {
  services: { ballast: { environment: Record<string, string> } }
}

/** The same where the operator sets no variable: `${NAME:-default}` is its default. */
const DEMO_SETTINGS = Object.fromEntries(
  Object.entries(demo.services.ballast.environment).map(([name, value]) => [
    name,
    value.replace(/^\$\{\w+:-(.*)\}$/, '$1'),
  ]),
)

/** Size of the base image, by the Debian packages that it is made of. */
const BASE_MEGABYTES = 25
const MAX_MEGABYTES = 250

/** Installing and copying take a minute, and twenty on a machine that has much else to do. */
const PATIENCE_MILLISECONDS = 1_800_000

let container: Container
beforeAll(async () => {
  container = await buildContainer()
}, PATIENCE_MILLISECONDS)
afterAll(() => container?.remove())

async function ended(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

describe('the image', () => {
  test('its user can write to the volume and nowhere else', async () => {
    const write = (folder: string) =>
      container.run([
        container.entrypoint[0],
        '-e',
        `require('node:fs').writeFileSync(${JSON.stringify(path.join(container.root, folder, 'probe'))}, '')`,
      ])
    expect((await ended(write('data'))).code).toBe(0)
    for (const folder of ['.', 'app', 'app/server/src', 'app/node_modules']) {
      const { code, output } = await ended(write(folder))
      expect(code, folder).toBe(1)
      expect(output).toMatch(/EACCES|EPERM/)
    }
  })

  test('it holds no tool that builds or tests', async () => {
    const { code, output } = await ended(
      container.run([
        container.entrypoint[0],
        '-e',
        `for (const name of ['vite', 'typescript', 'vitest', 'react', 'playwright', '@biomejs/biome', 'npm', 'drizzle-kit'])
          try { require.resolve(name + '/package.json'); console.log(name) } catch {}`,
      ]),
    )
    expect({ code, output }).toEqual({ code: 0, output: '' })
  })

  test(`it unpacks to at most ${MAX_MEGABYTES} MB`, () => {
    const files = readdirSync(container.root, { recursive: true, encoding: 'utf8' })
      .map((name) => lstatSync(path.join(container.root, name)))
      .filter((stat) => stat.isFile())
    const megabytes = files.reduce((sum, { size }) => sum + size, 0) / 1e6 + BASE_MEGABYTES
    expect(megabytes).toBeLessThanOrEqual(MAX_MEGABYTES)
  })

  test('without an identity provider it does not serve others, and says what is missing', async () => {
    const { code, output } = await ended(container.run(container.entrypoint))
    expect(code).toBe(1)
    expect(output).toContain('OIDC_ISSUER')
  })

  test('as the demo it migrates, serves page, API, prices and pictures, is healthy, and stops on SIGTERM with 0', {
    timeout: PATIENCE_MILLISECONDS,
  }, async () => {
    const PORT = String(await findFreePort())
    const env = { ...DEMO_SETTINGS, PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}` }
    const migration = await ended(container.run([...container.entrypoint, 'migrate'], env))
    expect(migration).toMatchObject({ code: 0, output: expect.stringContaining('has the schema of this version') })

    const isHealthy = async () => (await ended(container.run(container.healthCheck, { PORT }))).code === 0
    expect(await isHealthy()).toBe(false)
    const server = container.run(container.entrypoint, env)
    const end = ended(server)
    await expect.poll(isHealthy, { timeout: 600_000, interval: 500 }).toBe(true)

    const client = new ApiClient(`http://127.0.0.1:${PORT}`)
    expect(await (await client.request('/')).text()).toContain('<div id="root">')
    expect(await client.getJson('/api/ready')).toMatchObject({ status: 'ready', database: { engine: 'embedded' } })
    expect((await client.request('/api/demo', { method: 'POST' })).status).toBe(200)
    const files = new FormData()
    files.append('files', new Blob([readFileSync(POSITIONS)], { type: 'image/png' }), 'positions.png')
    const review = await client.request('/api/imports', { method: 'POST', body: files })
    expect(review.status).toBe(200)
    const { positions } = (await review.json()) as { positions: unknown[] }
    expect(positions.length).toBeGreaterThan(2)

    server.kill('SIGTERM')
    expect((await end).code).toBe(0)
    expect(await isHealthy()).toBe(false)
  })
})
