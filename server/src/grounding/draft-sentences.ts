// Tests: unsupported-sayings.test.ts, verify-text.test.ts

import { listMatches } from './matches.ts'

const REFERENCE = /\{\{\s?(F\d{1,6})[^}]*\}\}/g
const templatesOfDrafts = new WeakMap<ReadonlySet<string>, ReadonlyMap<string, readonly string[]>>()

/** The figures that a sentence of the text that is replaced has, when only figures differ. */
export function findTemplate(sentence: string, drafts: ReadonlySet<string>): readonly string[] | undefined {
  let templates = templatesOfDrafts.get(drafts)
  if (templates === undefined) {
    templates = new Map(
      [...drafts].map((draft) => [mask(draft), listMatches(draft, REFERENCE).map(([, id = '']) => id)]),
    )
    templatesOfDrafts.set(drafts, templates)
  }
  return sentence.includes('{{') ? templates.get(mask(sentence)) : undefined
}

const mask = (sentence: string) => sentence.replace(REFERENCE, '{{}}')

const textsOfDrafts = new WeakMap<ReadonlySet<string>, { written: string; lower: string }>()

function readDrafts(drafts: ReadonlySet<string>): { written: string; lower: string } {
  const known = textsOfDrafts.get(drafts)
  if (known !== undefined) return known
  const written = [...drafts].join(' ')
  const read = { written, lower: written.toLowerCase() }
  textsOfDrafts.set(drafts, read)
  return read
}

/** All that a text of ours says, with its references. */
export const listWritten = (drafts: ReadonlySet<string>): string => readDrafts(drafts).written

/** The same in lower case. */
export const listText = (drafts: ReadonlySet<string>): string => readDrafts(drafts).lower
