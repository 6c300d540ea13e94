/** @module-tag postgres */

import { LIMITS, positionSchema, savedPortfolioSchema } from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

let app: TestApp
let anna: TestClient

beforeAll(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.com', 'Anna Berg')
})
afterAll(() => app?.close())

const CSV = 'ticker,shares,avgCost,sector\nAAPL,100,150.50,Technology\nBRK/B,12.5,320,\nKO,-30,60.25,Consumer Staples\n'

type Saved = z.infer<typeof savedPortfolioSchema>
type Position = z.infer<typeof positionSchema>

const upload = (client: TestClient, name: string, data: string) =>
  client.json<Saved>('/api/portfolios/upload', { method: 'POST', json: { name, data } })
const positionsOf = (client: TestClient, id: string) => client.json<Position[]>(`/api/portfolios/${id}/positions`)
const errorOf = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as { error: string; details?: { row?: number; column?: string; message: string }[] }),
})

describe('uploading', () => {
  test('a CSV becomes a portfolio with its positions in order, as exact numbers', async () => {
    const saved = savedPortfolioSchema.parse(await upload(anna, 'Core', CSV))
    expect(saved).toMatchObject({ name: 'Core', positionCount: 3, notes: [] })
    const positions = z.array(positionSchema).parse(await positionsOf(anna, saved.id))
    expect(positions.map(({ ticker, shares, avgCost, sector }) => [ticker, shares, avgCost, sector])).toEqual([
      ['AAPL', 100, 150.5, 'Technology'],
      // The sector was left blank: it is the instrument's, and not the user's own.
      ['BRK.B', 12.5, 320, 'Financials'],
      ['KO', -30, 60.25, 'Consumer Staples'],
    ])
    expect(positions.map(({ name, sectorIsOwn, importId }) => [name !== null, sectorIsOwn, importId])).toEqual([
      [true, true, saved.importId],
      [true, false, saved.importId],
      [true, true, saved.importId],
    ])
  })

  test('decimals are stored to the last digit that was typed', async () => {
    const { id } = await upload(anna, 'Exact', 'ticker,shares,avgCost\nAAPL,123456789012.0123456789,0.0000000001\n')
    const [row] = await app.db.asOwner(
      `select shares::text as shares, avg_cost::text as cost from positions where portfolio_id = '${id}'`,
    )
    expect(row).toEqual({ shares: '123456789012.0123456789', cost: '0.0000000001' })
  })

  test('one wrong cell refuses the whole upload, names its row and column, and stores nothing', async () => {
    const before = await anna.json<unknown[]>('/api/portfolios')
    const response = await anna.fetch('/api/portfolios/upload', {
      method: 'POST',
      json: { name: 'Wrong', data: `${CSV}MSFT,ten,280,Technology\n` },
    })
    const body = await errorOf(response)
    expect(body.status).toBe(400)
    expect(body.error).toBe('Row 5, column "shares": "ten" is not a number. Write it like 10 or 1,250.5.')
    expect(body.details).toMatchObject([{ row: 5, column: 'shares', found: 'ten' }])
    expect(await anna.json<unknown[]>('/api/portfolios')).toHaveLength(before.length)
  })

  test('of many problems the first 20 are listed and all are counted', async () => {
    const rows = Array.from({ length: 31 }, () => 'AAPL,many,1').join('\n')
    const response = await anna.fetch('/api/portfolios/upload', {
      method: 'POST',
      json: { name: 'Wrong', data: `ticker,shares,avgCost\n${rows}` },
    })
    const body = (await response.json()) as { error: string; details: unknown[]; problemCount: number }
    expect(body.details).toHaveLength(20)
    expect(body.problemCount).toBe(31)
    expect(body.error).toContain('There are 30 more problems.')
  })

  test('20,000 rows are read in a worker and saved, and others are answered meanwhile', { tags: 'full' }, async () => {
    const rows = Array.from(
      { length: LIMITS.positionsPerPortfolio },
      (_, i) => `T${i.toString(36)},${i + 1}.5,10,Made up`,
    )
    const uploading = upload(anna, 'Large', `ticker,shares,avgCost,sector\n${rows.join('\n')}\n`)
    let answered = 0
    let isDone = false
    const watch = (async () => {
      while (!isDone) {
        await anna.json('/api/portfolios')
        answered += 1
      }
    })()
    const saved = await uploading
    isDone = true
    await watch
    expect(saved.positionCount).toBe(20_000)
    // The embedded database serves one transaction at a time, so one reader may wait for the insert; none waits for the rest.
    expect(answered).toBeGreaterThan(2)
    const positions = await positionsOf(anna, saved.id)
    expect(positions).toHaveLength(20_000)
    expect(positions.at(-1)).toMatchObject({ ticker: `T${(19_999).toString(36)}`.toUpperCase(), shares: 20_000.5 })
    await anna.json(`/api/portfolios/${saved.id}`, { method: 'DELETE' })
  })

  test('one row more is refused with words, before anything is stored', async () => {
    const rows = Array.from({ length: LIMITS.positionsPerPortfolio + 1 }, (_, i) => `T${i.toString(36)},1`)
    const response = await anna.fetch('/api/portfolios/upload', {
      method: 'POST',
      json: { name: 'Too large', data: `ticker,shares\n${rows.join('\n')}\n` },
    })
    const body = await errorOf(response)
    expect([body.status, body.error]).toEqual([
      400,
      'Row 20002: there are more than 20,000 positions. Split the file into several portfolios.',
    ])
  })

  test('keys that name an owner are not accepted, and prototypes are not reached', async () => {
    const response = await anna.fetch('/api/portfolios/upload', {
      method: 'POST',
      json: { name: 'Mine', data: CSV, userId: '00000000-0000-4000-8000-000000000000', isAdmin: true },
    })
    expect(response.status).toBe(400)
    const hostile =
      '[{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"ticker":"AAPL","shares":1}]'
    await upload(anna, 'Hostile', hostile)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

describe('saving what was reviewed', () => {
  const review = (json: object) => anna.json<Saved>('/api/portfolios/save-from-review', { method: 'POST', json })

  test('adds to a portfolio, replaces what it holds, and each can be undone', async () => {
    const { id } = await upload(anna, 'Reviewed', 'ticker,shares,avgCost\nAAPL,1,100\nMSFT,2,200\n')
    const tickers = async () => (await positionsOf(anna, id)).map(({ ticker }) => ticker)

    const added = await review({
      name: 'x',
      portfolioId: id,
      positions: [{ ticker: 'nvda', shares: 3, confidence: 'low' }],
    })
    expect(added).toMatchObject({ id, name: 'Reviewed', positionCount: 1 })
    expect(await tickers()).toEqual(['AAPL', 'MSFT', 'NVDA'])

    const replaced = await review({
      name: 'x',
      portfolioId: id,
      mode: 'replace',
      positions: [{ ticker: 'KO', shares: 4 }],
    })
    expect(await tickers()).toEqual(['KO'])
    const imports = await anna.json<{ id: string; remainingCount: number }[]>(`/api/portfolios/${id}/imports`)
    expect(imports.map(({ remainingCount }) => remainingCount)).toEqual([1, 0, 0])

    const undo = (importId: string) =>
      anna.json<object>(`/api/portfolios/${id}/imports/${importId}`, { method: 'DELETE' })
    expect(await undo(replaced.importId)).toEqual({ removed: 1, restored: 3, portfolioDeleted: false })
    expect(await tickers()).toEqual(['AAPL', 'MSFT', 'NVDA'])
    expect(await undo(added.importId)).toEqual({ removed: 1, restored: 0, portfolioDeleted: false })
    expect(await tickers()).toEqual(['AAPL', 'MSFT'])
  })

  test('undoing the import that made a portfolio takes the empty portfolio away', async () => {
    const { id, importId } = await upload(anna, 'Short-lived', CSV)
    const undone = await anna.json(`/api/portfolios/${id}/imports/${importId}`, { method: 'DELETE' })
    expect(undone).toEqual({ removed: 3, restored: 0, portfolioDeleted: true })
    expect((await anna.fetch(`/api/portfolios/${id}/positions`)).status).toBe(404)
  })

  test('a portfolio that its owner has added to stays when its import is undone', async () => {
    const { id, importId } = await upload(anna, 'Kept', CSV)
    await anna.json(`/api/portfolios/${id}/positions`, { method: 'POST', json: { ticker: 'TLT', shares: 5 } })
    const undone = await anna.json(`/api/portfolios/${id}/imports/${importId}`, { method: 'DELETE' })
    expect(undone).toEqual({ removed: 3, restored: 0, portfolioDeleted: false })
    expect((await positionsOf(anna, id)).map(({ ticker }) => ticker)).toEqual(['TLT'])
  })

  test('duplicates keep their total cost, and a number that cannot be stored exactly names its row', async () => {
    // 10 at 100 and 30 at 120: 1,000 + 3,600 = 4,600 for 40, which is 115 each.
    const saved = await review({
      name: 'Merged',
      positions: [
        { ticker: 'AAPL', shares: 10, avgCost: 100 },
        { ticker: 'aapl', shares: 30, avgCost: 120 },
      ],
    })
    expect(saved.positionCount).toBe(1)
    expect(await positionsOf(anna, saved.id)).toMatchObject([{ ticker: 'AAPL', shares: 40, avgCost: 115 }])
    const response = await anna.fetch('/api/portfolios/save-from-review', {
      method: 'POST',
      json: {
        name: 'x',
        positions: [
          { ticker: 'AAPL', shares: 1 },
          { ticker: 'KO', shares: 0.00000000001 },
        ],
      },
    })
    expect(await errorOf(response)).toMatchObject({ status: 400, details: [{ row: 2, column: 'shares' }] })
  })
})

describe('changing', () => {
  test('a position is added, changed key by key and deleted, and the list shows it at once', async () => {
    const { id } = await upload(anna, 'Edited', 'ticker,shares,avgCost,sector\nAAPL,1.0000000001,100,Tech\n')
    const path = `/api/portfolios/${id}/positions`
    const added = await anna.json<Position>(path, {
      method: 'POST',
      json: { ticker: 'AAPL261218C00250000', shares: -2, avgCost: 3.5 },
    })
    expect(added).toMatchObject({ kind: 'option', multiplier: 100, shares: -2, sectorIsOwn: false, importId: null })
    const [first] = await positionsOf(anna, id)
    const changed = await anna.json<Position>(`${path}/${first!.id}`, { method: 'PATCH', json: { avgCost: null } })
    expect(changed).toMatchObject({ ticker: 'AAPL', avgCost: null, sector: 'Tech' })
    const [row] = await app.db.asOwner(`select shares::text as shares from positions where id = '${first!.id}'`)
    expect(row).toEqual({ shares: '1.0000000001' })
    await anna.json(`${path}/${first!.id}`, { method: 'DELETE' })
    expect((await positionsOf(anna, id)).map(({ id }) => id)).toEqual([added.id])
  })

  test('cash is cash in its own currency, whatever it is written as', async () => {
    const { id, notes } = await upload(anna, 'Cash', 'ticker,shares\nCASH,1000\nEUR,50\n')
    expect(notes).toContain('Row 2: CASH is taken for cash in USD.')
    expect(await positionsOf(anna, id)).toMatchObject([
      { ticker: 'CASH', kind: 'cash', shares: 1000, avgCost: 1, currency: 'USD', sector: 'Cash', sectorIsOwn: false },
      { ticker: 'EUR', kind: 'cash', shares: 50, avgCost: 1, currency: 'EUR', sector: 'Cash' },
    ])
  })

  test('a portfolio is renamed and deleted', async () => {
    const { id } = await upload(anna, 'Old', CSV)
    const renamed = await anna.json(`/api/portfolios/${id}`, { method: 'PATCH', json: { name: '  New name ' } })
    expect(renamed).toMatchObject({ id, name: 'New name', positionCount: 3 })
    expect(await anna.json(`/api/portfolios/${id}`, { method: 'DELETE' })).toEqual({ deleted: true })
    expect((await anna.fetch(`/api/portfolios/${id}/positions`)).status).toBe(404)
  })

  test.each(['a\u0000b', 'two\nlines', '\ud800', ''])('the name %j is refused', async (name) => {
    const response = await anna.fetch('/api/portfolios/upload', { method: 'POST', json: { name, data: CSV } })
    expect(response.status).toBe(400)
  })
})

describe('unchanged positions', () => {
  test('keep their tag and are answered 304, until they change', async () => {
    const { id } = await upload(anna, 'Tagged', CSV)
    const path = `/api/portfolios/${id}/positions`
    const first = await anna.fetch(path)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    const again = await anna.fetch(path, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    await anna.json(path, { method: 'POST', json: { ticker: 'TLT', shares: 1 } })
    const changed = await anna.fetch(path, { headers: { 'if-none-match': etag } })
    expect(changed.status).toBe(200)
    expect(await changed.json()).toHaveLength(4)
  })
})

describe('two users', () => {
  test('cannot tell each other’s portfolios from ones that do not exist', async () => {
    const boris = await app.signIn('boris@example.com')
    const { id, importId } = await upload(anna, 'Anna’s', CSV)
    const [position] = await positionsOf(anna, id)
    const unknown = '00000000-0000-4000-8000-000000000000'
    const calls = (portfolio: string, positionId: string, batch: string) =>
      [
        ['GET', `/api/portfolios/${portfolio}/positions`],
        ['GET', `/api/portfolios/${portfolio}/prices`],
        ['GET', `/api/portfolios/${portfolio}/overview`],
        ['GET', `/api/portfolios/${portfolio}/export`],
        ['GET', `/api/portfolios/${portfolio}/imports`],
        ['PATCH', `/api/portfolios/${portfolio}`, { name: 'Taken' }],
        ['DELETE', `/api/portfolios/${portfolio}`],
        ['POST', `/api/portfolios/${portfolio}/positions`, { ticker: 'AAPL', shares: 1 }],
        ['PATCH', `/api/portfolios/${portfolio}/positions/${positionId}`, { shares: 1 }],
        ['DELETE', `/api/portfolios/${portfolio}/positions/${positionId}`],
        ['DELETE', `/api/portfolios/${portfolio}/imports/${batch}`],
        [
          'POST',
          '/api/portfolios/save-from-review',
          { name: 'x', portfolioId: portfolio, positions: [{ ticker: 'AAPL', shares: 1 }] },
        ],
      ] as const
    const answers = async (list: ReturnType<typeof calls>) =>
      Promise.all(
        list.map(async ([method, path, json]) => {
          const response = await boris.fetch(path, { method, ...(json && { json }) })
          const { requestId: _requestId, ...body } = (await response.json()) as { requestId: string }
          return [response.status, body]
        }),
      )
    const foreign = await answers(calls(id, position!.id, importId))
    expect(foreign).toEqual(await answers(calls(unknown, unknown, unknown)))
    expect(foreign).toEqual(await answers(calls('not-an-id', 'nor-this', "';drop table portfolios")))
    expect(new Set(foreign.map(([status]) => status))).toEqual(new Set([404]))
    expect(await positionsOf(anna, id)).toHaveLength(3)
  })

  test('a position or import of one’s own other portfolio is not found under this one', async () => {
    const one = await upload(anna, 'One', CSV)
    const two = await upload(anna, 'Two', CSV)
    const [ofOne] = await positionsOf(anna, one.id)
    for (const path of [`positions/${ofOne!.id}`, `imports/${one.importId}`]) {
      expect((await anna.fetch(`/api/portfolios/${two.id}/${path}`, { method: 'DELETE' })).status).toBe(404)
    }
    expect(await positionsOf(anna, one.id)).toHaveLength(3)
  })

  test('120 interleaved reads never mix', async () => {
    const boris = await app.signIn('boris@example.com')
    const mine = await upload(anna, 'Anna reads', 'ticker,shares,sector\nAAPL,1,ANNA\n')
    const his = await upload(boris, 'Boris reads', 'ticker,shares,sector\nMSFT,1,BORIS\n')
    const texts = await Promise.all(
      Array.from({ length: 120 }, async (_, i) => {
        const [client, id] = i % 2 === 0 ? [anna, mine.id] : [boris, his.id]
        return (await client.fetch(`/api/portfolios/${id}/positions`)).text()
      }),
    )
    for (const [i, text] of texts.entries()) {
      expect(text).toContain(i % 2 === 0 ? 'ANNA' : 'BORIS')
      expect(text).not.toContain(i % 2 === 0 ? 'BORIS' : 'ANNA')
    }
  })
})

describe('limits', () => {
  test('two uploads at once cannot both take the last place', async () => {
    const clara = await app.signIn('clara@example.com')
    await app.db.asOwner(
      `insert into portfolios (user_id, name, created_at, updated_at)
       select id, 'filler', now(), now() from users, generate_series(1, ${LIMITS.portfoliosPerUser - 1})
       where email = 'clara@example.com'`,
    )
    const both = await Promise.all(
      ['A', 'B'].map((name) => clara.fetch('/api/portfolios/upload', { method: 'POST', json: { name, data: CSV } })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = await errorOf(both.find(({ status }) => status === 409)!)
    expect(refused.error).toBe(
      'You have 100 portfolios, the most an account can hold. Delete one, or add to an existing one.',
    )
  })

  test('a portfolio and an account hold so many positions and no more', { tags: 'full' }, async () => {
    const dora = await app.signIn('dora@example.com')
    const { id } = await upload(dora, 'Nearly full', CSV)
    // Without the checks of foreign keys: they would take most of the time, and the rows point at what is there.
    const fill = (count: number) =>
      app.db.asOwner(
        `set session_replication_role = replica;
         insert into positions (user_id, portfolio_id, ticker, shares, ordinal, created_at, updated_at)
         select user_id, id, 'AAPL', 1, 100 + n, now(), now() from portfolios, generate_series(1, ${count}) as n
         where portfolios.id = '${id}';
         set session_replication_role = origin`,
      )
    await fill(LIMITS.positionsPerPortfolio - 4)
    const add = () =>
      dora.fetch(`/api/portfolios/${id}/positions`, { method: 'POST', json: { ticker: 'KO', shares: 1 } })
    expect((await add()).status).toBe(200)
    expect(await errorOf(await add())).toMatchObject({
      status: 409,
      error: expect.stringContaining('A portfolio holds at most 20,000 positions; with these it would have 20,001.'),
    })
    await app.db.asOwner(
      `insert into portfolios (user_id, name, created_at, updated_at)
       select id, 'full', now(), now() from users where email = 'dora@example.com';
       set session_replication_role = replica;
       insert into positions (user_id, portfolio_id, ticker, shares, ordinal, created_at, updated_at)
       select user_id, id, 'AAPL', 1, n, now(), now() from portfolios, generate_series(1, 80000) as n where name = 'full';
       set session_replication_role = origin`,
    )
    const refused = await dora.fetch('/api/portfolios/upload', {
      method: 'POST',
      json: { name: 'One more', data: CSV },
    })
    expect(await errorOf(refused)).toMatchObject({
      status: 409,
      error: expect.stringContaining('An account holds at most 100,000 positions, with'),
    })
  })
})
