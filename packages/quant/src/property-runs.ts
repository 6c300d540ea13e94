// Tests: no-nan-travels.test.ts

/**
 * Parameters for every property test: a fixed seed, so that a red run is red again, and a small number of runs that
 * the long test multiplies by 20 (`FAST_CHECK_RUNS` by any other number). Used by tests only; it is not part of the library's face.
 */
export function propertyRuns(runs: number): { readonly numRuns: number; readonly seed: number } {
  const { env } = (globalThis as { process?: { env: Record<string, string | undefined> } }).process ?? { env: {} }
  return { numRuns: Math.ceil(runs * Number(env.FAST_CHECK_RUNS ?? (env.BALLAST_LONG ? '20' : '1'))), seed: 20_261_121 }
}
