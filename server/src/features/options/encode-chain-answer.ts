import { decodeChain } from '../../market-data/options/option-chain.ts'
import { type ChainFrame, shapeChain } from './shape-chain.ts'

export interface ChainRequest {
  /** As `encodeChain` wrote it. */
  encoded: string
  frame: ChainFrame
}

/** The answer about a chain as the bytes of its JSON. */
export function encodeChainAnswer({ encoded, frame }: ChainRequest): Uint8Array {
  return Buffer.from(JSON.stringify(shapeChain(decodeChain(encoded), frame)))
}
