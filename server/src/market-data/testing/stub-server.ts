import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StubServer {
  /** Origin to name as the provider's base URL. */
  origin: string
  /** Path and query of every request so far. */
  readonly requests: URL[]
  /** Headers of every request so far, in the same order. */
  readonly headers: IncomingMessage['headers'][]
  close(): Promise<void>
}

export type StubHandler = (url: URL, request: IncomingMessage, response: ServerResponse) => void

/** A fake of a provider over real HTTP on a free loopback port. */
export async function startStubServer(handle: StubHandler): Promise<StubServer> {
  const requests: URL[] = []
  const headers: IncomingMessage['headers'][] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stub')
    requests.push(url)
    headers.push(request.headers)
    handle(url, request, response)
  })
  // A busy test may use a kept connection again just when the server closes it: its client closes it.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    headers,
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections()
        server.close((error) => (error ? reject(error) : resolve()))
      }),
  }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=utf-8', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
