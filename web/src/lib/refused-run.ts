// Tests: ../features/hedges/hedges-page.test.tsx, e2e/hedges.e2e.ts

import type { Call, CallInput } from '@ballast/contract'
import { useEffect } from 'react'

/**
 * A run that the plan or the tokens did not allow. It is kept in this tab while its owner pays, and begins by itself once
 * the payment is confirmed; without a payment it never does.
 */
interface RefusedRun {
  /** Path of the call, with the names of its parameters. */
  path: string
  input: unknown
  /** Screen that it was asked on: path and search. */
  href: string
  isPaid: boolean
}

const KEY = 'refused-run'

/** Keeps the run that has just been refused, in place of an earlier one. */
export function keepRefusedRun(path: string, input: unknown): void {
  write({ path, input, href: window.location.pathname + window.location.search, isPaid: false })
}

/** Has a call begin as soon as its screen opens; for a screen that is about to be opened anew. */
export function beginOnOpen<C extends Call>({ path }: C, input: CallInput<C>): void {
  write({ path, input, href: window.location.pathname, isPaid: true })
}

/** Forgets what was refused, with the words that were asked: for whoever signs out. */
export const forgetRefusedRun = (): void => write(null)

/** Notes that the payment is through. @returns the screen to go back to, or null when nothing was refused before */
export function markRefusedRunPaid(): string | null {
  const run = read()
  if (!run) return null
  write({ ...run, isPaid: true })
  return run.href
}

/** Begins the refused run of a call once, when its screen opens after the payment. @param isMine tells whether it is this screen's */
export function usePaidRun<C extends Call>(
  { path }: C,
  isMine: (input: CallInput<C>) => boolean,
  begin: (input: CallInput<C>) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen opens
  useEffect(() => {
    const run = read()
    if (run?.path !== path || !run.isPaid || !isMine(run.input as CallInput<C>)) return
    write(null)
    begin(run.input as CallInput<C>)
  }, [])
}

// A browser that keeps nothing loses the run, and its owner starts it by hand.
function read(): RefusedRun | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as RefusedRun | null
  } catch {
    return null
  }
}

function write(run: RefusedRun | null): void {
  try {
    if (run) sessionStorage.setItem(KEY, JSON.stringify(run))
    else sessionStorage.removeItem(KEY)
  } catch {
    // See above.
  }
}
