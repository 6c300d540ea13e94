// Tests: change-feed.test.ts, e2e/process-postgres/remembering.test.ts

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { Engine, NotificationListener } from './database.ts'

const CONNECT_TIMEOUT_MILLISECONDS = 1_500
const RECONNECT_MILLISECONDS = 1_000
const BEAT_MILLISECONDS = 2_000
/** A connection that answers nothing for this long is taken for dead: TCP itself may need a quarter of an hour to notice. */
const SILENCE_MILLISECONDS = 5_000

/**
 * One connection of its own for LISTEN, because a pooled one forgets it; opened at the first use, and anew a second after
 * it broke.
 *
 * Every two seconds it sends itself a notification. PostgreSQL delivers them in the order of the commits, so one that came
 * back proves that everything committed before it was sent has been heard.
 */
export function createPostgresNotifications(url: string, log: Log): Pick<Engine, 'listen' | 'isHearing' | 'close'> {
  const listeners = new Map<string, Set<NotificationListener>>()
  const beatChannel = `ballast_beat_${randomUUID()}`
  const stopping = new AbortController()
  const connectedOnce = Promise.withResolvers<void>()
  let running: Promise<void> | undefined
  let current: Query | undefined
  let isBroken = false
  /** When the latest beat that came back was sent, by the monotonic clock. */
  let heardUntil = Number.NEGATIVE_INFINITY

  const isHearing = () => performance.now() - heardUntil < SILENCE_MILLISECONDS

  function hear(channel: string, payload: string) {
    if (channel === beatChannel) heardUntil = Number(payload)
    else for (const { whenNotified } of listeners.get(channel) ?? []) whenNotified(payload)
  }

  async function keepConnected(): Promise<void> {
    while (!stopping.signal.aborted) {
      const reason = await holdConnection()
      if (stopping.signal.aborted) return
      if (!isBroken)
        log.warn({ err: reason }, 'the connection for notifications broke: until it is back, everything is read again')
      isBroken = true
      heardUntil = Number.NEGATIVE_INFINITY
      for (const set of listeners.values()) for (const { whenInterrupted } of set) whenInterrupted?.()
      await sleep(RECONNECT_MILLISECONDS, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
    }
  }

  /** Connects, listens and beats. @returns why it ended, once it has */
  async function holdConnection(): Promise<unknown> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MILLISECONDS,
      query_timeout: SILENCE_MILLISECONDS,
      keepAlive: true,
      application_name: 'ballast-listen',
    })
    const { promise: ended, reject: end } = Promise.withResolvers<never>()
    const endNow = () => end(new Error('The connection for notifications was closed'))
    const query = inTurn(client)
    const beat = createBeat(query, beatChannel, end)
    let timer: NodeJS.Timeout | undefined
    client.on('error', end)
    client.on('end', endNow)
    client.on('notification', ({ channel, payload = '' }) => hear(channel, payload))
    stopping.signal.addEventListener('abort', endNow)
    try {
      await Promise.race([client.connect(), ended])
      current = query
      await Promise.race([listenTo(query, beatChannel, ...listeners.keys()), ended])
      connectedOnce.resolve()
      if (isBroken) log.info('the connection for notifications is back')
      isBroken = false
      beat()
      timer = setInterval(beat, BEAT_MILLISECONDS).unref()
      return await ended
    } catch (error) {
      return error
    } finally {
      clearInterval(timer)
      current = undefined
      stopping.signal.removeEventListener('abort', endNow)
      // Not waited for: over a dead connection the goodbye is never answered.
      client.end().catch(() => undefined)
    }
  }

  return {
    async listen(channel, listener) {
      const set = listeners.get(channel) ?? new Set()
      set.add(listener)
      listeners.set(channel, set)
      running ??= keepConnected()
      await connectedOnce.promise
      // If the connection breaks now, the next one listens to this channel, too.
      if (current) await listenTo(current, channel).catch(() => undefined)
      return async () => {
        set.delete(listener)
      }
    },
    isHearing,
    async close() {
      stopping.abort()
      connectedOnce.resolve()
      await running
    },
  }
}

type Query = (text: string, values?: string[]) => Promise<unknown>

/** A connection answers one question at a time; whoever asks meanwhile waits for those before. */
function inTurn(client: pg.Client): Query {
  let last: Promise<unknown> = Promise.resolve()
  return (text, values) => {
    const answer = last.then(() => client.query(text, values))
    last = answer.catch(() => undefined)
    return answer
  }
}

async function listenTo(query: Query, ...channels: string[]): Promise<void> {
  await query(channels.map((channel) => `LISTEN ${pg.escapeIdentifier(channel)}`).join('; '))
}

/** Sends the connection a notification of its own that holds the time; the next one waits for the answer to the last. */
function createBeat(query: Query, channel: string, whenFailed: (error: unknown) => void): () => void {
  let isUnanswered = false
  return () => {
    if (isUnanswered) return
    isUnanswered = true
    query('SELECT pg_notify($1, $2)', [channel, String(performance.now())]).then(() => {
      isUnanswered = false
    }, whenFailed)
  }
}
