/** Names and sizes of the samples, without the samples: those load only for somebody who has no portfolio yet. */
const SAMPLES: Readonly<Record<string, number>> = { 'Core Growth': 14, 'Dividend Income': 11, 'One Big Winner': 6 }

/** True if a stored portfolio is one of the samples as it was loaded, by name and size; the server keeps no mark. */
export function isSamplePortfolio(portfolio: { name: string; positionCount: number }): boolean {
  return SAMPLES[portfolio.name] === portfolio.positionCount
}
