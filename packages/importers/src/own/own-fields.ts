// Tests: import-text.test.ts, import-fixtures.test.ts

import { quotable } from '../problem-list.ts'
import words from '../words.json' with { type: 'json' }

/** A field of a row in our own CSV and JSON. */
export type Field =
  | 'ticker'
  | 'shares'
  | 'avgCost'
  | 'sector'
  | 'account'
  | 'currency'
  | 'kind'
  | 'statedPrice'
  | 'statedOn'
// The type is written out because TypeScript's declarations of the package cannot import a JSON file.
const NAMES: Readonly<Record<Field, readonly string[]>> = words.ownNames
export const FIELDS = Object.keys(NAMES) as readonly Field[]
/** Where each field stands, counted from 0, and its name in the input, for the messages. */
export type FieldColumns = { [field in Field]?: { index: number; name: string } }

const FIELD_BY_NAME = new Map(FIELDS.flatMap((field) => NAMES[field].map((name) => [name, field])))

/** The field that a header cell or a JSON key names in any case and spelling we know, or `undefined`. */
export function findField(name: string): Field | undefined {
  return name.length > 60 ? undefined : FIELD_BY_NAME.get(name.toLowerCase().replace(/[^a-z]/g, ''))
}

/** Says which columns or keys are not read. */
export function describeUnread(unread: readonly string[], one: string, many: string): string[] {
  if (unread.length === 0) return []
  const names = unread.slice(0, FIELDS.length).map((name) => `"${quotable(name)}"`)
  const more = unread.length > names.length ? ' and others' : ''
  return [`Not read: ${unread.length === 1 ? one : many} ${names.join(', ')}${more}.`]
}
