// Tests: ../src/conformance.test.ts, ../src/conformance.shared.test.ts

import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { createDataFiles, type DataFiles, listFiles } from './data-files.ts'
import { Recorder } from './recorder.ts'
import type { Schema } from './registry.ts'

/** Outcome of one reference file. */
export interface FileReport {
  readonly file: string
  /** Null for a file that no schema recognises, or that is no JSON. */
  readonly schema: string | null
  /** Why the file as a whole cannot count as checked; null when its cases speak for it. */
  readonly fault: { readonly verdict: 'UNKNOWN' | 'BROKEN '; readonly reason: string } | null
  readonly recorder: Recorder
}

/**
 * Checks every JSON file under `referenceDirectory` with the schema that recognises it.
 * @param dataDirectories where the price and chain files that cases name lie, there or in a folder beside them
 */
export function runConformance(
  referenceDirectory: string,
  dataDirectories: readonly string[],
  schemas: readonly Schema[],
): FileReport[] {
  const data = createDataFiles([...dataDirectories, referenceDirectory])
  return listFiles(referenceDirectory)
    .filter((path) => path.endsWith('.json'))
    .map((path) => checkFile(path, relative(referenceDirectory, path), data, schemas))
}

function checkFile(path: string, file: string, data: DataFiles, schemas: readonly Schema[]): FileReport {
  const recorder = new Recorder()
  let schema: Schema | undefined
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    schema = schemas.find((one) => one.recognises(content))
    schema?.check(content, recorder, data)
  } catch (error) {
    // One broken file must neither hide the others nor pass.
    const reason = error instanceof Error ? error.message : String(error)
    return { file, schema: schema?.name ?? null, fault: { verdict: 'BROKEN ', reason }, recorder }
  }
  return { file, schema: schema?.name ?? null, fault: findFault(schema, recorder), recorder }
}

function findFault(schema: Schema | undefined, recorder: Recorder): FileReport['fault'] {
  if (schema === undefined) {
    return { verdict: 'UNKNOWN', reason: 'no schema recognises it; add one to packages/quant/conformance/schemas.ts' }
  }
  const isEmpty = recorder.cases === 0 && recorder.skipped.length === 0
  return isEmpty && !schema.isInput ? { verdict: 'BROKEN ', reason: `it holds no case of ${schema.name}` } : null
}

/** True when the file was recognised and nothing in it is wrong. Cases skipped for want of data are printed, not wrong. */
export function isFaultless({ fault, recorder }: FileReport): boolean {
  return fault === null && recorder.mismatches.length === 0
}

/** True when every file is faultless and there was a figure to compare at all. */
export function isConformant(reports: readonly FileReport[]): boolean {
  return reports.every(isFaultless) && reports.some(({ recorder }) => recorder.comparisons > 0)
}

const SHOWN_MISMATCHES = 5

/** The last line: what was checked, and what was not. */
export function formatSummary(reports: readonly FileReport[]): string {
  const total = (count: (recorder: Recorder) => number) =>
    reports.reduce((sum, { recorder }) => sum + count(recorder), 0)
  const unusable = reports.filter(({ fault }) => fault !== null).length
  return (
    `${isConformant(reports) ? 'CONFORMANT' : 'NOT CONFORMANT'}: ${reports.length} files, ` +
    `${total((one) => one.cases)} cases, ${total((one) => one.comparisons)} figures compared, ` +
    `${total((one) => one.mismatches.length)} wrong, ${unusable} unknown or broken files, ` +
    `${total((one) => one.skipped.length)} cases not checked for want of data`
  )
}

/** One line per file, and below it the first mismatches and what was skipped. */
export function formatReport({ file, schema, fault, recorder }: FileReport): string {
  if (fault !== null) return `${fault.verdict} ${file}: ${fault.reason}`
  const { cases, failedCases, comparisons, worst, skipped, mismatches } = recorder
  const worstText =
    worst === null
      ? 'nothing numeric'
      : `worst error ${worst.error.toExponential(1)} = ${worst.ratio.toPrecision(2)} of its tolerance (${worst.caseId}, ${worst.field})`
  const wasSkipped = cases === 0 && skipped.length > 0
  const verdict = mismatches.length > 0 ? 'FAILED ' : wasSkipped ? 'NOT RUN' : 'ok     '
  const head = `${verdict} ${file} (${schema}): ${cases} cases, ${comparisons} figures, ${failedCases} cases failed; ${worstText}`
  const details = mismatches
    .slice(0, SHOWN_MISMATCHES)
    .map((one) => `        ${one.caseId} ${one.field}: found ${one.found}, expected ${one.expected}`)
  const hidden = mismatches.length - details.length
  if (hidden > 0) details.push(`        … and ${hidden} more`)
  if (skipped.length > 0) {
    details.push(`        ${skipped.length} cases NOT CHECKED, e.g. ${skipped[0]?.caseId}: ${skipped[0]?.reason}`)
  }
  return [head, ...details].join('\n')
}
