// Tests: e2e/commands.e2e.ts

import { CornerDownLeft, Search } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { cn } from '../../lib/class-names.ts'
import { COMMAND_GROUPS, type Command, filterCommands } from './commands.ts'
import { Keys } from './keys.tsx'

interface CommandPaletteProps {
  text: string
  onTextChange: (text: string) => void
  commands: readonly Command[]
  /** Tickers are still being looked for. */
  searching: boolean
  onClose: () => void
}

/** A field and what it finds: Up and Down walk, Enter does the chosen one, Escape closes. */
export function CommandPalette({ text, onTextChange, commands, searching, onClose }: CommandPaletteProps) {
  const listId = useId()
  const [chosen, setChosen] = useState(0)
  const found = filterCommands(commands, text)
  const active = Math.min(chosen, found.length - 1)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[id="${listId}-${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active, listId])

  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setChosen((active + step + found.length) % found.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(found[active])
    }
  }

  return (
    <RadixDialog.Root open onOpenChange={onClose}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-70 bg-background/70" />
        <RadixDialog.Content
          aria-describedby={undefined}
          className="fixed top-[12dvh] left-1/2 z-70 flex max-h-[min(480px,76dvh)] w-[calc(100vw-32px)] max-w-[560px] -translate-x-1/2 flex-col overflow-hidden rounded-dialog border bg-popover shadow-dialog"
        >
          <RadixDialog.Title className="sr-only">Search or jump to</RadixDialog.Title>
          <div className="flex items-center gap-3 border-b px-4">
            <Search aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
            <input
              role="combobox"
              aria-label="Search or jump to"
              aria-expanded="true"
              aria-controls={listId}
              aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              maxLength={40}
              placeholder="A screen, an action or a ticker"
              value={text}
              onChange={(event) => {
                setChosen(0)
                onTextChange(event.target.value)
              }}
              onKeyDown={onKeyDown}
              className="h-12 min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-subtle-foreground"
            />
            <kbd className="rounded-badge border px-1.5 font-sans text-caption text-muted-foreground">Esc</kbd>
          </div>
          <div ref={list} id={listId} role="listbox" aria-label="Found" className="overflow-y-auto p-1.5">
            {COMMAND_GROUPS.map((group) => (
              <Group
                key={group}
                group={group}
                commands={found}
                active={active}
                toId={(index) => `${listId}-${index}`}
                onHover={setChosen}
                onRun={run}
              />
            ))}
          </div>
          {found.length === 0 && (
            <p role="status" className="px-4 pb-4 text-label text-muted-foreground">
              {searching ? 'Looking for tickers…' : `Nothing is called “${text.trim()}”.`}
            </p>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

interface GroupProps {
  group: Command['group']
  commands: readonly Command[]
  active: number
  toId: (index: number) => string
  onHover: (index: number) => void
  onRun: (command: Command) => void
}

function Group({ group, commands, active, toId, onHover, onRun }: GroupProps) {
  const entries = commands.flatMap((command, index) => (command.group === group ? [{ command, index }] : []))
  if (entries.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox
    <div role="group" aria-label={group}>
      <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-caption text-subtle-foreground">
        {group}
      </p>
      {entries.map(({ command, index }) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above walks and picks by the keyboard
        <div
          key={command.id}
          id={toId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerMove={() => onHover(index)}
          onClick={() => onRun(command)}
          className={cn(
            'flex min-h-9 cursor-default items-center gap-3 rounded-control px-2.5 py-1.5 text-body max-sm:min-h-11',
            index === active && 'bg-accent',
          )}
        >
          <span className="min-w-0 flex-1 truncate">{command.label}</span>
          {command.detail && <span className="truncate text-label text-muted-foreground">{command.detail}</span>}
          {command.keys && (
            <span className="max-sm:hidden">
              <Keys keys={command.keys} />
            </span>
          )}
          {index === active && <CornerDownLeft aria-hidden="true" className="size-3.5 text-subtle-foreground" />}
        </div>
      ))}
    </div>
  )
}
