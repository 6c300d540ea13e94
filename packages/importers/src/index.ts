// Tests: readme.test.ts, published-package.test.ts

export { maskAccountNumbers } from './account-label.ts'
export { toDecimalText } from './decimal-text.ts'
export type { ImportedPosition, ImportResult } from './imported-position.ts'
export {
  type ImportedSource,
  type ReadOptions,
  type SourceLine,
  type SourcePosition,
  type SourceTrade,
  SURE_CERTAINTY,
} from './imported-source.ts'
export { AccountLabels } from './meaning/account-labels.ts'
export { refuseSource } from './meaning/refuse-source.ts'
export { ProblemList } from './problem-list.ts'
export { readRows } from './read-rows.ts'
export { type RawSource, readSource } from './read-source.ts'
export { findUtf16 } from './sources/decode-text.ts'
export { isPdf, isZip } from './sources/file-signature.ts'
export { findScannedPages } from './sources/pdf-scans.ts'
export { StoredDecimal } from './stored-decimal.ts'
export { WIDELY_HELD } from './widely-held.ts'
