import { coverHistory, coverValue, type Held } from '../../holdings/count-covers.ts'
import { type AnalysisFrame, type AnalysisInput, analysePortfolio } from './analyse-portfolio.ts'
import { writePairs } from './write-pairs.ts'

export interface AnalysisRequest {
  input: AnalysisInput
  frame: AnalysisFrame
  held: Held
}

/** The analysis as the bytes of its JSON. */
export function encodeAnalysis({ input, frame, held }: AnalysisRequest): Uint8Array {
  const { figures, pairs } = analysePortfolio(input)
  const insufficient = new Set(figures.insufficientHistory.map(({ ticker }) => ticker))
  const covers = { value: coverValue(held), history: coverHistory(held, insufficient) }
  const rest = JSON.stringify({ ...figures, ...frame, covers })
  return Buffer.concat([
    Buffer.from(`${rest.slice(0, -1)},"correlationMatrix":[`),
    writePairs(pairs.matrix),
    Buffer.from(']}'),
  ])
}
