/** A file as it came in, or a text as it was pasted. */
export type DocumentToRead = { name: string; bytes: Uint8Array } | { name: string; text: string }
