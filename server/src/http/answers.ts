import { createHash } from 'node:crypto'

const ETAG_CHARACTERS = 27

/** JSON that is encoded already, such as one kept in a cache; sent as it is, or as 304 to a client that has it. */
export class EncodedJson {
  readonly body: string | Buffer
  /** With its quotes: a hash of the version, because a header holds few characters and a version may hold a name. */
  readonly etag: string

  constructor(body: string | Buffer, version: string) {
    this.body = body
    this.etag = `"${createHash('sha256').update(version).digest('base64url').slice(0, ETAG_CHARACTERS)}"`
  }
}

/** @param version any text that changes whenever the answer does */
export const encodedJson = (body: string | Buffer, version: string): EncodedJson => new EncodedJson(body, version)

/** Says that the answer went out already, as a stream. */
export const STREAMED = Symbol('streamed')
export type Streamed = typeof STREAMED

/** Answer of a call of kind `file`: a download. */
export interface FileAnswer {
  /** Text in pieces is sent piece by piece, so that a large file neither fills memory nor keeps others waiting. */
  body: string | Buffer | Iterable<string> | AsyncIterable<string>
  contentType: string
  fileName: string
}

/** Answer of a call of kind `redirect`. */
export interface RedirectAnswer {
  location: string
}

/** `Content-Disposition` for a name that a person chose: ASCII for old clients, the full name by RFC 6266. */
export function toContentDisposition(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\w.() -]/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeRfc5987(fileName)}`
}

const encodeRfc5987 = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
