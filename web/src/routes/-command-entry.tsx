// Tests: -root.test.tsx

import { Search } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { COMMAND_KEY } from '../lib/command-key.ts'
import { areSingleKeysOn } from '../lib/single-keys.ts'

// Comes with the first shortcut or click: a first load does without.
const CommandCentre = lazy(async () => ({
  default: (await import('../features/commands/command-centre.tsx')).CommandCentre,
}))

const PALETTE = 'palette'
/** Those with a meaning, alone or after `g`; another key does not bring the command centre. */
const SINGLE_KEYS = /^[?/grtpaobhi]$/i
/** Where a letter means itself: fields, lists that jump to what begins with it, and what stands before the page. */
const OWN_LETTERS =
  'input,textarea,select,[contenteditable=true],[role=menu],[role=listbox],[role=dialog],[role=alertdialog]'

/** The search field of the bar, and the ear for shortcuts. What it hears is carried out by the command centre. */
export function CommandEntry() {
  const [heard, setHeard] = useState<readonly string[]>()
  const hear = useCallback((key: string) => setHeard((before = []) => [...before, key]), [])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = toShortcut(event)
      if (key === undefined) return
      // Browsers have a use of their own for these.
      if (key === PALETTE || key === '/') event.preventDefault()
      hear(key)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [hear])
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={() => hear(PALETTE)}
        className="flex h-9 items-center gap-2 rounded-control text-label text-muted-foreground touch-target hover:text-foreground max-[1180px]:w-9 max-[1180px]:justify-center min-[1181px]:w-[228px] min-[1181px]:border min-[1181px]:bg-card min-[1181px]:px-3"
      >
        <Search aria-hidden="true" className="size-4 shrink-0" />
        <span className="flex-1 whitespace-nowrap text-left max-[1180px]:sr-only">Search or jump to…</span>
        <kbd className="rounded-badge border px-1.5 font-sans text-caption max-[1180px]:hidden">{COMMAND_KEY} K</kbd>
      </button>
      {heard && (
        <Suspense fallback={null}>
          <CommandCentre heard={heard} onDone={(count) => setHeard((now) => now?.slice(count))} />
        </Suspense>
      )}
    </>
  )
}

function toShortcut({ key, metaKey, ctrlKey, altKey, target, defaultPrevented }: KeyboardEvent): string | undefined {
  if (defaultPrevented || altKey) return undefined
  if (metaKey || ctrlKey) return key.toLowerCase() === 'k' ? PALETTE : undefined
  if (!SINGLE_KEYS.test(key) || !areSingleKeysOn()) return undefined
  return target instanceof Element && target.closest(OWN_LETTERS) ? undefined : key.toLowerCase()
}
