import type { ImportedSource } from '../imported-source.ts'
import type { Fault } from '../problem-list.ts'
import { toTableOf } from '../sources/source-table.ts'
import { SourceReport } from './source-report.ts'

/** A source of which nothing is read: it has no lines and no positions, and the reason is its one problem. */
export function refuseSource(kind: ImportedSource['kind'], fault: Fault): ImportedSource {
  const report = new SourceReport()
  report.complain(fault)
  return report.finish(toTableOf([]), { kind, format: null, content: 'positions' })
}
