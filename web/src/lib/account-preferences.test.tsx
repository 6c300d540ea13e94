import type { CurrentUser } from '@ballast/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PRO_USER } from '../test-screen.tsx'
import { choose, followAccount, savePreferences } from './account-preferences.ts'
import { readStored } from './browser-storage.ts'

const sent: { body: unknown; keepalive: boolean }[] = []
let answer = async () => Response.json(PRO_USER.preferences)

beforeEach(() => {
  vi.useFakeTimers()
  followAccount(null)
  sent.length = 0
  answer = async () => Response.json(PRO_USER.preferences)
  vi.stubGlobal('fetch', (_path: string, init: RequestInit) => {
    sent.push({ body: JSON.parse(init.body as string), keepalive: init.keepalive === true })
    return answer()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const userWith = (preferences: Partial<CurrentUser['preferences']>): CurrentUser => ({
  ...PRO_USER,
  preferences: { ...PRO_USER.preferences, ...preferences },
})

test('choices that follow each other are stored at once, the last of each', async () => {
  followAccount(PRO_USER)
  choose('theme', 'light')
  choose('theme', 'dark')
  choose('theme', 'light')
  savePreferences({ sectorBasis: 'cost' })
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual([{ body: { theme: 'light', sectorBasis: 'cost' }, keepalive: true }])
})

test('what is chosen already is not stored again', async () => {
  followAccount(userWith({ theme: 'light' }))
  choose('theme', 'light')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual([])
})

test('a visitor’s choice stays in the browser', async () => {
  choose('theme', 'light')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(readStored('theme')).toBe('light')
  expect(sent).toEqual([])
})

test('the account’s choices replace the browser’s, and what nobody chose leaves them', () => {
  choose('theme', 'light')
  choose('shortcuts', 'on')
  followAccount(userWith({ shortcuts: 'off' }))
  expect([readStored('theme'), readStored('shortcuts')]).toEqual(['light', 'off'])
  followAccount(userWith({ theme: 'dark' }))
  expect([readStored('theme'), readStored('shortcuts')]).toEqual(['dark', 'off'])
})

test('an answer that comes before a choice was stored does not undo it', async () => {
  followAccount(PRO_USER)
  choose('theme', 'light')
  expect(followAccount(userWith({ theme: 'dark' }))?.preferences.theme).toBe('light')
  expect(readStored('theme')).toBe('light')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(followAccount(userWith({ theme: 'dark' }))?.preferences.theme).toBe('dark')
})

test('whoever leaves the page loses nothing', async () => {
  followAccount(PRO_USER)
  savePreferences({ hedgePrompt: 'keep NVDA' })
  window.dispatchEvent(new Event('pagehide'))
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual([{ body: { hedgePrompt: 'keep NVDA' }, keepalive: true }])
})

test('without a connection a choice waits for it, and one that is refused is dropped', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  followAccount(PRO_USER)
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  savePreferences({ hedgePrompt: 'first' })
  await vi.advanceTimersByTimeAsync(1_000)
  answer = async () => Response.json({ error: 'No room', requestId: 'r' }, { status: 409 })
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(1_000)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent.map(({ body }) => body)).toEqual([{ hedgePrompt: 'first' }, { hedgePrompt: 'first' }])
})

test('a later choice is sent after an earlier one was answered', async () => {
  followAccount(PRO_USER)
  let arrive = (_: Response) => {}
  answer = () => new Promise((resolve) => (arrive = resolve))
  savePreferences({ hedgePrompt: 'first' })
  await vi.advanceTimersByTimeAsync(1_000)
  savePreferences({ hedgePrompt: 'second' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toHaveLength(1)
  arrive(Response.json(PRO_USER.preferences))
  await vi.advanceTimersByTimeAsync(0)
  expect(sent.map(({ body }) => body)).toEqual([{ hedgePrompt: 'first' }, { hedgePrompt: 'second' }])
})
