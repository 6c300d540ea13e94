/** Lower bounds of the seven bands, strongest first. A value on a bound belongs to the weaker band. */
const BANDS = [
  { above: 0.7, band: 7 },
  { above: 0.4, band: 6 },
  { above: 0.1, band: 5 },
] as const

/** The colour band of a correlation: 7 moves together, 4 near zero, 1 offsets. */
export function toCorrelationBand(correlation: number): number {
  const strength = BANDS.find(({ above }) => Math.abs(correlation) > above)?.band ?? 4
  return correlation < 0 ? 8 - strength : strength
}
