import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { guardConnections } from './connections.ts'

/** More than the kernel's buffers take of an answer that nobody reads. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, 'x')
const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

async function listen(options: { stalledMilliseconds?: number; perAddress?: number; proxies?: string[] }) {
  const server: Server = createServer(async (request, response) => {
    if (request.url === '/large') response.end(LARGE)
    else if (request.url === '/thinking') setTimeout(() => response.end('thought'), 2_500)
    else response.end('ok')
  })
  const { stalledMilliseconds = 60_000, perAddress = 1_000, proxies = [] } = options
  guardConnections(server, { stalledMilliseconds, perAddress, isProxy: (address) => proxies.includes(address), log })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return { server, port, url: `http://127.0.0.1:${port}` }
}
const log = createLog('silent')

function ask(port: number, path: string, times = 1): Socket & { whenClosed: Promise<void> } {
  const socket = connect(port, '127.0.0.1')
  open.push(() => socket.destroy())
  const whenClosed = new Promise<void>((resolve) => socket.on('error', () => undefined).once('close', () => resolve()))
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times))
  return Object.assign(socket, { whenClosed })
}

const countOf = (server: Server) => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))

describe('a connection', () => {
  test('that does not read its answer is ended, two hundred of them too, while others are served', {
    tags: ['full'],
  }, async () => {
    const { server, port, url } = await listen({ stalledMilliseconds: 2_000 })
    let accepted = 0
    server.on('connection', () => (accepted += 1))
    for (let index = 0; index < 200; index += 1) ask(port, '/large', 12).pause()
    await expect.poll(() => accepted).toBe(200)
    expect(await (await fetch(url, { headers: { connection: 'close' } })).text()).toBe('ok')
    await expect.poll(() => countOf(server)).toBe(0)
  })

  test('that reads slowly gets all of it', { tags: 'full' }, async () => {
    const { port } = await listen({ stalledMilliseconds: 2_000 })
    const socket = ask(port, '/large')
    let read = 0
    for await (const chunk of socket) {
      read += (chunk as Buffer).length
      // Two dozen pauses in the course of more than the patience for a connection that stands still.
      if (read < LARGE.length && read % 24 === 0) await sleep(20)
      if (read > LARGE.length) break
    }
    expect(read).toBeGreaterThan(LARGE.length)
  })

  test('that waits for an answer is left alone, however long the server thinks', { tags: 'full' }, async () => {
    const { url } = await listen({ stalledMilliseconds: 1_000 })
    expect(await (await fetch(`${url}/thinking`, { headers: { connection: 'close' } })).text()).toBe('thought')
  })

  test('that nobody uses is ended after the time to keep one', async () => {
    const { server, port } = await listen({ stalledMilliseconds: 100 })
    server.keepAliveTimeout = 200
    await ask(port, '/').resume().whenClosed
  })
})

describe('connections of one address', () => {
  test('are so many and no more', async () => {
    const { server, port } = await listen({ perAddress: 5 })
    const kept = Array.from({ length: 5 }, () => ask(port, '/'))
    await expect.poll(() => countOf(server)).toBe(5)
    await ask(port, '/').whenClosed
    kept[0]!.destroy()
    await kept[0]!.whenClosed
    await expect.poll(() => countOf(server)).toBe(4)
    const next = ask(port, '/')
    expect(String(await new Promise((resolve) => next.once('data', resolve)))).toMatch(/^HTTP\/1.1 200/)
  })

  test('of a proxy are those of many, and not counted', async () => {
    const { server, port } = await listen({ perAddress: 5, proxies: ['127.0.0.1'] })
    for (let index = 0; index < 20; index += 1) ask(port, '/')
    await expect.poll(() => countOf(server)).toBe(20)
  })
})
