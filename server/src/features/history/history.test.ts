/** @module-tag postgres */

import { readdirSync, readFileSync } from 'node:fs'
import { type PortfolioHistory, type Position, toWhatIfId } from '@ballast/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { reviewFiles, toInputs } from '../imports/testing/review-files.ts'

const START = new Date('2026-06-01T15:00:00Z')
let app: TestApp
let ann: TestClient
let now = START
let users = 0

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => now } } })
})
afterAll(() => app?.close())
beforeEach(async () => {
  now = START
  await signIn(`history-${users++}@example.com`)
})

let email = ''
async function signIn(as: string) {
  email = as
  ann = await app.signIn(as)
}
/** Sessions run out meanwhile. */
async function goTo(instant: string) {
  now = new Date(instant)
  await signIn(email)
}

interface Saved {
  id: string
  importId: string
}
const upload = (data: string, name = 'P') =>
  ann.json<Saved>('/api/portfolios/upload', { method: 'POST', json: { name, data } })
const replace = (portfolioId: string, positions: { ticker: string; shares: number }[]) =>
  ann.json<Saved>('/api/portfolios/save-from-review', {
    method: 'POST',
    json: { name: 'P', positions, portfolioId, mode: 'replace' },
  })
const historyOf = (id: string) => ann.json<PortfolioHistory>(`/api/portfolios/${encodeURIComponent(id)}/history`)
const positionsOf = (id: string) => ann.json<Position[]>(`/api/portfolios/${id}/positions`)
const edit = (id: string, positionId: string, shares: number) =>
  ann.json(`/api/portfolios/${id}/positions/${positionId}`, { method: 'PATCH', json: { shares } })
const rowsOf = async (id: string) =>
  (
    await app.db.asOwner(
      `select place, day::text, states_all, units, money_in from dated_holdings where portfolio_id = '${id}' order by place`,
    )
  ).map(({ day, units, states_all }) => [day, units, states_all])
/** Compares the sum of the dated changes with the positions held: the one thing that must always hold. */
async function expectDatedAsHeld(id: string) {
  const sums = new Map<string, number>()
  for (const { ticker, kind, shares, multiplier, currency } of await positionsOf(id)) {
    const key = kind === 'cash' ? `$${currency}` : kind === 'option' ? `@${ticker}` : ticker
    sums.set(key, (sums.get(key) ?? 0) + shares * multiplier)
  }
  const dated = new Map<string, number>()
  for (const [, units] of await rowsOf(id)) {
    for (const [key, amount] of Object.entries(units as Record<string, string>)) {
      if (Number(amount) === 0) dated.delete(key)
      else dated.set(key, Number(amount))
    }
  }
  expect([...dated].sort()).toEqual([...sums].filter(([, amount]) => amount !== 0).sort())
}

describe('every change dates what is held', () => {
  test('imports, edits, what-ifs, undoing and deleting', async () => {
    const { id } = await upload('ticker,shares,avgCost,sector\nAAPL,10,100,\nAAPL,5,90,\nTLT,20,,\nCASH,1000,,\n')
    expect(await rowsOf(id)).toEqual([['2026-06-01', { AAPL: '15', TLT: '20', $USD: '1000' }, true]])

    await goTo('2026-06-03T15:00:00Z')
    const [aapl] = await positionsOf(id)
    await edit(id, aapl?.id ?? '', 12.5)
    await ann.json(`/api/portfolios/${id}/positions`, { method: 'POST', json: { ticker: 'KO', shares: 3 } })
    // Both of one day are one change.
    expect((await rowsOf(id)).slice(1)).toEqual([['2026-06-03', { AAPL: '12.5', KO: '3' }, false]])
    await expectDatedAsHeld(id)

    // Until past midnight in London it is the same day in New York.
    await goTo('2026-06-05T02:00:00Z')
    const whatIf = toWhatIfId({
      portfolioId: id,
      changes: [{ ticker: 'TLT', isCash: false, shares: 0, price: null }],
    })
    const applied = await ann.json<Saved>('/api/portfolios/what-if', { method: 'POST', json: { whatIf } })
    expect((await rowsOf(id)).at(-1)).toEqual(['2026-06-04', { TLT: '0' }, false])
    await expectDatedAsHeld(id)
    await ann.json(`/api/portfolios/${id}/imports/${applied.importId}`, { method: 'DELETE' })
    expect(await rowsOf(id)).toHaveLength(2)
    await expectDatedAsHeld(id)

    await goTo('2026-06-09T15:00:00Z')
    const second = await replace(id, [{ ticker: 'AAPL', shares: 40 }])
    expect((await rowsOf(id)).at(-1)).toEqual(['2026-06-09', { $USD: '0', AAPL: '40', KO: '0', TLT: '0' }, true])
    await goTo('2026-06-10T15:00:00Z')
    const [left] = await positionsOf(id)
    await ann.json(`/api/portfolios/${id}/positions/${left?.id}`, { method: 'DELETE' })
    await expectDatedAsHeld(id)
    await ann.json(`/api/portfolios/${id}/imports/${second.importId}`, { method: 'DELETE' })
    await expectDatedAsHeld(id)
    expect((await positionsOf(id)).length).toBe(4)

    await ann.json(`/api/portfolios/${id}`, { method: 'DELETE' })
    expect(await rowsOf(id)).toEqual([])
  })

  test('an undone change of the same day leaves nothing, nor does the same file again', async () => {
    const { id } = await upload('ticker,shares\nAAPL,10\n')
    await goTo('2026-06-03T15:00:00Z')
    const [aapl] = await positionsOf(id)
    await edit(id, aapl?.id ?? '', 12)
    await edit(id, aapl?.id ?? '', 10)
    expect(await rowsOf(id)).toHaveLength(1)
    await replace(id, [{ ticker: 'AAPL', shares: 10 }])
    expect(await rowsOf(id)).toHaveLength(1)
  })

  test('what fails dates nothing', async () => {
    const { id } = await upload('ticker,shares\nAAPL,10\n')
    await goTo('2026-06-03T15:00:00Z')
    const refused = await ann.fetch(`/api/portfolios/${id}/positions`, {
      method: 'POST',
      json: { ticker: 'KO', shares: 0 },
    })
    expect(refused.status).toBe(400)
    expect(await rowsOf(id)).toHaveLength(1)
  })
})

describe('the history of a portfolio', () => {
  test('is valued at each close, asks once, and follows the answer', async () => {
    const { id } = await upload('ticker,shares\nAAPL,10\nTLT,20\n')
    expect(await historyOf(id)).toMatchObject({ closes: 0, figures: null, points: [], changes: [] })
    await goTo('2026-06-01T22:00:00Z')
    expect(await historyOf(id)).toMatchObject({ closes: 1, figures: null, first: '2026-06-01' })

    await goTo('2026-06-08T15:00:00Z')
    await replace(id, [
      { ticker: 'AAPL', shares: 30 },
      { ticker: 'TLT', shares: 20 },
    ])
    expect((await historyOf(id)).changes).toMatchObject([
      { status: 'waiting', moved: [{ ticker: 'AAPL', before: 10, after: 30 }] },
    ])

    await goTo('2026-06-30T22:00:00Z')
    const asked = await historyOf(id)
    expect(asked).toMatchObject({ first: '2026-06-01', last: '2026-06-30', closes: 21, simulated: true })
    const [change] = asked.changes
    expect(change).toMatchObject({ status: 'asked', valuedOn: '2026-06-08', day: '2026-06-08' })
    expect(change?.proposed).toBeCloseTo(change?.difference ?? Number.NaN, 2)
    const put = (moneyIn: number | null) =>
      ann.json(`/api/portfolios/${id}/history/changes/${change?.changeId}`, { method: 'PUT', json: { moneyIn } })
    await put(0)
    const answered = await historyOf(id)
    expect(answered.changes).toMatchObject([{ status: 'answered', moneyIn: 0 }])
    expect(answered.figures?.timeWeightedPercent).toBeGreaterThan(asked.figures?.timeWeightedPercent ?? Number.NaN)
    await put(null)
    expect(await historyOf(id)).toEqual(asked)

    // Against the CSV, by hand: growth is the product of the days around the flows.
    const csv = await (await ann.fetch(`/api/portfolios/${id}/history/series`)).text()
    const rows = csv
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',').map(Number))
    const product = rows
      .slice(1)
      .reduce((all, [, worth = 0, flow = 0], t) => (all * (worth - flow)) / (rows[t]?.[1] ?? 0), 1)
    expect(asked.figures?.timeWeightedPercent).toBeCloseTo(100 * (product - 1), 9)
    expect(asked.figures?.moneyWeighted).toHaveLength(1)
    const { figures } = asked
    expect((figures?.firstValue ?? 0) + (figures?.moneyIn ?? 0) + (figures?.gain ?? 0)).toBeCloseTo(
      figures?.lastValue ?? 0,
      6,
    )
  })

  test('of a file of transactions is told by the file, and undone with it', async () => {
    const lines = [
      'Activity Date,Process Date,Settle Date,Instrument,Description,Trans Code,Quantity,Price,Amount',
      '4/20/2026,4/20/2026,4/22/2026,KO,Coca-Cola,Sell,5,$72.00,$360.00',
      '3/16/2026,3/16/2026,3/18/2026,AAPL,Apple,Buy,10,$250.00,($2500.00)',
      '3/2/2026,3/2/2026,3/4/2026,KO,Coca-Cola,Buy,5,$70.00,($350.00)',
    ]
    const review = await reviewFiles(ann, [['history.csv', `${lines.join('\n')}\n`]])
    expect(review.sources[0]).toMatchObject({ content: 'activity' })
    const json = { name: 'Traded', positions: toInputs(review), importId: review.importId }
    const { id, importId } = await ann.json<Saved>('/api/portfolios/save-from-review', { method: 'POST', json })
    expect(await rowsOf(id)).toEqual([
      ['2026-03-02', { KO: '5' }, false],
      ['2026-03-16', { AAPL: '10' }, false],
      ['2026-04-20', { KO: '0' }, false],
      ['2026-04-20', {}, true],
    ])
    const { first, changes, figures } = await historyOf(id)
    expect(first).toBe('2026-03-02')
    expect(changes.map(({ status, moneyIn }) => [status, moneyIn])).toEqual([
      ['same', 0],
      ['answered', -360],
      ['answered', 2_500],
    ])
    expect(figures?.moneyIn).toBe(2_140)
    await ann.json(`/api/portfolios/${id}/imports/${importId}`, { method: 'DELETE' })
    expect(await rowsOf(id)).toEqual([])
  })

  test('of a what-if is that of its portfolio; of all portfolios it is their sum', async () => {
    const one = await upload('ticker,shares\nAAPL,10\n', 'One')
    const two = await upload('ticker,shares\nTLT,20\n', 'Two')
    const merged = await upload('ticker,shares\nAAPL,10\nTLT,20\n', 'Both')
    await goTo('2026-06-30T22:00:00Z')
    const whatIf = toWhatIfId({
      portfolioId: one.id,
      changes: [{ ticker: 'AAPL', isCash: false, shares: 1, price: null }],
    })
    expect(await historyOf(whatIf)).toEqual(await historyOf(one.id))
    const together = await historyOf(merged.id)
    await ann.json(`/api/portfolios/${merged.id}`, { method: 'DELETE' })
    const listed = await ann.json<{ id: string; isBook?: true }[]>('/api/portfolios?book=true')
    const book = listed.find(({ isBook }) => isBook)
    expect(await historyOf(book?.id ?? '')).toEqual(together)
    expect(await historyOf(two.id)).not.toEqual(together)
  })

  test('is nobody else’s, and only real changes can be answered', async () => {
    const { id } = await upload('ticker,shares\nAAPL,10\n')
    const put = (path: string, moneyIn: unknown = 1) => ann.fetch(path, { method: 'PUT', json: { moneyIn } })
    // The first one changes nothing.
    expect((await put(`/api/portfolios/${id}/history/changes/1`)).status).toBe(404)
    expect((await put(`/api/portfolios/${id}/history/changes/2`)).status).toBe(404)
    expect((await put(`/api/portfolios/none/history/changes/2`)).status).toBe(404)
    expect((await put(`/api/portfolios/${id}/history/changes/2`, '5')).status).toBe(400)
    expect((await put(`/api/portfolios/${id}/history/changes/2`, 1e13)).status).toBe(400)
    await goTo('2026-06-03T15:00:00Z')
    const [lot] = await positionsOf(id)
    await edit(id, lot?.id ?? '', 11)
    const owner = ann
    ann = await app.signIn('somebody-else@example.com')
    expect((await ann.fetch(`/api/portfolios/${id}/history`)).status).toBe(404)
    expect((await put(`/api/portfolios/${id}/history/changes/2`)).status).toBe(404)
    ann = owner
    expect((await put(`/api/portfolios/${id}/history/changes/2`)).status).toBe(200)
    const exported = await ann.json<{ tables: Record<string, unknown[]> }>('/api/account/export').catch(() => undefined)
    expect(JSON.stringify(exported ?? {})).toContain('dated_holdings')
  })
})

describe('what is stored', () => {
  test('from before holdings were dated begins with the day that they are known from', async () => {
    const { id } = await upload(
      'ticker,shares,kind,currency\nAAPL,10.5,,\nAAPL,2,,EUR\nCASH,7,cash,\nSPY270115P00400000,3,,\n',
    )
    const before = await rowsOf(id)
    await goTo('2026-06-05T02:00:00Z')
    const [lot] = await positionsOf(id)
    await edit(id, lot?.id ?? '', 11)
    await app.db.asOwner('delete from dated_holdings')
    const migrations = new URL('../../database/migrations/', import.meta.url)
    const [file = ''] = readdirSync(migrations).filter((name) => name.endsWith('_dated-holdings.sql'))
    const [insert = ''] =
      /^INSERT INTO dated_holdings[^;]+;/m.exec(readFileSync(new URL(file, migrations), 'utf8')) ?? []
    await app.db.asOwner(insert)
    const units = { ...(before[0]?.[1] as object), AAPL: '13' }
    expect(await rowsOf(id)).toEqual([['2026-06-04', units, false]])
    await expectDatedAsHeld(id)
  })

  test('of ten years and 60 positions is less than a megabyte', async () => {
    const tickers = Array.from({ length: 60 }, (_, i) => `T${i}A`)
    const { id } = await upload(`ticker,shares\n${tickers.map((ticker) => `${ticker},100`).join('\n')}\n`)
    const [owner] = await app.db.asOwner(`select user_id from portfolios where id = '${id}'`)
    // Three tickers on every trading day, and a statement of all sixty, each with other shares, every month.
    const [units, all] = [tickers.slice(0, 3), tickers].map((some) =>
      some.map((ticker) => `'${ticker}', ((random() * 1000)::numeric(10, 4))::text`).join(', '),
    )
    await app.db.asOwner(`insert into dated_holdings (portfolio_id, place, user_id, day, states_all, units)
      select '${id}', 1 + n, '${owner?.user_id}', date '2026-06-01' + n, n % 21 = 0,
        json_object(case when n % 21 = 0 then array[${all}] else array[${units}] end)
      from generate_series(1, 2520) as n`)
    const [size] = await app.db.asOwner(
      `select sum(pg_column_size(dated_holdings.*))::int as rows, pg_total_relation_size('dated_holdings')::int as all from dated_holdings where portfolio_id = '${id}'`,
    )
    expect(Number(size?.all)).toBeGreaterThan(200_000)
    expect(Number(size?.all)).toBeLessThan(1_000_000)
    // An edit after ten years is still one change.
    await goTo('2036-06-02T15:00:00Z')
    const [lot] = await positionsOf(id)
    await edit(id, lot?.id ?? '', 7)
    expect(await rowsOf(id)).toHaveLength(2_522)
  })
})
