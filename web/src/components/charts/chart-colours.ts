/** Colours repeat after so many; each further round is paler, so that neighbours in the list still differ. */
const ROUNDS = ['', ' 66%', ' 44%'] as const

function cycled(name: 'chart' | 'sector', size: number, index: number): string {
  const variable = `var(--${name}-${(index % size) + 1})`
  const strength = ROUNDS[Math.min(Math.floor(index / size), ROUNDS.length - 1)]
  return strength ? `color-mix(in oklab, ${variable}${strength}, var(--card))` : variable
}

/** The colour of the slice or series with this place in the list, from 0; five colours, cycling. */
export function chartColour(index: number): string {
  return cycled('chart', 5, index)
}

/** The colour of the sector with this place in the list, from 0; eight colours, cycling. */
export function sectorColour(index: number): string {
  return cycled('sector', 8, index)
}
