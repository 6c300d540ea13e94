/**
 * Parameters for every property test: a fixed seed, so that a red run is red again, and a small number of runs that
 * `FAST_CHECK_RUNS=20` multiplies by 20 in the long test. Used by tests only; it is not part of the library's face.
 */
export function propertyRuns(runs: number): { readonly numRuns: number; readonly seed: number } {
  const { env } = (globalThis as { process?: { env: Record<string, string | undefined> } }).process ?? { env: {} }
  return { numRuns: Math.ceil(runs * Number(env.FAST_CHECK_RUNS ?? '1')), seed: 20_261_121 }
}
