import { type AnalysisFrame, type AnalysisInput, analysePortfolio } from './analyse-portfolio.ts'
import type { PairFigures } from './pair-figures.ts'

export interface AnalysisRequest {
  input: AnalysisInput
  frame: AnalysisFrame
}

/**
 * The analysis as the bytes of its JSON. The pairs are written by hand: half a million fields take longer to be put
 * into objects, and to be read out of them again, than to be computed.
 */
export function encodeAnalysis({ input, frame }: AnalysisRequest): Uint8Array {
  const { figures, pairs } = analysePortfolio(input)
  const rest = JSON.stringify({ ...figures, ...frame })
  return Buffer.from(`${rest.slice(0, -1)},"correlationMatrix":[${writePairs(pairs)}]}`)
}

/** Every pair that has a correlation, in the order of the alphabet, with ten decimals. */
export function writePairs({ matrix: { tickers, size, values } }: Pick<PairFigures, 'matrix'>): string {
  const order = Array.from(tickers, (ticker, row) => ({ ticker, row })).sort((a, b) => (a.ticker < b.ticker ? -1 : 1))
  const names = order.map(({ ticker }) => JSON.stringify(ticker))
  const seconds = names.map((name) => `,"ticker2":${name},"correlation":`)
  let json = ''
  for (let i = 0; i < size; i++) {
    const offset = (order[i]?.row ?? 0) * size
    const opening = `{"ticker1":${names[i]}`
    for (let j = i + 1; j < size; j++) {
      const correlation = values[offset + (order[j]?.row ?? 0)] ?? Number.NaN
      if (Number.isNaN(correlation)) continue
      // Adding zero turns −0 into 0, which JSON knows no sign of.
      json += `${json === '' ? '' : ','}${opening}${seconds[j]}${Math.round(correlation * 1e10) / 1e10 + 0}}`
    }
  }
  return json
}
