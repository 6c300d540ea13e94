/** @module-tag postgres */

import { ALL_CALLS, type Call, signOutEverywhere } from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALL_BODIES as BODIES, UNKNOWN_ID } from './features/sharing/testing/call-bodies.ts'
import { makeRecommendation } from './features/track-record/testing/made.ts'
import { createTestApp, type TestApp, type TestClient } from './test-app.ts'

const HEADS_OF_PROBES = new Set(['HEAD /api/health', 'HEAD /api/ready'])

/** Served beside the contract: the documentation of the contract. */
const DOCUMENTATION = /^\/api\/(?:openapi\.json|docs(?:\/.*)?)$/

/** Parts of a path that no user owns: what is everybody's, such as a security, and secrets, which open for whoever has them. */
const COMMON_PARAMETERS = new Set(['ticker', 'token'])

/** Some hundred requests, on a machine that may be busy. */
const SWEEP_MILLISECONDS = 120_000
const SECRET_TICKER = 'SECRT'

const nameOf = ({ method, path }: Call) => `${method} ${path}`
const callsWhere = (matches: (call: Call) => boolean) =>
  ALL_CALLS.filter(matches).map((call) => [nameOf(call), call] as const)

let app: TestApp
let ann: TestClient
let bob: TestClient
/** Ids of Ann's things, by the name of the path parameter. */
let annsIds: Record<string, string>
/** A review of hers that waits. Other imports are a portfolio's, under the same name of a parameter. */
let annsDraftId: string

beforeAll(async () => {
  app = await createTestApp({
    environment: { ADMIN_EMAILS: 'admin@example.com', SUPPORT_EMAIL: 'support@example.com' },
  })
  ;[ann, bob] = await Promise.all([app.signIn('ann@example.com'), app.signIn('bob@example.com')])
  const saved = await ann.json<{ id: string; importId: string }>('/api/portfolios/upload', {
    method: 'POST',
    json: { name: 'Ann’s secret', data: `ticker,shares,avgCost,sector\n${SECRET_TICKER},1234.5,67,Secret sector` },
  })
  const [position] = await ann.json<{ id: string }[]>(`/api/portfolios/${saved.id}/positions`)
  const draft = await ann.json<{ importId: string }>('/api/imports', {
    method: 'POST',
    json: { text: `Symbol;Menge;Geheim\n${SECRET_TICKER};1;2` },
  })
  annsDraftId = draft.importId
  await app.db.asOwner(
    `insert into split_adjustments (user_id, portfolio_id, action, ticker, date, new_shares, old_shares, lots, created_at)
     select user_id, id, 'adjust', '${SECRET_TICKER}', '2026-01-02', 2, 1, '[]', now() from portfolios`,
  )
  const { applied } = await ann.json<{ applied: { adjustmentId: string }[] }>(`/api/portfolios/${saved.id}/splits`)
  const { id: userId } = await ann.json<{ id: string }>('/api/auth/user')
  await ann.json('/api/support', { method: 'POST', json: { subject: SECRET_TICKER, message: 'Secret' } })
  const [supportRequest] = await app.db.asOwner('select id from support_requests')
  BODIES['POST /api/admin/token-grants'] = { userId, tokens: 1, reason: 'for the sweep', requestId: UNKNOWN_ID }
  BODIES['POST /api/admin/support-requests/close'] = { requestId: supportRequest!.id }
  const [analysis] = await app.db.asOwner(
    `insert into hedge_analyses (id, user_id, portfolio_id, positions_hash, entry, body, created_at)
     select gen_random_uuid(), user_id, id, 'hash', '{"summary":"${SECRET_TICKER}"}', '${SECRET_TICKER}', now()
     from portfolios returning id`,
  )
  const { id: tokenId } = await ann.json<{ id: string }>('/api/access-tokens', {
    method: 'POST',
    json: { name: SECRET_TICKER, scopes: ['spend:tokens'], lifetimeDays: 7 },
  })
  const [run] = await app.db.asOwner(
    `insert into ai_runs (id, user_id, portfolio_id, kind, content_key, summary, engine, simulated, answer, inputs, created_at)
     select gen_random_uuid(), user_id, id, 'comprehensive', 'key', '${SECRET_TICKER}', 'engine', true, '${SECRET_TICKER}', '', now()
     from portfolios returning id`,
  )
  const [policy] = await app.db.asOwner(
    `insert into policies (id, user_id, portfolio_id, limit_percent, shock_percent, ends_on, legs, fees, placed_on, engine_version, created_at)
     select gen_random_uuid(), user_id, id, 15, 20, '2027-02-19', '[]', 0, '2026-11-20', '${SECRET_TICKER}', now()
     from portfolios returning id`,
  )
  const [rule] = await app.db.asOwner(
    `insert into watch_rules (id, user_id, portfolio_id, terms, is_on, muted_channels, created_at)
     select gen_random_uuid(), user_id, id, '{"kind":"price","ticker":"${SECRET_TICKER}","direction":"below","price":1}', true, '{}', now()
     from portfolios returning id`,
  )
  const [link] = await app.db.asOwner(
    `insert into report_links (user_id, portfolio_id, id_hash, report, hides_amounts, created_at, expires_at)
     select user_id, id, 'hash', '{"lead":"${SECRET_TICKER}"}', true, now(), now() + interval '1 day' from portfolios
     returning id`,
  )
  const [channel] = await app.db.asOwner(
    `insert into notification_channels (id, user_id, type, label, address, secret, kinds, created_at)
     values (gen_random_uuid(), '${userId}', 'webhook', '${SECRET_TICKER}', 'https://hooks.example.com', 'x', '{}', now())
     returning id`,
  )
  await app.signIn('guest@example.com')
  const [share] = await app.db.asOwner(
    `insert into portfolio_shares (user_id, portfolio_id, guest_user_id, owner_name, guest_name, created_at)
     select p.user_id, p.id, u.id, 'Ann', '${SECRET_TICKER}', now() from portfolios p, users u where u.email = 'guest@example.com' returning id`,
  )
  const [invitation] = await app.db.asOwner(
    `insert into portfolio_invitations (user_id, portfolio_id, id_hash, owner_name, created_at, expires_at)
     select user_id, id, 'hash', '${SECRET_TICKER}', now(), now() + interval '1 day' from portfolios returning id`,
  )
  const [turn] = await app.db.asOwner(
    `insert into ask_turns (thread_id, place, user_id, portfolio_id, question, answer, created_at)
     select gen_random_uuid(), 0, user_id, id, '${SECRET_TICKER}', '${SECRET_TICKER}', now()
     from portfolios returning thread_id`,
  )
  const [change] = await app.db.asOwner(
    `insert into dated_holdings (portfolio_id, place, user_id, day, states_all, units)
     select portfolio_id, 2, user_id, day, false, '{"${SECRET_TICKER}":"7"}' from dated_holdings returning place`,
  )
  const { id: groupId } = await ann.json<{ id: string }>('/api/portfolio-groups', {
    method: 'POST',
    json: { name: SECRET_TICKER, portfolioIds: [saved.id] },
  })
  await app.dependencies.trackRecord.record(makeRecommendation({ userId, portfolioId: saved.id }))
  const [recommendation] = await app.db.asOwner('select id from recommendations')
  annsIds = {
    tokenId,
    portfolioId: saved.id,
    analysisId: String(analysis!.id),
    importId: saved.importId,
    positionId: position!.id,
    adjustmentId: applied[0]!.adjustmentId,
    recommendationId: String(recommendation!.id),
    runId: String(run!.id),
    policyId: String(policy!.id),
    channelId: String(channel!.id),
    ruleId: String(rule!.id),
    linkId: String(link!.id),
    threadId: String(turn!.thread_id),
    factId: `${run!.id}.F1`,
    changeId: String(change!.place),
    shareId: String(share!.id),
    invitationId: String(invitation!.id),
    groupId,
  }
})
afterAll(() => app.close())

const request = (client: TestClient, call: Call, ids: Record<string, string> = {}) =>
  client.fetch(toPath(call, ids), {
    method: call.method,
    ...(nameOf(call) in BODIES && { json: BODIES[nameOf(call)] }),
  })

const listOwnedParameters = ({ path }: Call) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name).filter((name) => !COMMON_PARAMETERS.has(name))

const toPath = (call: Call, ids: Record<string, string>) =>
  call.path.replaceAll(/:(\w+)/g, (_match, name: string) => idsFor(call, ids)[name] ?? UNKNOWN_ID)

const idsFor = ({ path }: Call, ids: Record<string, string>) =>
  ids === annsIds && path.startsWith('/api/imports/') ? { ...ids, importId: annsDraftId } : ids

/** Fastify prints its routes as a tree; each line holds a piece of the path and its methods. */
function listRoutes(tree: string): string[] {
  const pieces: string[] = []
  return tree.split('\n').flatMap((line) => {
    const match = /^((?:[│ ] {3})*)[├└]── (\S*)(?: \((.+)\))?$/.exec(line)
    if (!match) return []
    const [, indent = '', piece = '', methods = ''] = match
    pieces.splice(indent.length / 4, Number.POSITIVE_INFINITY, piece)
    return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${pieces.join('')}`)
  })
}

const withoutRequestId = async (response: Response) => ({
  status: response.status,
  body: (await response.text()).replaceAll(/"requestId":"[^"]+"/g, ''),
})

test('every call of the contract is mounted, and nothing else under /api', () => {
  const served = listRoutes(app.app.printRoutes({ commonPrefix: false })).filter((route) => {
    const [, path = ''] = route.split(' ')
    return path.startsWith('/api') && !DOCUMENTATION.test(path) && !HEADS_OF_PROBES.has(route)
  })
  expect(served.toSorted()).toEqual(ALL_CALLS.map(nameOf).toSorted())
})

test('no call answers with what its documentation does not name', {
  tags: ['full'],
  timeout: SWEEP_MILLISECONDS,
}, async () => {
  const { paths } = await ann.json<{ paths: Record<string, Record<string, { responses: object }>> }>(
    '/api/openapi.json',
  )
  const [carol, admin] = [await app.signIn('carol@example.com'), await app.signIn('admin@example.com')]
  const undocumented: string[] = []
  for (const call of ALL_CALLS) {
    if (call === signOutEverywhere) continue
    const { method } = call
    const { responses = {} } = paths[call.path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {}
    const plain = { method, headers: { 'content-type': 'text/plain' }, ...(method !== 'GET' && { body: 'x' }) }
    const [path, longIds] = [toPath(call, {}), { ...annsIds, tokenId: 'a'.repeat(250) }]
    // Whoever follows a redirect is signed in or out.
    const [user, boss] = call.kind === 'redirect' ? [app.client(), app.client()] : [carol, admin]
    const answers = await Promise.all([
      request(user, call),
      request(user, call, longIds),
      user.fetch(`${path}?search=%00`, plain),
      user.fetch(path, { method, headers: { origin: 'https://evil.example' } }),
      request(boss, call),
      ...(method === 'GET' ? [] : [boss.fetch(path, { method, json: { odd: 1 } })]),
    ])
    for (const { status } of answers) {
      if (!(String(status) in responses) || status === 500) undocumented.push(`${nameOf(call)} ${status}`)
    }
  }
  expect(undocumented).toEqual([])
})

test('the sweep has a body for every call that needs one', () => {
  const missing = ALL_CALLS.filter((call) => call.body && !(nameOf(call) in BODIES)).map(nameOf)
  expect(missing).toEqual([])
})

test('the sweep knows an id for every path parameter', () => {
  const names = ALL_CALLS.flatMap(listOwnedParameters)
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(annsIds).toSorted())
})

describe.each(callsWhere(({ access }) => access === 'signed-in' || access === 'admin'))('%s', (name, call) => {
  test('is refused signed out, before anything of the request is looked at', async () => {
    const stranger = app.client()
    const response = await stranger.fetch(toPath(call, annsIds), {
      method: call.method,
      ...(call.body && { json: { nonsense: true } }),
    })
    expect({ name, status: response.status }).toEqual({ name, status: 401 })
    expect(await response.json()).toEqual({ error: expect.any(String), requestId: expect.any(String) })
  })

  test('is refused from another site', async () => {
    if (call.method === 'GET') return
    const response = await ann.fetch(toPath(call, annsIds), {
      method: call.method,
      headers: { origin: 'https://evil.example' },
      json: BODIES[name] ?? {},
    })
    expect(response.status).toBe(403)
  })
})

describe.each(callsWhere(({ access }) => access === 'admin'))('%s', (_name, call) => {
  test('is for admins only', async () => {
    const admin = await app.signIn('admin@example.com')
    expect((await request(bob, call)).status).toBe(403)
    expect((await request(admin, call)).status).toBe(200)
  })
})

describe.each(callsWhere((call) => listOwnedParameters(call).length > 0))('%s', (_name, call) => {
  test('answers another user’s id as it answers one that does not exist', async () => {
    const foreign = await withoutRequestId(await request(bob, call, annsIds))
    const unknown = await withoutRequestId(await request(bob, call))
    expect(foreign).toEqual(unknown)
    expect(foreign.status).toBe(404)
    expect(foreign.body).not.toContain(SECRET_TICKER)
  })

  test('takes an id that is none for one that does not exist', async () => {
    for (const odd of ['1', 'null', '%00', '..%2f..%2fetc', "' or 1=1 --", 'a'.repeat(150)]) {
      const ids = Object.fromEntries(
        Object.keys(annsIds).map((key) => [key, odd === '%00' || odd.startsWith('..') ? odd : encodeURIComponent(odd)]),
      )
      expect({ odd, status: (await request(bob, call, ids)).status }).toEqual({ odd, status: 404 })
    }
  })

  test('changed nothing of what belongs to somebody else', async () => {
    const positions = await ann.json(`/api/portfolios/${annsIds.portfolioId}/positions`)
    expect(positions).toMatchObject([{ ticker: SECRET_TICKER, shares: 1234.5, avgCost: 67 }])
    expect(await ann.json('/api/portfolios')).toMatchObject([{ name: 'Ann’s secret' }])
    expect(await ann.json(`/api/imports/${annsDraftId}`)).toMatchObject({ positions: [{ ticker: SECRET_TICKER }] })
  })
})

test('a portfolio named in a body is looked for among one’s own only', async () => {
  const into = (portfolioId: string) =>
    bob.fetch('/api/portfolios/save-from-review', {
      method: 'POST',
      json: { name: 'x', positions: [{ ticker: 'AAPL', shares: 1 }], portfolioId, mode: 'replace' },
    })
  const foreign = await withoutRequestId(await into(annsIds.portfolioId!))
  expect(foreign).toEqual(await withoutRequestId(await into(UNKNOWN_ID)))
  expect(foreign.status).toBe(404)
})

test.each(['/api/backtest/scenario', '/api/backtest/scenario/series'])(
  '%s replays one’s own portfolios only',
  async (path) => {
    const replay = (portfolioId: string) =>
      bob.fetch(path, { method: 'POST', json: { portfolioId, scenarioId: 'recent-6m' } })
    const foreign = await withoutRequestId(await replay(annsIds.portfolioId!))
    expect(foreign).toEqual(await withoutRequestId(await replay(UNKNOWN_ID)))
    expect(foreign.status).toBe(404)
    for (const odd of ['1', '', "' or 1=1 --", 'a'.repeat(5_000)]) expect((await replay(odd)).status).toBe(404)
  },
)

describe.each(callsWhere(({ access }) => access === 'signed-in'))('%s', (name, call) => {
  test('tells nothing of another user', async () => {
    if (name === 'DELETE /api/account' || name === 'POST /api/account/sign-out-everywhere') return
    expect(await (await request(bob, call, annsIds)).text()).not.toContain(SECRET_TICKER)
  })
})

test('interleaved reads of two users never mix', async () => {
  const answers = await Promise.all(
    Array.from({ length: 120 }, async (_, index) => {
      const [client, email] = index % 2 === 0 ? [ann, 'ann@example.com'] : [bob, 'bob@example.com']
      return { expected: email, actual: (await client.json<{ email: string }>('/api/auth/user')).email }
    }),
  )
  for (const { expected, actual } of answers) expect(actual).toBe(expected)
})
