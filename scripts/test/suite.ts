/** Result of a suite. A suite that crashed, or a test that did not run, is a failure: neither proves anything. */
export interface SuiteResult {
  name: string
  passed: number
  failed: number
  seconds: number
  /** Remarks that the reader must know next to the figures. */
  notes: readonly string[]
}

export type Counts = Pick<SuiteResult, 'passed' | 'failed'> & Partial<Pick<SuiteResult, 'notes'>>

/** Runs a suite and times it; a suite that throws counts as one failure with its message as the note. */
export async function timeSuite(name: string, run: () => Promise<Counts>): Promise<SuiteResult> {
  const start = performance.now()
  const counts = await run().catch((error: unknown): Counts => ({ passed: 0, failed: 1, notes: [String(error)] }))
  const seconds = (performance.now() - start) / 1000
  return { name, notes: [], ...counts, seconds }
}
