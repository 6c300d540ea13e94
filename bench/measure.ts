/** How often every workload is run; the figure reported is the median. */
export const RUNS = 5

/** The middle value; with an even count the mean of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const below = sorted[Math.ceil(middle) - 1] ?? Number.NaN
  const above = sorted[Math.floor(middle)] ?? Number.NaN
  return (below + above) / 2
}

/** Median milliseconds of several calls in turn, so that a slow moment of the machine hits each alike. */
export async function timeInTurn<Name extends string>(
  work: Record<Name, () => unknown>,
  runs = RUNS,
): Promise<Record<Name, number>> {
  const names = Object.keys(work) as Name[]
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let run = -1; run < runs; run += 1) {
    for (const name of names) {
      // What one of them leaves behind must not be collected on the other's time.
      globalThis.gc?.()
      const start = performance.now()
      await work[name]()
      // The first round warms the code up and is not counted.
      if (run >= 0) times[name].push(performance.now() - start)
    }
  }
  return Object.fromEntries(names.map((name) => [name, medianOf(times[name])])) as Record<Name, number>
}

export interface Measurement {
  workload: string
  /** The figure, rounded, with its unit in the key. */
  [figure: string]: string | number | boolean
}

/** One JSON line; `holds` tells whether the promise is kept in this run. */
export function reportLine(measurement: Measurement): void {
  const rounded = Object.entries(measurement).map(([key, value]) => [
    key,
    typeof value === 'number' ? Number(value.toPrecision(4)) : value,
  ])
  console.log(JSON.stringify(Object.fromEntries(rounded)))
}
