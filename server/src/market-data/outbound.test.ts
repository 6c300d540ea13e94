import { afterEach, describe, expect, test } from 'vitest'
import { isPrivateAddress } from '../http/public-address.ts'
import { createProviderFailures, ProviderFailure } from './failures.ts'
import { createOutbound, type Outbound } from './outbound.ts'
import { type StubServer, startStubServer } from './testing/stub-server.ts'

const failures = createProviderFailures('yahoo')
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

function createClient(options: { hosts?: string[]; baseUrl?: string } = {}): Outbound {
  const client = createOutbound({ hosts: ['localhost'], failures, random: () => 0, ...options })
  open.push(client)
  return client
}

async function startServer(): Promise<StubServer> {
  const server = await startStubServer((_url, _request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    response.end('reached')
  })
  open.push(server)
  return server
}

const accept = ['text/plain']

describe('addresses', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1',
    'not an address',
  ])('%s is refused', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.0.1.1', '2606:4700::1111'])('%s is public', (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  })

  test('an allowlisted name that resolves to this machine is not connected to', async () => {
    const server = await startServer()
    const url = new URL(server.origin.replace('http://127.0.0.1', 'https://localhost'))
    const error = await createClient()
      .send({ url, accept })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      code: 'unreachable',
      cause: { cause: { message: 'localhost resolves to no public address' } },
    })
    expect(server.requests).toHaveLength(0)
  })
})

describe('hosts', () => {
  test.each([
    ['another host', 'https://example.com/'],
    ['the right host without TLS', 'http://localhost/'],
    ['an address in place of a name', 'https://127.0.0.1/'],
    ['the right host as a part of another', 'https://localhost.example.com/'],
    ['the right host as a user name', 'https://localhost@example.com/'],
  ])('%s is refused without a connection', async (_case, address) => {
    const error = await createClient()
      .send({ url: new URL(address), accept })
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ProviderFailure)
    expect(error).toMatchObject({ code: 'bad-reply', message: expect.stringContaining('not a host of this provider') })
  })

  test('an origin that the operator named gets every call, below its own path', async () => {
    const server = await startServer()
    const client = createClient({ baseUrl: `${server.origin}/proxy/` })
    const { text } = await client.send({ url: new URL('https://anything.example/v8/chart?x=1'), accept })
    expect(text).toBe('reached')
    expect(server.requests.map(({ pathname, search }) => pathname + search)).toEqual(['/proxy/v8/chart?x=1'])
  })
})

test('reading stops when an answer grows beyond the bound', async () => {
  const server = await startStubServer((_url, _request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    const grow = () => {
      while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
    }
    response.on('drain', grow)
    grow()
  })
  open.push(server)
  const answer = createClient({ baseUrl: server.origin }).send({ url: new URL('https://localhost/'), accept })
  await expect(answer).rejects.toMatchObject({ code: 'bad-reply', message: expect.stringContaining('larger than') })
})

test('a POST is not repeated: the provider may have acted on it', async () => {
  const server = await startStubServer((_url, _request, response) => {
    response.writeHead(503)
    response.end()
  })
  open.push(server)
  const client = createClient({ baseUrl: server.origin })
  const request = { url: new URL('https://localhost/consent'), method: 'POST', body: 'agree=1', accept } as const
  await expect(client.send(request)).rejects.toMatchObject({ code: 'server-error' })
  expect(server.requests).toHaveLength(1)
})
