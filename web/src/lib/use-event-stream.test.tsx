import { ApiError, defineCall } from '@ballast/contract'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { useChargedStream } from './use-charged-stream.ts'
import { useEventStream } from './use-event-stream.ts'

const analyse = defineCall('Test', {
  method: 'POST',
  path: '/api/test-analysis',
  summary: 'Stands for any long call.',
  body: z.object({ portfolioId: z.string() }),
  response: z.object({ score: z.number() }),
})

afterEach(() => vi.unstubAllGlobals())

/** A server that says what the test tells it to, when it tells it to. */
function openStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let aborted = false
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
    },
  })
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    init.signal?.addEventListener('abort', () => {
      aborted = true
      controller?.error(new DOMException('aborted', 'AbortError'))
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
  })
  return {
    send: (event: string, data: unknown) =>
      act(async () => {
        controller?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
        await new Promise((resolve) => setTimeout(resolve, 0))
      }),
    end: () => act(async () => controller?.close()),
    wasAborted: () => aborted,
  }
}

function start() {
  const { result } = renderHook(() => useEventStream(analyse))
  act(() => void result.current.start({ body: { portfolioId: 'p1' } }))
  return result
}

test('steps replace themselves in place, then the result ends the work', async () => {
  const server = openStream()
  const hook = start()
  expect(hook.current.status).toBe('running')
  await server.send('step', { id: 'read', label: 'Read portfolio', state: 'running' })
  await server.send('step', { id: 'price', label: 'Price chains', state: 'waiting' })
  await server.send('step', { id: 'read', label: 'Read portfolio', state: 'done', ms: 300 })
  await waitFor(() => expect(hook.current.steps.map(({ state }) => state)).toEqual(['done', 'waiting']))
  await server.send('partial', { score: null })
  await waitFor(() => expect(hook.current.partial).toEqual({ score: null }))
  await server.send('result', { score: 62 })
  await waitFor(() => expect(hook.current).toMatchObject({ status: 'done', result: { score: 62 } }))
})

test('an error event carries the server’s words', async () => {
  const server = openStream()
  const hook = start()
  await server.send('error', { error: 'The engine failed', requestId: 'r1' })
  await waitFor(() => expect(hook.current.status).toBe('failed'))
  expect((hook.current.error as ApiError).body?.error).toBe('The engine failed')
})

test('stopping keeps the finished steps and ends the request', async () => {
  const server = openStream()
  const hook = start()
  await server.send('step', { id: 'read', label: 'Read portfolio', state: 'done', ms: 300 })
  await waitFor(() => expect(hook.current.steps).toHaveLength(1))
  act(() => hook.current.stop())
  await waitFor(() => expect(hook.current.status).toBe('stopped'))
  expect(hook.current.steps).toHaveLength(1)
  expect(server.wasAborted()).toBe(true)
})

test('a stream that ends without a result is a failure, not an endless wait', async () => {
  const server = openStream()
  const hook = start()
  await server.end()
  await waitFor(() => expect(hook.current.status).toBe('failed'))
})

test('a plain JSON answer is a result as well', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ score: 7 }))
  const hook = start()
  await waitFor(() => expect(hook.current.result).toEqual({ score: 7 }))
})

test('a refusal before the stream opens keeps its status', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: 'PRO only', requiresUpgrade: true, requestId: 'r' }, { status: 403 }),
  )
  const hook = start()
  await waitFor(() => expect(hook.current.error).toBeInstanceOf(ApiError))
  expect(hook.current.error).toMatchObject({ status: 403, body: { requiresUpgrade: true } })
})

test('a run that was replaced does not write over the one that replaced it', async () => {
  vi.stubGlobal(
    'fetch',
    (_url: string, init: RequestInit) =>
      new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      }),
  )
  const hook = start()
  act(() => void hook.current.start({ body: { portfolioId: 'p2' } }))
  await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
  expect(hook.current.status).toBe('running')
  act(() => hook.current.reset())
  expect(hook.current.status).toBe('idle')
})

describe('a call that is charged', () => {
  const charged = { ...analyse, isCharged: true } as const
  const begin = () => renderHook(() => useChargedStream(charged)).result

  /** A server that answers one request after the other as it is told, and keeps the keys that it was sent. */
  function answerInTurn(...answers: readonly (() => Promise<Response>)[]) {
    const keys: (string | null)[] = []
    vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
      keys.push(new Headers(init.headers).get('idempotency-key'))
      return answers[keys.length - 1]?.() ?? Promise.reject(new Error('nobody is to ask so often'))
    })
    return keys
  }
  const done = async () => Response.json({ score: 1 })
  const lost = async () => Promise.reject(new TypeError('network'))
  const refused = async () => Response.json({ error: 'Failed', requestId: 'r' }, { status: 502 })
  const input = { body: { portfolioId: 'p1' } }

  test('a double click, and a click after the connection broke, are the same click', async () => {
    const keys = answerInTurn(lost, lost, done)
    const hook = begin()
    await act(() => Promise.all([hook.current.start(input), hook.current.start(input)]))
    expect(hook.current.status).toBe('failed')
    await act(() => hook.current.start(input))
    expect(hook.current.status).toBe('done')
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(keys).size).toBe(1)
  })

  test.each([
    ['an answer', done],
    ['a refusal', refused],
  ])('a click after %s is another one', async (_name, first) => {
    const keys = answerInTurn(first, done)
    const hook = begin()
    await act(() => hook.current.start(input))
    await act(() => hook.current.start(input))
    expect(new Set(keys).size).toBe(2)
  })

  test('a click that asks for something else is another one', async () => {
    const keys = answerInTurn(lost, done)
    const hook = begin()
    await act(() => hook.current.start(input))
    await act(() => hook.current.start({ body: { portfolioId: 'p2' } }))
    expect(new Set(keys).size).toBe(2)
  })

  test('a call that costs nothing is sent without a key', async () => {
    const keys = answerInTurn(done)
    const { result } = renderHook(() => useEventStream(analyse))
    await act(() => result.current.start(input))
    expect(keys).toEqual([null])
  })
})
