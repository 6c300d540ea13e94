import type { ImportReview } from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { OWN_FORMAT, reviewFiles, toInputs } from './testing/review-files.ts'

const HOUR = 3_600_000

let app: TestApp
let now = new Date('2026-11-20T15:00:00Z')
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => now } } })
})
afterAll(() => app.close())

interface Saved {
  id: string
  name: string
  importId: string
  positionCount: number
  notes: string[]
  unchanged: boolean
}

const save = (client: TestClient, made: ImportReview, extra: object = {}) =>
  client.fetch('/api/portfolios/save-from-review', {
    method: 'POST',
    json: { name: 'Mine', importId: made.importId, positions: toInputs(made), ...extra },
  })

const saved = async (client: TestClient, made: ImportReview, extra: object = {}) => {
  const response = await save(client, made, extra)
  expect(response.status).toBe(200)
  return (await response.json()) as Saved
}

describe('saving a review', () => {
  test('stores its positions under its own id and uses it up', async () => {
    const ann = await app.signIn('saves@example.com')
    const made = await reviewFiles(ann, [['mine.csv', OWN_FORMAT]])
    const portfolio = await saved(ann, made)
    expect(portfolio).toMatchObject({ importId: made.importId, positionCount: 2, unchanged: false })
    expect((await ann.fetch(`/api/imports/${made.importId}`)).status).toBe(404)
    expect(await ann.json(`/api/portfolios/${portfolio.id}/imports`)).toMatchObject([
      { id: made.importId, source: 'file', positionCount: 2, remainingCount: 2 },
    ])
    expect(await ann.json(`/api/portfolios/${portfolio.id}/imports/${made.importId}`, { method: 'DELETE' })).toEqual({
      removed: 2,
      restored: 0,
      portfolioDeleted: true,
    })
  })

  test('twice, also at once, stores it once', async () => {
    const ann = await app.signIn('twice@example.com')
    const made = await reviewFiles(ann, [['mine.csv', OWN_FORMAT]])
    const answers = await Promise.all([saved(ann, made), saved(ann, made), saved(ann, made)])
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(answers.filter(({ unchanged }) => unchanged)).toHaveLength(2)
    expect(answers.find(({ unchanged }) => unchanged)?.notes).toEqual([
      'This review has been saved already; nothing was changed.',
    ])
    expect(await ann.json('/api/portfolios')).toHaveLength(1)
  })

  test('of the same file under the same name changes nothing and says so, however often', async () => {
    const ann = await app.signIn('reimports@example.com')
    const first = await saved(ann, await reviewFiles(ann, [['mine.csv', OWN_FORMAT]]))
    const made = await reviewFiles(ann, [['renamed.csv', OWN_FORMAT]])
    for (let index = 0; index < 2; index++) {
      const again = await saved(ann, made)
      expect(again).toMatchObject({ id: first.id, importId: first.importId, unchanged: true })
      expect(again.notes).toEqual(['“Mine” was imported from the same source already; nothing was changed.'])
    }
    expect(await ann.json('/api/portfolios')).toHaveLength(1)
    expect((await saved(ann, made, { name: 'Another' })).unchanged).toBe(false)
  })

  test('of the same file into the same portfolio changes nothing; with other figures it is refused', async () => {
    const ann = await app.signIn('adds@example.com')
    const { id } = await saved(ann, await reviewFiles(ann, [['mine.csv', OWN_FORMAT]]))
    const made = await reviewFiles(ann, [['mine.csv', OWN_FORMAT]])
    expect(await saved(ann, made, { portfolioId: id, mode: 'add' })).toMatchObject({ id, unchanged: true })
    expect(await saved(ann, made, { portfolioId: id, mode: 'replace' })).toMatchObject({ id, unchanged: true })
    const edited = await save(ann, made, {
      portfolioId: id,
      mode: 'add',
      positions: [{ ticker: 'AAPL', shares: 11 }],
    })
    expect(edited.status).toBe(409)
    expect(await edited.json()).toMatchObject({ error: expect.stringContaining('count its positions twice') })
    expect(await ann.json(`/api/portfolios/${id}/positions`)).toHaveLength(2)
  })

  test('of a file that was undone or edited since stores it again', async () => {
    const ann = await app.signIn('undoes@example.com')
    const first = await saved(ann, await reviewFiles(ann, [['mine.csv', OWN_FORMAT]]))
    await ann.json(`/api/portfolios/${first.id}/imports/${first.importId}`, { method: 'DELETE' })
    const second = await saved(ann, await reviewFiles(ann, [['mine.csv', OWN_FORMAT]]))
    expect(second.unchanged).toBe(false)
    const [position] = await ann.json<{ id: string }[]>(`/api/portfolios/${second.id}/positions`)
    await ann.json(`/api/portfolios/${second.id}/positions/${position?.id}`, { method: 'DELETE' })
    const third = await saved(ann, await reviewFiles(ann, [['mine.csv', OWN_FORMAT]]))
    expect(third).toMatchObject({ unchanged: false, positionCount: 2 })
    expect(third.id).not.toBe(second.id)
  })

  test('that has run out still saves what was on the screen', async () => {
    const ann = await app.signIn('late@example.com')
    const made = await reviewFiles(ann, [['mine.csv', OWN_FORMAT]])
    now = new Date(now.getTime() + 25 * HOUR)
    const portfolio = await saved(await app.signIn('late@example.com'), made)
    expect(portfolio.positionCount).toBe(2)
    expect(portfolio.importId).not.toBe(made.importId)
  })

  test('with somebody else’s draft is as with none', async () => {
    const [ann, bob] = [await app.signIn('draft-ann@example.com'), await app.signIn('draft-bob@example.com')]
    const made = await reviewFiles(ann, [['mine.csv', OWN_FORMAT]])
    const his = await saved(bob, made)
    expect(his.importId).not.toBe(made.importId)
    expect((await ann.fetch(`/api/imports/${made.importId}`)).status).toBe(200)
    expect((await saved(ann, made)).importId).toBe(made.importId)
    expect((await saved(bob, made, { name: 'Again' })).unchanged).toBe(false)
  })
})

test('a newer file is compared before it is saved', async () => {
  const ann = await app.signIn('compares@example.com')
  const { id } = await saved(ann, await reviewFiles(ann, [['mine.csv', OWN_FORMAT]]))
  const positions = [
    { ticker: 'aapl', shares: 12, avgCost: 150.5 },
    { ticker: 'KO', shares: 5 },
  ]
  const compare = (mode: string) =>
    ann.json(`/api/portfolios/${id}/import-difference`, { method: 'POST', json: { positions, mode } })
  const held = { kind: 'security', account: null, currency: 'USD' }
  expect(await compare('replace')).toEqual({
    added: [{ ...held, ticker: 'KO', shares: 5, avgCost: null }],
    removed: [{ ...held, ticker: 'ZZZQ', shares: 3, avgCost: 20 }],
    changed: [
      {
        before: { ...held, ticker: 'AAPL', shares: 10, avgCost: 150.5 },
        after: { ...held, ticker: 'AAPL', shares: 12, avgCost: 150.5 },
      },
    ],
    unchangedCount: 0,
    mode: 'replace',
    proposedMode: 'replace',
  })
  expect(await compare('add')).toMatchObject({
    added: [{ ticker: 'KO' }],
    removed: [],
    changed: [{ after: { ticker: 'AAPL', shares: 22, avgCost: 150.5 } }],
    unchangedCount: 1,
  })
  expect(await ann.json(`/api/portfolios/${id}/positions`)).toHaveLength(2)
})

test('thousands of positions are compared as few are, in a thread', { tags: 'full' }, async () => {
  const ann = await app.signIn('compares-many@example.com')
  const lots = Array.from({ length: 1_200 }, (_, index) => ({ ticker: `T${index}`, shares: index + 1, avgCost: 2.5 }))
  const { id } = await ann.json<{ id: string }>('/api/portfolios/save-from-review', {
    method: 'POST',
    json: { name: 'Many', positions: lots },
  })
  const newer = [...lots.slice(1, -1), { ticker: 'T1199', shares: 5, avgCost: 2.5 }, { ticker: 'NEW', shares: 1 }]
  const json = { positions: newer, mode: 'replace' }
  const held = { kind: 'security', account: null, currency: 'USD' }
  expect(await ann.json(`/api/portfolios/${id}/import-difference`, { method: 'POST', json })).toEqual({
    added: [{ ...held, ticker: 'NEW', shares: 1, avgCost: null }],
    removed: [{ ...held, ticker: 'T0', shares: 1, avgCost: 2.5 }],
    changed: [
      {
        before: { ...held, ticker: 'T1199', shares: 1_200, avgCost: 2.5 },
        after: { ...held, ticker: 'T1199', shares: 5, avgCost: 2.5 },
      },
    ],
    unchangedCount: 1_198,
    mode: 'replace',
    proposedMode: 'replace',
  })
})
