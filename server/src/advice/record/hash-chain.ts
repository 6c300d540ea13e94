// Tests: record-arithmetic.test.ts

import { createHash } from 'node:crypto'

/** Hash that the first row of a chain follows. */
export const CHAIN_START = '0'.repeat(64)

/** Where a chain ends. */
export interface ChainHead {
  /** Rows in it. */
  readonly length: number
  readonly hash: string
}

export const EMPTY_CHAIN: ChainHead = { length: 0, hash: CHAIN_START }

/** A row that hangs on its predecessor. */
export interface ChainedRow {
  /** From 1 on, without gaps. */
  readonly sequence: number
  readonly content: string
  readonly previousHash: string
  readonly hash: string
}

/** Fault in a row of a chain, in words. */
export interface ChainProblem {
  readonly sequence: number
  readonly problem: string
}

export const hashText = (text: string): string => createHash('sha256').update(text).digest('hex')

/** SHA-256, in hexadecimal, of the predecessor's hash, a line break, and the content in UTF-8. */
export const hashRow = (previousHash: string, content: string): string => hashText(`${previousHash}\n${content}`)

/** The rows that these contents become at the end of a chain. */
export function extendChain(head: ChainHead, contents: readonly string[]): ChainedRow[] {
  let { length, hash } = head
  return contents.map((content) => {
    const previousHash = hash
    hash = hashRow(previousHash, content)
    length += 1
    return { sequence: length, content, previousHash, hash }
  })
}

/**
 * Finds faults in the next rows of a chain: a gap, another predecessor, a changed content. Only a reader who noted a head
 * down also notices rows that are missing at the end.
 */
export function checkRows(head: ChainHead, rows: readonly ChainedRow[]): { head: ChainHead; problems: ChainProblem[] } {
  const problems: ChainProblem[] = []
  let { length, hash } = head
  for (const row of rows) {
    const { sequence, content, previousHash } = row
    if (sequence !== length + 1) {
      problems.push({ sequence, problem: `It follows row ${length}, so that rows between are missing.` })
    }
    if (previousHash !== hash) problems.push({ sequence, problem: 'It hangs on another row than the one before it.' })
    if (row.hash !== hashRow(previousHash, content)) {
      problems.push({ sequence, problem: 'Its content is not what was hashed: it was changed afterwards.' })
    }
    length = sequence
    hash = row.hash
  }
  return { head: { length, hash }, problems }
}
