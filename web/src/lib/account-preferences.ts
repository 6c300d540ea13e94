// Tests: account-preferences.test.tsx, e2e/account-preferences.e2e.ts

import { ApiError, type CurrentUser, type Preferences, updatePreferences } from '@ballast/contract'
import { COPIED_KEYS, readStored, writeStored } from './browser-storage.ts'
import { callApi } from './call-api.ts'

type Changes = Partial<Preferences>

/** Choices that come faster than this are stored together. */
const REST_MS = 400

let unsaved: Changes = {}
let isSignedIn = false
let rest: ReturnType<typeof setTimeout> | undefined
let sending = Promise.resolve()

/** Stores choices with the account of who is signed in, the last of each. Kept until they arrive, also when the page is left. */
export function savePreferences(changes: Changes): void {
  if (!isSignedIn) return
  unsaved = { ...unsaved, ...changes }
  clearTimeout(rest)
  rest = setTimeout(sendInTurn, REST_MS)
}

/** Makes a choice that the browser keeps a copy of. */
export function choose<Key extends (typeof COPIED_KEYS)[number]>(key: Key, value: NonNullable<Preferences[Key]>): void {
  if (readStored(key) === value) return
  writeStored(key, value)
  savePreferences({ [key]: value })
}

/** Returns the user with the choices that are still under way, and renews the browser's copies; `null` when nobody is signed in. */
export function followAccount(user: CurrentUser | null): CurrentUser | null {
  isSignedIn = user !== null
  if (user === null) {
    unsaved = {}
    return null
  }
  const preferences = { ...user.preferences, ...unsaved }
  for (const key of COPIED_KEYS) {
    const chosen = preferences[key]
    if (chosen !== undefined) writeStored(key, chosen)
  }
  return { ...user, preferences }
}

/** One at a time, so that an earlier choice never arrives after a later one. */
function sendInTurn(): void {
  clearTimeout(rest)
  sending = sending.then(send)
}

async function send(): Promise<void> {
  const sent = unsaved
  if (Object.keys(sent).length === 0) return
  try {
    await callApi(updatePreferences, { body: sent, keepalive: true })
  } catch (error) {
    console.error('Failed to store preferences', error)
    // Without a connection they go with the next choice, or when it is back.
    if (!(error instanceof ApiError)) return
  }
  unsaved = Object.fromEntries(
    Object.entries(unsaved).filter(([key, value]) => sent[key as keyof Changes] !== value),
  ) as Changes
}

if (typeof window !== 'undefined') {
  for (const event of ['pagehide', 'online']) window.addEventListener(event, sendInTurn)
}
