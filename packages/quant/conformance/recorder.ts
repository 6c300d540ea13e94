/** How far a figure may be from its reference: within `absolute` + `relative`·|expected|. */
export interface Tolerance {
  readonly absolute?: number
  readonly relative?: number
}

export interface Mismatch {
  readonly caseId: string
  readonly field: string
  readonly found: string
  readonly expected: string
}

/** The comparison that came nearest to (or went furthest beyond) its tolerance; `ratio` 1 is exactly at the tolerance. */
export interface WorstError {
  readonly caseId: string
  readonly field: string
  readonly error: number
  readonly ratio: number
}

/** Collects the comparisons of one reference file. */
export class Recorder {
  readonly #failedCases = new Set<string>()
  readonly skipped: { readonly caseId: string; readonly reason: string }[] = []
  readonly mismatches: Mismatch[] = []
  /** Cases attempted; ids need not be unique. */
  cases = 0
  comparisons = 0
  worst: WorstError | null = null

  get failedCases(): number {
    return this.#failedCases.size
  }

  /** Compares a number with its reference. `null` on both sides is agreement: "undefined" is an answer too. */
  compareNumber(
    caseId: string,
    field: string,
    found: number | null | undefined,
    expected: number | null,
    { absolute = 0, relative = 0 }: Tolerance,
  ): void {
    this.comparisons++
    if (found === null || expected === null || found === undefined) {
      if (found !== expected) this.#fail(caseId, field, found, expected)
      return
    }
    const error = Math.abs(found - expected)
    const allowed = absolute + relative * Math.abs(expected)
    const ratio = error === 0 ? 0 : error / allowed
    if (this.worst === null || ratio > this.worst.ratio) this.worst = { caseId, field, error, ratio }
    // A NaN compares false with everything, so the test is "not within" and never "beyond".
    if (!(error <= allowed)) this.#fail(caseId, field, found, expected)
  }

  /** Compares dates, names and counts, which have no tolerance. */
  compareExactly(
    caseId: string,
    field: string,
    found: string | number | boolean | null | undefined,
    expected: string | number | boolean | null,
  ): void {
    this.comparisons++
    if (found !== expected) this.#fail(caseId, field, found, expected)
  }

  /** Marks a case that cannot be computed here, for want of its prices. It is printed, and it is no pass. */
  skip(caseId: string, reason: string): void {
    this.skipped.push({ caseId, reason })
  }

  /**
   * Runs one case: counts it, and records an exception as its failure, so that one bad case does not hide the others.
   * Every comparison belongs inside such a call.
   */
  attempt(caseId: string, compute: () => void): void {
    this.cases++
    try {
      compute()
    } catch (error) {
      this.#fail(caseId, 'exception', error instanceof Error ? error.message : String(error), 'a result')
    }
  }

  #fail(caseId: string, field: string, found: unknown, expected: unknown): void {
    this.#failedCases.add(caseId)
    this.mismatches.push({ caseId, field, found: String(found), expected: String(expected) })
  }
}
