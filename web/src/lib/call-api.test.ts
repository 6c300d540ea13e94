import {
  getCurrentUser,
  getPrices,
  listPortfolios,
  toCallUrl,
  updatePosition,
  uploadPortfolio,
} from '@ballast/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { apiQuery, callApi } from './call-api.ts'

afterEach(() => vi.unstubAllGlobals())

function answerWith(response: Response) {
  const send = vi.fn(async (_url: string, _init?: RequestInit) => response)
  vi.stubGlobal('fetch', send)
  return send
}

test('path parameters are escaped, so that no id can reach another path', () => {
  const params = { portfolioId: 'a/../b', positionId: 'c?d' }
  expect(toCallUrl(updatePosition, { params })).toBe('/api/portfolios/a%2F..%2Fb/positions/c%3Fd')
})

test('a missing path parameter is named', () => {
  expect(() => toCallUrl(getPrices)).toThrow('needs the path parameter "portfolioId"')
})

test('a query holds only what was given', () => {
  const params = { portfolioId: 'p1' }
  expect(toCallUrl(getPrices, { params, query: { refresh: 'true' } })).toBe('/api/portfolios/p1/prices?refresh=true')
  expect(toCallUrl(getPrices, { params, query: { refresh: undefined } })).toBe('/api/portfolios/p1/prices')
})

test('a body travels as JSON with the cookie', async () => {
  const send = answerWith(Response.json({ error: 'x', requestId: 'r' }, { status: 400 }))
  const body = { name: 'IRA', data: 'ticker' }
  await expect(callApi(uploadPortfolio, { body })).rejects.toThrow('400: ')
  const init = send.mock.calls[0]![1]!
  expect(init).toMatchObject({ method: 'POST', credentials: 'include', body: JSON.stringify(body) })
  expect(init.headers).toMatchObject({ 'content-type': 'application/json' })
})

test('a call without a body claims no content type', async () => {
  const send = answerWith(Response.json([]))
  await callApi(listPortfolios, { query: {} })
  expect(send.mock.calls[0]![1]!.headers).not.toHaveProperty('content-type')
})

test('a failure is the status, a colon and the body, and keeps what the body says', async () => {
  const text = '{"error":"No such portfolio","requestId":"r1"}'
  answerWith(new Response(text, { status: 404 }))
  await expect(callApi(getPrices, { params: { portfolioId: 'p' }, query: {} })).rejects.toMatchObject({
    message: `404: ${text}`,
    status: 404,
    body: { error: 'No such portfolio' },
  })
})

test('an empty failure is the status text', async () => {
  answerWith(new Response('', { status: 503, statusText: 'Service Unavailable' }))
  await expect(callApi(listPortfolios, { query: {} })).rejects.toThrow('503: Service Unavailable')
})

test('an answer of another shape is refused by name instead of being drawn', async () => {
  answerWith(Response.json({ id: 'not a user' }))
  await expect(callApi(getCurrentUser)).rejects.toThrow('GET /api/auth/user answered in a shape')
})

test('queries are told apart by their input, and can be addressed together by their path', () => {
  const params = { portfolioId: 'p1' }
  expect(apiQuery(getPrices, { params, query: {} }).queryKey).toEqual([getPrices.path, { params, query: {} }])
  expect(apiQuery(getCurrentUser).queryKey).toEqual([getCurrentUser.path])
})
