// Tests: ../market-data/outbound.test.ts, ../ai/wire-faults.test.ts

import { Agent, fetch, type HeadersInit } from 'undici'
import { lookupPublicAddress } from './public-address.ts'

export interface OutboundGateOptions {
  /** An operator may name a machine of theirs; any other host must have a public address when the connection is made. */
  isNamedByOperator: boolean
  mostBytes: number
  connectMilliseconds: number
  /** How long a server may say nothing; without it, the caller's signal is the only limit. */
  silenceMilliseconds?: number
  /** Returns the error for a body of more than `mostBytes`. */
  tooLarge: () => Error
}

export interface OutboundCall {
  url: URL
  method: string
  headers: HeadersInit
  body: string | Uint8Array | null
  signal: AbortSignal | null
}

/** Head of a server's answer, before its body. */
export interface OutboundHead {
  status: number
  headers: { get(name: string): string | null; [Symbol.iterator](): Iterator<[string, string]> }
}

export interface OutboundGate {
  /**
   * One exchange, without following redirects.
   *
   * @param checkHead throws when the body is not worth reading
   */
  send(call: OutboundCall, checkHead: (head: OutboundHead) => void): Promise<OutboundHead & { text: string }>
  /** Ends every exchange that is under way. */
  close(): Promise<void>
}

/**
 * The only way out of this server. A host name that resolves to a private address is refused when the connection is made,
 * after DNS, so that no answer of a name server turns a call to others into a call to our own network.
 */
export function createOutboundGate(options: OutboundGateOptions): OutboundGate {
  const { isNamedByOperator, mostBytes, connectMilliseconds, silenceMilliseconds = 0, tooLarge } = options
  const agent = new Agent({
    headersTimeout: silenceMilliseconds,
    bodyTimeout: silenceMilliseconds,
    connect: { timeout: connectMilliseconds, ...(isNamedByOperator ? {} : { lookup: lookupPublicAddress }) },
  })

  async function readText(body: AsyncIterable<Uint8Array> | null): Promise<string> {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of body ?? []) {
      size += chunk.byteLength
      // Leaving the loop cancels the rest of the body.
      if (size > mostBytes) throw tooLarge()
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }

  return {
    async send({ url, ...init }, checkHead) {
      const response = await fetch(url, { ...init, redirect: 'manual', dispatcher: agent })
      const { status, headers } = response
      try {
        checkHead({ status, headers })
      } catch (error) {
        await response.body?.cancel()
        throw error
      }
      return { status, headers, text: await readText(response.body) }
    },
    close: () => agent.destroy(),
  }
}
