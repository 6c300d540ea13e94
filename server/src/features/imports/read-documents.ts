// Tests: imports.test.ts, hostile-uploads.test.ts, import-cost.test.ts

import { gunzipSync } from 'node:zlib'
import { type ColumnMapping, isTicker, type MappedField } from '@ballast/contract'
import { AccountLabels, type ImportedSource, type ReadOptions, readSource } from '@ballast/importers'
import type { DocumentToRead } from './document-to-read.ts'
import { findExcess } from './find-excess.ts'
import { identifyInstruments } from './identify-instruments.ts'
import { maskSamples, toMappableText } from './mappable-text.ts'
import type { ReviewedSource } from './reviewed-source.ts'
/** Documents that were read, handed between threads as JSON. */
export interface ReadDocuments {
  /** JSON of the list of {@link ReviewedSource}. */
  sources: string
  /** Tickers of securities to look up, each once. */
  tickers: readonly string[]
}

type Mappings = NonNullable<ReadOptions['mappings']>

/** Reads documents one after the other; hostile content costs time, never an error. For a worker. */
export async function readDocuments(request: {
  documents: readonly DocumentToRead[]
  mappings: Mappings
}): Promise<ReadDocuments> {
  const sources: ReviewedSource[] = []
  for (const document of request.documents) {
    const excess = 'bytes' in document ? findExcess(document.bytes) : undefined
    const imported = excess ?? (await readSource(document, { mappings: request.mappings }))
    const { mapping } = imported
    if (mapping === null) sources.push(toReviewed(document.name, imported))
    else {
      const text = await toMappableText(document, mapping)
      sources.push(toReviewed(document.name, { ...imported, mapping: maskSamples(mapping) }, text))
    }
  }
  return encodeSources(sources)
}

type FieldsByColumn = Record<number, MappedField>

export interface MappedColumn {
  index: number
  field: MappedField
}

/**
 * Reads those sources again whose columns can be mapped, the one that the review asks about as the person says it is.
 * For a worker.
 *
 * @param request `packedSources` as they were stored
 * @returns with the fingerprint of the mapped layout; or what is wrong with the columns, a sentence
 */
export async function readAgain(request: {
  /** Compressed. */
  packedSources: Uint8Array
  mappings: Mappings
  columns: readonly MappedColumn[]
}): Promise<(ReadDocuments & { mapped: { fingerprint: string; fields: FieldsByColumn } }) | { fault: string }> {
  const before = JSON.parse(gunzipSync(request.packedSources).toString()) as ReviewedSource[]
  const mapping = findMapping(before)
  if (mapping === null) return { fault: 'The columns of this import are known and cannot be mapped.' }
  const fault = findColumnFault(mapping.columns, request.columns)
  if (fault !== undefined) return { fault }
  const { fingerprint } = mapping
  // What the person did not name means nothing: it must not be guessed again beside what they did name.
  const fields: FieldsByColumn = Object.fromEntries([
    ...mapping.columns.map(({ index }) => [index, 'ignore'] as const),
    ...request.columns.map(({ index, field }) => [index, field] as const),
  ])
  const mappings = { ...request.mappings, [fingerprint]: fields }
  const sources: ReviewedSource[] = []
  for (const source of before) sources.push(await readWithMappings(source, mappings))
  return { ...encodeSources(sources), mapped: { fingerprint, fields } }
}

async function readWithMappings(source: ReviewedSource, mappings: Mappings): Promise<ReviewedSource> {
  const { name, text } = source
  if (text === undefined) return source
  const imported = await readSource({ name, bytes: new TextEncoder().encode(text) }, { mappings })
  return toReviewed(name, { ...imported, kind: source.imported.kind }, text)
}

function findColumnFault(existing: readonly { index: number }[], chosen: readonly MappedColumn[]): string | undefined {
  const indices = new Set(existing.map(({ index }) => index))
  const stranger = chosen.find(({ index }) => !indices.has(index))
  if (stranger) return `There is no column ${stranger.index + 1} in this file. Choose one of those shown.`
  const twice = chosen.find(
    ({ field }, place) => field !== 'ignore' && chosen.findIndex((other) => other.field === field) !== place,
  )
  return twice && `Two columns are mapped to “${twice.field}”. Each field can come from one column.`
}

/** Sources with the tickers that have to be looked up; of images too, which are read elsewhere. */
export function encodeSources(sources: readonly ReviewedSource[]): ReadDocuments {
  const tickers = new Set<string>()
  for (const { imported } of sources) {
    for (const { kind, ticker } of imported.positions) if (kind === 'security' && isTicker(ticker)) tickers.add(ticker)
  }
  return { sources: JSON.stringify(sources), tickers: [...tickers] }
}

/** @param name as the person chose it; brokers put the number of the account into the names of their exports */
export function toReviewed(name: string, imported: ImportedSource, text?: string): ReviewedSource {
  const masked = new AccountLabels().mask(name)
  return { name: masked, imported: identifyInstruments(imported), ...(text !== undefined && { text }) }
}

/** Both lists as one, without taking the JSON apart: it may be megabytes long. */
export function joinRead(one: ReadDocuments, other: ReadDocuments): ReadDocuments {
  const lists = [one.sources, other.sources].map((list) => list.slice(1, -1)).filter((items) => items !== '')
  return { sources: `[${lists.join(',')}]`, tickers: [...new Set([...one.tickers, ...other.tickers])] }
}

/** The first source whose columns must be mapped, else the first whose columns may be. */
export function findMapping(sources: readonly ReviewedSource[]): ColumnMapping | null {
  const mapped = sources.flatMap(({ imported, text }, source) =>
    imported.mapping === null || text === undefined ? [] : [{ ...imported.mapping, source }],
  )
  return mapped.find(({ state }) => state === 'needed') ?? mapped[0] ?? null
}
