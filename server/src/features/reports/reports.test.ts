import { REPORT_LIMITS, REPORT_TITLE, type Report, type ReportLink } from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

const DAY = 24 * 3_600_000
const START = new Date('2026-11-20T22:00:00Z')
const CSV =
  'ticker,shares,avgCost,sector,kind\nAAPL,10,150,Technology,\nMSFT,5,200,Technology,\nNOPRICE9,7,1,,\nCASH,1000,,,cash\n'
const NAME = 'Grandmother 12345678'
let now = START
let app: TestApp
let ann: TestClient
let bob: TestClient
let portfolioId: string

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => now } } })
  ;[ann, bob] = await Promise.all([app.signIn('ann.owner@example.com', 'Ann Owner'), app.signIn('bob@example.com')])
  portfolioId = await upload(ann)
})
afterAll(() => app?.close())

const upload = async (client: TestClient) =>
  (
    await client.json<{ id: string }>('/api/portfolios/upload', {
      method: 'POST',
      json: { name: NAME, data: CSV },
    })
  ).id
const pathOf = (id = portfolioId) => `/api/portfolios/${id}`
const getPdf = async (query = '') => {
  const response = await ann.fetch(`${pathOf()}/report${query}`)
  expect(response.status, await response.clone().text()).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}
type Made = ReportLink & { url: string }
const REQUEST = { amounts: 'shown', lifetimeDays: 7 }
const makeLink = (json: object = REQUEST, client = ann, id = portfolioId) =>
  client.json<Made>(`${pathOf(id)}/report-links`, { method: 'POST', json })
const list = (client = ann) => client.json<ReportLink[]>(`${pathOf()}/report-links`)
const tokenOf = ({ url }: Made) => new URL(url).pathname.replace('/r/', '')
const open = (token: string) => app.client().fetch(`/api/shared-reports/${token}`)

async function readPdf(data: Uint8Array) {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const document = await getDocument({ data: data.slice(), verbosity: 0 }).promise
  const pages = await Promise.all(Array.from({ length: document.numPages }, (_, i) => document.getPage(i + 1)))
  const texts = await Promise.all(
    pages.map(async (page) =>
      (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join(' '),
    ),
  )
  return {
    text: texts.join('\n').replaceAll(/\s+/g, ' '),
    pages: pages.length,
    view: pages[0]?.view,
    trees: JSON.stringify(await Promise.all(pages.map((page) => page.getStructTree()))),
    metadata: await document.getMetadata(),
  }
}

describe('the report on paper', () => {
  test('answers first, names what is left out, and cites every figure', { tags: 'full' }, async () => {
    const { text, pages } = await readPdf(await getPdf())
    expect(text).toContain(REPORT_TITLE)
    expect(text).toMatch(
      /If (2008|2020|2022) came again, this portfolio would lose about \$[\d,]+ \[2\], \d+\.\d% \[1\] of its value\./,
    )
    expect(text).toContain('All market data is simulated')
    expect(text).toContain('Left out: NOPRICE9')
    expect(text).toContain('no hedge was searched for this portfolio yet')
    expect(pages).toBeGreaterThanOrEqual(2)
    expect(pages).toBeLessThanOrEqual(4)
    const cited = new Set([...text.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number)))
    for (const number of cited) expect(text.split(`[${number}]`).length, String(number)).toBeGreaterThan(2)
  })

  test('is tagged, titled, in English, on the paper that was asked for, light and without delay', {
    tags: 'full',
  }, async () => {
    const begun = performance.now()
    const data = await getPdf('?paper=letter')
    // Ten times what it takes, for a machine with other work.
    expect(performance.now() - begun).toBeLessThan(20_000)
    expect(data.length).toBeLessThan(100_000)
    const { trees, view, metadata } = await readPdf(data)
    expect(metadata.info).toMatchObject({ Title: REPORT_TITLE, Language: 'en-US' })
    for (const role of ['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']) expect(trees).toContain(`"role":"${role}"`)
    expect(view).toEqual([0, 0, 612, 792])
    expect((await readPdf(await getPdf())).view?.map(Math.round)).toEqual([0, 0, 595, 842])
    const raw = Buffer.from(data).toString('latin1')
    expect(raw).toContain('/Marked true')
    expect(raw).toContain('pdfuaid')
    expect(raw).not.toContain('/BaseFont /Helvetica')
  })

  test('is the same bytes for the same inputs', { tags: 'full' }, async () => {
    const first = await getPdf()
    now = new Date(START.getTime() + 90_000)
    expect(Buffer.from(await getPdf()).equals(Buffer.from(first))).toBe(true)
    now = START
  })

  test('holds no name and no address, and without amounts no amount', async () => {
    const shown = await readPdf(await getPdf())
    expect(shown.text).toContain('$')
    for (const secret of ['Ann', 'Owner', 'example.com', 'Grandmother', '12345678']) {
      expect(shown.text).not.toContain(secret)
      expect(JSON.stringify(shown.metadata.info)).not.toContain(secret)
    }
    const hidden = await readPdf(await getPdf('?amounts=hidden'))
    expect(hidden.text).not.toMatch(/\$|In dollars|worth/)
    expect(hidden.text).toMatch(/would lose about \d+\.\d% \[1\] of its value/)
  })

  test('is its owner’s alone, and not of a what-if', async () => {
    expect((await bob.fetch(`${pathOf()}/report`)).status).toBe(404)
    expect((await ann.fetch(`${pathOf()}~AAPL:1/report`)).status).toBe(400)
  })

  test('says what the last recommended hedge cost, with its day', async () => {
    const id = await upload(ann)
    await app.db.asOwner(
      `insert into hedge_analyses (id, user_id, portfolio_id, positions_hash, entry, body, created_at)
       select gen_random_uuid(), user_id, id, 'hash',
       '{"limitPercent":10,"shockPercent":20,"recommended":{"type":"Put spread","instrument":"SPY","costPercent":1.5}}', '', '2026-11-18'
       from portfolios where id = '${id}'`,
    )
    const report = await openReport(await makeLink(REQUEST, ann, id))
    // The two questions of the title are answered first.
    expect(report.sections.slice(0, 2).map(({ heading }) => heading)).toEqual([
      'What it could lose',
      'What it costs not to',
    ])
    expect(JSON.stringify(report.sections)).toMatch(
      /On Nov 18, 2026, the recommended hedge \(Put spread\) would have cost 1\.5% \[\d+\]/,
    )
  })
})

const openReport = async (made: Made) => (await (await open(tokenOf(made))).json()) as Report

describe('a link', () => {
  test('opens the frozen report for anybody, unseen by search engines, and only a hash of it is stored', async () => {
    const made = await makeLink()
    const token = tokenOf(made)
    expect(token).toMatch(/^[\w-]{43}$/)
    const response = await open(token)
    expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    const text = await response.text()
    for (const secret of ['Ann', 'Owner', 'example.com', 'Grandmother', portfolioId]) expect(text).not.toContain(secret)
    await ann.json(`${pathOf()}/positions`, { method: 'POST', json: { ticker: 'KO', shares: 999 } })
    expect(await (await open(token)).text()).toBe(text)
    const [stored] = await app.db.asOwner(`select * from report_links where id = '${made.id}'`)
    expect(JSON.stringify(stored)).not.toContain(token)
    expect((await open(String(stored!.id_hash))).status).toBe(404)
    expect(JSON.stringify(await list())).not.toContain(token)
    const exported = await (await ann.fetch('/api/account/export')).text()
    expect(exported).toContain(made.id)
    expect(exported).not.toContain(String(stored!.id_hash))
  })

  test('is gone at once when revoked, and whatever opens nothing is answered alike', async () => {
    const [made, short] = [await makeLink(), await makeLink({ amounts: 'hidden', lifetimeDays: 7 })]
    expect((await bob.fetch(`/api/report-links/${made.id}`, { method: 'DELETE' })).status).toBe(404)
    await ann.json(`/api/report-links/${made.id}`, { method: 'DELETE' })
    expect((await list()).map(({ id }) => id)).not.toContain(made.id)
    const answer = async (token: string) => {
      const response = await open(token)
      return { status: response.status, body: (await response.text()).replace(/"requestId":"[^"]+"/, '') }
    }
    const unknown = await answer('x'.repeat(43))
    expect(unknown.status).toBe(404)
    expect(await answer(tokenOf(made))).toEqual(unknown)
    expect(await answer('nothing')).toEqual(unknown)
    expect((await open(tokenOf(short))).status).toBe(200)
    now = new Date(START.getTime() + 8 * DAY)
    expect(await answer(tokenOf(short))).toEqual(unknown)
    now = START
  })

  test('without amounts holds none, in no field', async () => {
    const report = await openReport(await makeLink({ amounts: 'hidden', lifetimeDays: 30 }))
    expect(report.hidesAmounts).toBe(true)
    expect(JSON.stringify(report)).not.toContain('$')
    for (const { value, label } of report.figures) expect(Math.abs(value), label).toBeLessThan(10)
    for (const values of Object.values(report.series)) expect(values[0]).toBe(100)
  })

  test('is written in characters that the embedded font has', async () => {
    const { lead, sections, figures } = await openReport(await makeLink())
    expect(JSON.stringify({ lead, sections, figures })).toMatch(/^[ -~×÷’−]*$/)
  })

  test('is one of twenty at most, and goes with its portfolio', async () => {
    const cid = await app.signIn('cid@example.com')
    const id = await upload(cid)
    const first = await makeLink(REQUEST, cid, id)
    await app.db.asOwner(
      `insert into report_links (user_id, portfolio_id, id_hash, report, hides_amounts, created_at, expires_at)
       select user_id, portfolio_id, gen_random_uuid(), report, false, created_at, expires_at
       from report_links, generate_series(2, ${REPORT_LIMITS.linksPerUser}) where id = '${first.id}'`,
    )
    const refused = await cid.fetch(`${pathOf(id)}/report-links`, { method: 'POST', json: REQUEST })
    expect(refused.status).toBe(409)
    await cid.json(`/api/report-links/${first.id}`, { method: 'DELETE' })
    const last = await makeLink(REQUEST, cid, id)
    await cid.json(pathOf(id), { method: 'DELETE' })
    expect((await open(tokenOf(last))).status).toBe(404)
  })
})
