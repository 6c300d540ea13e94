// Tests: spending.test.ts

import { createHash } from 'node:crypto'
import type { Parts } from '../../parts.ts'

/** Processes tell each other of what a client does not wait for any more. */
const CHANNEL = 'ballast_mcp_cancelled'

/** Which use of a tool is meant: the same for whoever names it, and telling nothing of the token. */
export interface CallLabel {
  tokenId: string
  /** Id that the client was given at its start; the number of a request is unique only with it. */
  session: string
  requestId: string | number
}

/** Calls under way, so that a client can take one back by a message that may reach another process. */
export interface Cancellations {
  /** @returns ends the watch. @param cancel is called when the call is taken back, by whatever process heard of it */
  watch(label: CallLabel, cancel: () => void): () => void
  /** Takes a call back wherever it runs; one that is over or unknown is nothing to do. */
  cancel(label: CallLabel): void
}

/** One for each process. */
export function createCancellations({ db, log }: Pick<Parts, 'db' | 'log'>): Cancellations {
  const underWay = new Map<string, () => void>()
  let isListening = false

  function listen() {
    if (isListening) return
    isListening = true
    db.listen(CHANNEL, { whenNotified: (key) => underWay.get(key)?.() }).catch((error: unknown) => {
      isListening = false
      log.warn({ err: error }, 'calls that are taken back in other processes are not heard of')
    })
  }

  return {
    watch(label, cancel) {
      listen()
      const key = keyOf(label)
      underWay.set(key, cancel)
      return () => {
        if (underWay.get(key) === cancel) underWay.delete(key)
      }
    },
    cancel(label) {
      const key = keyOf(label)
      const here = underWay.get(key)
      if (here) here()
      else db.notify(CHANNEL, key).catch((error: unknown) => log.warn({ err: error }, 'a cancelled call goes on'))
    },
  }
}

/** A text that stands for the parts and gives none of them away. */
export const hashParts = (...parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

const keyOf = ({ tokenId, session, requestId }: CallLabel) => hashParts(tokenId, session, requestId)
