import { describe, expect, test, vi } from 'vitest'
import { sendJson } from '../testing/stub-server.ts'
import { failureOf, useYahoo } from '../testing/use-yahoo.ts'
import { makeQuote } from '../testing/yahoo-stub.ts'

const bed = useYahoo()

describe('trouble on the way', () => {
  const interceptApi = (answer: (count: number, response: Parameters<typeof sendJson>[0]) => void) => {
    let count = 0
    bed.stub.script.intercept = (url, response) => {
      if (!url.pathname.includes('/finance/')) return false
      count += 1
      answer(count, response)
      return true
    }
  }

  test('a 500 is tried again, twice at most', async () => {
    interceptApi((count, response) => {
      if (count < 3) sendJson(response, 500, '{}')
      else sendJson(response, 200, { quoteResponse: { result: [makeQuote('AAPL', 255)], error: null } })
    })
    expect((await bed.yahoo.fetchQuotes(['AAPL'])).found.size).toBe(1)
    interceptApi((_count, response) => sendJson(response, 502, '{}'))
    expect(await failureOf(bed.yahoo.fetchQuotes(['AAPL']))).toMatchObject({
      code: 'server-error',
      consequence: 'penalise',
    })
    expect(bed.stub.apiRequests()).toHaveLength(6)
  })

  test('a connection cut off before the answer is tried again on a new one', async () => {
    interceptApi((count, response) => {
      if (count === 1) response.socket?.destroy()
      else sendJson(response, 200, { quoteResponse: { result: [makeQuote('AAPL', 255)], error: null } })
    })
    expect((await bed.yahoo.fetchQuotes(['AAPL'])).found.size).toBe(1)
  })

  test('a connection that has gone silent is given up for a new one', { tags: 'full' }, async () => {
    // What is answered at once must not be taken for silent, however busy the machine.
    const patient = bed.open({ silenceMs: 1_000 })
    interceptApi((count, response) => {
      if (count > 1) sendJson(response, 200, { quoteResponse: { result: [makeQuote('AAPL', 255)], error: null } })
    })
    expect((await patient.fetchQuotes(['AAPL'])).found.size).toBe(1)
    expect(bed.stub.apiRequests()).toHaveLength(2)
  })

  test('429 is not tried again, and its Retry-After is passed on', async () => {
    interceptApi((_count, response) => sendJson(response, 429, '{}', { 'retry-after': '17' }))
    expect(await failureOf(bed.yahoo.fetchQuotes(['AAPL']))).toMatchObject({
      code: 'rate-limited',
      retryAfterSeconds: 17,
    })
    expect(bed.stub.apiRequests()).toHaveLength(1)
  })

  test('an answer that drips is cut off at the deadline', async () => {
    // Nothing but the deadline ends it: on a busy machine a drop may come late.
    const hasty = bed.open({ deadlineMs: 600 })
    let drip: ReturnType<typeof setInterval> | undefined
    interceptApi((_count, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      drip = setInterval(() => response.write(' '), 40)
    })
    const start = performance.now()
    expect(await failureOf(hasty.fetchQuotes(['AAPL']))).toMatchObject({ code: 'timed-out' })
    expect(performance.now() - start).toBeLessThan(5_000)
    clearInterval(drip)
  })

  test('silence is a failure within the deadline', async () => {
    const hasty = bed.open({ deadlineMs: 600, silenceMs: 150 })
    interceptApi(() => {})
    expect((await failureOf(hasty.fetchQuotes(['AAPL']))).consequence).toBe('penalise')
  })

  test.each([
    ['an HTML page', 'text/html', '<html>consent</html>'],
    ['cut JSON', 'application/json', '{"quoteResponse":{"result":[{"sym'],
    ['JSON of another kind', 'application/json', '[1,2,3]'],
    ['an endless answer', 'application/json', `"${'x'.repeat(6 * 1024 * 1024)}"`],
  ])('%s is refused', async (_case, contentType, body) => {
    interceptApi((_count, response) => sendJson(response, 200, body, { 'content-type': contentType }))
    expect(await failureOf(bed.yahoo.fetchQuotes(['AAPL']))).toMatchObject({ code: 'bad-reply' })
  })

  test('a redirect of a price request is refused, not followed', async () => {
    interceptApi((_count, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' })
      response.end()
    })
    expect(await failureOf(bed.yahoo.fetchQuotes(['AAPL']))).toMatchObject({ code: 'bad-reply' })
    expect(bed.stub.apiRequests()).toHaveLength(1)
  })

  test('nothing is printed, whatever goes wrong', async () => {
    const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((method) => vi.spyOn(console, method))
    interceptApi((count, response) => sendJson(response, [401, 404, 500, 400][count % 4] ?? 500, '{}'))
    for (let call = 0; call < 4; call++) await failureOf(bed.yahoo.fetchQuotes(['AAPL']))
    for (const spy of spies) expect(spy).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })

  test('a proxy without cookie page and crumb serves all the same', async () => {
    bed.stub.script.quotes.set('AAPL', makeQuote('AAPL', 255))
    bed.stub.script.crumb = 'by-proxy'
    bed.stub.script.intercept = (url, response) => {
      if (url.pathname.includes('/finance/')) return false
      sendJson(response, 404, '{}')
      return true
    }
    expect((await bed.yahoo.fetchQuotes(['AAPL'])).found.size).toBe(1)
  })
})
