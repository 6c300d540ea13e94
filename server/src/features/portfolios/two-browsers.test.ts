/** @module-tag postgres */

import type { Position } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

let app: TestApp
let browsers: readonly [TestClient, TestClient]
let id: string
beforeAll(async () => {
  app = await createTestApp()
  browsers = [await app.signIn('ann@example.com'), await app.signIn('ann@example.com')]
  id = await browsers[0].upload('Edited by two', 'ticker,shares,avgCost,sector\nAAPL,10,150,Technology\n')
})
afterAll(() => app?.close())

const path = (positionId = '') => `/api/portfolios/${id}/positions${positionId && `/${positionId}`}`
const list = (client: TestClient) => client.json<Position[]>(path())
const add = (client: TestClient, ticker: string) =>
  client.json<Position>(path(), { method: 'POST', json: { ticker, shares: 1 } })

test('two browsers that change other things of one position at once keep both changes', async () => {
  const [one, other] = browsers
  const [position] = await list(one)
  for (let round = 1; round <= 10; round += 1) {
    const changes = [{ shares: round }, { sector: `Sector ${round}` }]
    // Either comes first in its turn.
    if (round % 2 === 0) changes.reverse()
    await Promise.all(
      changes.map((json, place) => browsers[place]!.json(path(position!.id), { method: 'PATCH', json })),
    )
    for (const client of [one, other]) {
      expect(await list(client)).toMatchObject([{ shares: round, sector: `Sector ${round}` }])
    }
  }
})

test('what either was told is done is there, what both delete is deleted once, and both see the same', async () => {
  const names = (browser: string) =>
    Array.from({ length: 15 }, (_, place) => `${browser}${String.fromCharCode(65 + place)}X`)
  const added = await Promise.all(
    browsers.map((client, place) => Promise.all(names(place === 0 ? 'Y' : 'Z').map((ticker) => add(client, ticker)))),
  )
  const all = added.flat()
  const doomed = all.filter((_, place) => place % 3 === 0)
  const statuses = await Promise.all(
    doomed.map(async ({ id: positionId }) =>
      (await Promise.all(browsers.map((client) => client.fetch(path(positionId), { method: 'DELETE' })))).map(
        ({ status }) => status,
      ),
    ),
  )
  for (const pair of statuses) expect(pair.toSorted()).toEqual([200, 404])
  // Who edits what the other has just deleted is told so, and nothing comes back.
  const late = await browsers[1].fetch(path(doomed[0]!.id), { method: 'PATCH', json: { shares: 5 } })
  expect([late.status, ((await late.json()) as { error: string }).error]).toEqual([404, 'There is no such position.'])
  const expected = ['AAPL', ...all.filter((one) => !doomed.includes(one)).map(({ ticker }) => ticker)].toSorted()
  for (const client of browsers) expect((await list(client)).map(({ ticker }) => ticker).toSorted()).toEqual(expected)
})
