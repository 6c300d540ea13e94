import type { DataFiles } from './data-files.ts'
import type { Recorder } from './recorder.ts'

/**
 * One kind of reference file and how this library answers it. A schema lives in a file of its own beside this one and
 * is listed in `SCHEMAS`; a reference file that no schema recognises makes the run fail.
 */
export interface Schema {
  /** Name as files state it in their `schema` field, such as `risk-metrics/1`. */
  readonly name: string
  /**
   * True for the files this schema answers. Most test `content.schema === name` (see {@link statesSchema}); files
   * without such a field are recognised by their shape.
   */
  readonly recognises: (content: unknown) => boolean
  /** True for inputs of other files' cases, which hold no case of their own; any other file without a case is a fault. */
  readonly isInput?: true
  /**
   * Computes every case of a recognised file and tells the recorder. Wrap each case in `recorder.attempt`, and call
   * `recorder.skip` when a data file it needs is not there.
   */
  readonly check: (content: unknown, recorder: Recorder, data: DataFiles) => void
}

/** Recognises a file by its `schema` field. */
export function statesSchema(name: string): (content: unknown) => boolean {
  return (content) => typeof content === 'object' && content !== null && 'schema' in content && content.schema === name
}
