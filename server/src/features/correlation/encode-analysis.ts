import { type AnalysisFrame, type AnalysisInput, analysePortfolio } from './analyse-portfolio.ts'
import { writePairs } from './write-pairs.ts'

export interface AnalysisRequest {
  input: AnalysisInput
  frame: AnalysisFrame
}

/** The analysis as the bytes of its JSON. */
export function encodeAnalysis({ input, frame }: AnalysisRequest): Uint8Array {
  const { figures, pairs } = analysePortfolio(input)
  const rest = JSON.stringify({ ...figures, ...frame })
  return Buffer.concat([
    Buffer.from(`${rest.slice(0, -1)},"correlationMatrix":[`),
    writePairs(pairs.matrix),
    Buffer.from(']}'),
  ])
}
