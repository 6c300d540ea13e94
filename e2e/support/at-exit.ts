const pending = new Set<() => void>()

// One listener for all: a listener each would look like a leak.
process.once('exit', () => {
  for (const work of pending) work()
})

/** Does `work` when the tests end, however they end. What it returns takes that back. */
export function atExit(work: () => void): () => void {
  pending.add(work)
  return () => void pending.delete(work)
}
