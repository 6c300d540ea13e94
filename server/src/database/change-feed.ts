import type { ChangeFeed, Engine } from './database.ts'

/** Triggers notify this channel, with the user's id or with nothing when it may concern everybody. */
const CHANNEL = 'ballast_changed'

/** Listens from the first watcher on. */
export function createChangeFeed(engine: Engine): ChangeFeed {
  const watchers = new Set<(userId: string | undefined) => void>()
  let isBegun = false
  let isListening = false

  function tell(userId: string | undefined) {
    for (const watcher of watchers) watcher(userId)
  }

  async function begin() {
    const whenNotified = (payload: string) => tell(payload === '' ? undefined : payload)
    await engine.listen(CHANNEL, { whenNotified, whenInterrupted: () => tell(undefined) })
    isListening = true
  }

  return {
    watch(whenChanged) {
      watchers.add(whenChanged)
      if (isBegun) return
      isBegun = true
      // Listening fails only when the database is closed at the same time; then nothing is remembered, which is right.
      begin().catch(() => undefined)
    },
    isLive: () => isListening && engine.isHearing(),
  }
}
