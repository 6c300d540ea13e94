/** Keys of the clicks on something that is charged. */
export interface ClickKeys {
  /** The key of the click that asks for this: the one of the last click while nobody knows what became of that. */
  take(input: unknown): string
  /** Marks the request as answered or refused: the next click is another one. */
  settle(): void
}

/**
 * A double click, and a click after a connection broke, ask for the same thing once more; a click after an answer asks
 * anew, and is charged anew.
 */
export function createClickKeys(): ClickKeys {
  let open: { asked: string; key: string } | undefined
  return {
    take(input) {
      const asked = JSON.stringify(input)
      if (open?.asked !== asked) open = { asked, key: makeKey() }
      return open.key
    },
    settle() {
      open = undefined
    },
  }
}

/** `crypto.randomUUID` exists on secure pages only; a server in the own network may be none. */
function makeKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
