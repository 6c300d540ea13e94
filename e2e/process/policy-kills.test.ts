/**
 * @module-tag full
 * @module-tag long
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { InboxMessage, Policy, Position } from '@ballast/contract'
import { addTradingDays, formatIsoDate, parseIsoDate } from '@ballast/quant'
import { expect, test } from 'vitest'
import { createMailServer } from '../../server/src/features/inbox/testing/mail-server.ts'
import { ApiClient } from '../support/api-client.ts'
import { type ClockedServer, startClockedServer } from '../support/clocked-server-process.ts'
import { PLACED_POLICY } from '../support/placed-policy.ts'
import { makeMigratedFolder } from '../support/server-process.ts'

/** Later the market has moved so far that some limit is broken by itself. */
const NIGHTS = 8
const KILLS_OF_NIGHT = process.env.BALLAST_LONG ? 12 : 3
const EMAIL = 'nights@example.com'
const FIRST_DAY = parseIsoDate('2026-11-20')
/** Time after which a lease of a killed process is free again. */
const LEASE_MINUTES = 10
const BOOKS = [
  'AAPL,1200,100\nKO,2500,50\nSPY270219P00730000,2,12.50\n',
  'MSFT,700,300\nXOM,2000,90\nSPY270219P00730000,2,12.50\n',
  'JPM,1200,150\nPG,1500,140\nSPY270219P00730000,2,12.50\n',
]

async function sendJson<T>(client: ApiClient, method: string, path: string, body?: unknown): Promise<T> {
  const response = await client.send(method, path, body)
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return (text === '' ? null : JSON.parse(text)) as T
}

/** A portfolio whose policy holds its limit. @returns its id */
async function addProtected(client: ApiClient, data: string, place: number): Promise<string> {
  const name = `Night ${place}`
  const { id } = await sendJson<{ id: string }>(client, 'POST', '/api/portfolios/upload', { name, data })
  let policy = await sendJson<Policy>(client, 'POST', `/api/portfolios/${id}/policies`, PLACED_POLICY)
  const { lossPercent } = policy.judgement ?? {}
  for (let room = 0.5; policy.judgement?.state !== 'holds'; room += 0.5) {
    if (room > 5) throw new Error(`No limit is held: ${policy.judgement?.sentence}`)
    const limitPercent = Math.max(1, Math.round(10 * ((lossPercent ?? 0) + room)) / 10)
    policy = await sendJson<Policy>(client, 'PATCH', `/api/policies/${policy.id}`, { limitPercent })
  }
  return id
}

test(`killed ${NIGHTS * KILLS_OF_NIGHT} times during the checks of a night, the server loses no message and tells none twice`, async () => {
  const mailServer = await createMailServer()
  const DATA_DIR = await makeMigratedFolder()
  const env = { DATA_DIR, ADMIN_EMAILS: EMAIL, SMTP_URL: mailServer.url, MAIL_FROM: 'Ballast <ballast@example.com>' }
  let server: ClockedServer = await startClockedServer('2026-11-20T22:00:00Z', env)
  const PORT = new URL(server.url).port
  const client = new ApiClient(server.url)
  await client.signIn(EMAIL)
  const ids: string[] = []
  for (const [place, book] of BOOKS.entries())
    ids.push(await addProtected(client, `ticker,shares,avgCost\n${book}`, place))
  await sendJson(client, 'POST', '/api/notifications/channels', { type: 'email' })
  const readInbox = () => client.getJson<InboxMessage[]>('/api/inbox')
  const before = new Set((await readInbox()).map(({ id }) => id))
  const expected: string[] = []
  let seed = 20

  for (let night = 1; night <= NIGHTS; night += 1) {
    // Too much is bought on one day and sold again on the next.
    const isBuying = night % 2 === 1
    for (const id of ids) {
      const path = `/api/portfolios/${id}/positions`
      if (isBuying) await sendJson(client, 'POST', path, { ticker: 'NVDA', shares: 3000 })
      else {
        const bought = (await client.getJson<Position[]>(path)).find(({ ticker }) => ticker === 'NVDA')
        await sendJson(client, 'DELETE', `${path}/${bought?.id}`)
      }
      expected.push(isBuying ? 'Your hedge is too small now' : 'Your hedge holds its limit again')
    }
    const close = Date.parse(`${formatIsoDate(addTradingDays(FIRST_DAY, night))}T22:00:00Z`)
    for (let kill = 0; kill <= KILLS_OF_NIGHT; kill += 1) {
      const now = new Date(close + kill * LEASE_MINUTES * 60_000).toISOString()
      if (kill === 0) await server.order({ now, runsJobs: false })
      else server = await startClockedServer(now, { ...env, PORT })
      if (kill === KILLS_OF_NIGHT) break
      server.beginJobs()
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      await sleep(2_500 * (seed / 2_147_483_648) ** 2)
      await server.kill()
    }
    await server.order({ runsJobs: true })
    // What was on its way to the mail server is sent again.
    await server.order({ now: new Date(close + 4 * 3_600_000).toISOString(), runsJobs: true })
    await client.signIn(EMAIL)
    const told = (await readInbox()).filter(({ id }) => !before.has(id)).map(({ title }) => title)
    expect(told.toSorted(), `after night ${night}`).toEqual(expected.toSorted())
  }

  const sent = new Map(
    mailServer.mails.map(({ source }) => [
      /^Message-ID: (.*)$/im.exec(source)?.[1] ?? '',
      /^Subject: (.*)$/im.exec(source)?.[1] ?? '',
    ]),
  )
  expect([...sent.values()].toSorted()).toEqual(expected.toSorted())
  await server.kill()
  await mailServer.close()
}, 1_200_000)
