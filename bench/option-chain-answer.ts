import { encodeChainAnswer } from '../server/src/features/options/encode-chain-answer.ts'
import type { ChainFrame } from '../server/src/features/options/shape-chain.ts'
import { decodeChain, encodeChain, type OptionChain } from '../server/src/market-data/options/option-chain.ts'
import { toPolygonChain } from '../server/src/market-data/polygon/option-transform.ts'
import { optionSnapshotsSchema } from '../server/src/market-data/polygon/option-wire.ts'

export const TICKER = 'BIG'
export const NOW = new Date('2026-11-20T21:30:00Z')
export const FRAME: ChainFrame = {
  name: 'Big Company',
  expiry: null,
  fetchedAt: NOW.toISOString(),
  stale: false,
  simulated: false,
  today: Math.floor(NOW.getTime() / 86_400_000),
  history: {
    volatilities: Array.from({ length: 250 }, (_, i) => 0.2 + i / 2_000),
    from: '2025-11-20',
    putCallRatios: [],
  },
}

/** Reads what Polygon sent, as text to rows. */
export function readPages(pages: readonly Uint8Array[]): unknown[] {
  return pages.flatMap(
    (page) =>
      optionSnapshotsSchema.parse(JSON.parse(Buffer.from(page.buffer, page.byteOffset, page.byteLength).toString()))
        .results,
  )
}

export function cleanRows(rows: readonly unknown[]): OptionChain {
  const chain = toPolygonChain(TICKER, rows, NOW)
  if (typeof chain === 'string') throw new Error(`the bench made no chain: ${chain}`)
  return chain
}

/** Everything between the provider's bytes and the answer's. @returns milliseconds of processor time that the thread took */
export function answerFromBytes(pages: readonly Uint8Array[]): number {
  const before = process.threadCpuUsage()
  encodeChainAnswer({ encoded: encodeChain(cleanRows(readPages(pages))), frame: FRAME })
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

export { decodeChain, encodeChain, encodeChainAnswer }
