import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ApiClient } from '../support/api-client.ts'
import { toCsv } from '../support/sample-files.ts'
import { makeMigratedFolder, startServer, stopServer } from '../support/server-process.ts'

const KILLS = process.env.BALLAST_LONG ? 50 : 2
const ROWS = 300

test(`killed ${KILLS} times during uploads, the server has lost no acknowledged write and kept no half portfolio`, async () => {
  const DATA_DIR = await makeMigratedFolder()
  const acknowledged = new Set<string>()
  const data = toCsv(ROWS)
  let server = await startServer({ DATA_DIR })
  const PORT = new URL(server.url).port
  const client = new ApiClient(server.url)
  await client.signIn('crash@example.com')

  for (let kill = 0; kill < KILLS; kill += 1) {
    const uploading = uploadUntilCut(client, data, `kill ${kill}`, acknowledged)
    // Each kill falls into another moment: parsing, inserting, committing, answering.
    await sleep(150 + ((kill * 61) % 400))
    server.signal('SIGKILL')
    await server.ended
    await uploading
    server = await startServer({ DATA_DIR, PORT })

    const portfolios = await client.getJson<{ id: string; name: string; positionCount: number }[]>('/api/portfolios')
    const kept = new Set(portfolios.map(({ name }) => name))
    expect([...acknowledged].filter((name) => !kept.has(name))).toEqual([])
    expect(portfolios.filter(({ positionCount }) => positionCount !== ROWS)).toEqual([])
    // The limit of portfolios per user must not end the test early.
    for (const { id, name } of portfolios) {
      expect((await client.send('DELETE', `/api/portfolios/${id}`)).status).toBe(200)
      acknowledged.delete(name)
    }
  }
  expect(await stopServer(server)).toBe(0)
})

async function uploadUntilCut(
  client: ApiClient,
  data: string,
  label: string,
  acknowledged: Set<string>,
): Promise<void> {
  for (let number = 0; ; number += 1) {
    const name = `${label}, upload ${number}`
    try {
      const response = await client.send('POST', '/api/portfolios/upload', { name, data })
      if (response.status === 200) acknowledged.add(name)
    } catch {
      return
    }
  }
}
