import { setImmediate as nextTick } from 'node:timers/promises'

type Read<Value> = (keys: readonly string[]) => Promise<Map<string, Value>>

/**
 * Joins all reads that are asked for within one tick of the event loop into one, and answers each caller with a map of
 * its own keys. Callers who ask together therefore go on together, however long the store takes: what they find missing
 * becomes one request to the provider.
 */
export function joinReads<Value>(read: Read<Value>): Read<Value> {
  let open: { keys: Set<string>; answer: Promise<Map<string, Value>> } | undefined

  function openRead() {
    const keys = new Set<string>()
    const answer = nextTick().then(() => {
      open = undefined
      return read([...keys])
    })
    return { keys, answer }
  }

  return async (keys) => {
    open ??= openRead()
    for (const key of keys) open.keys.add(key)
    const found = await open.answer
    return new Map(keys.flatMap((key) => (found.has(key) ? [[key, found.get(key) as Value]] : [])))
  }
}
