// Tests: options-page.test.tsx

// biome-ignore-all lint/a11y/useSemanticElements: a datalist can neither show two columns nor say which entry is active
// biome-ignore-all lint/a11y/useFocusableInteractive: the field keeps the focus and names the active entry
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the field handles the keys
import { toTicker } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, memo, useId, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { controlHeight, controlStyles } from '../../components/ui/input.tsx'
import { cn } from '../../lib/class-names.ts'
import { usePaused } from '../../lib/use-paused.ts'
import { suggestionsQuery } from './options.queries.ts'

interface SearchCardProps {
  /** The ticker shown; the field follows it. */
  ticker: string | null
  onSearch: (ticker: string) => void
}

/** A ticker typed or picked from suggestions: Up and Down walk them, Enter searches, Escape closes them. */
export const SearchCard = memo(function SearchCard({ ticker, onSearch }: SearchCardProps) {
  const id = useId()
  const [text, setText] = useState(ticker ?? '')
  const [follows, setFollows] = useState(ticker)
  if (follows !== ticker) {
    setFollows(ticker)
    setText(ticker ?? '')
  }
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [fault, setFault] = useState<string | undefined>(undefined)
  const paused = usePaused(text.trim())
  const suggestions = useQuery({
    ...suggestionsQuery(paused),
    enabled: isOpen && paused !== '',
    // The list stays while the next one is on its way.
    placeholderData: (before) => before,
  })
  const results = isOpen && text.trim() !== '' ? (suggestions.data?.results ?? []) : []
  const isListShown = isOpen && results.length > 0

  const search = (wanted: string) => {
    const found = toTicker(wanted)
    setIsOpen(false)
    setActive(-1)
    if (found === undefined) {
      setFault(`“${wanted.trim()}” is not a ticker. Type one such as AAPL, or pick a suggestion.`)
      return
    }
    setFault(undefined)
    setText(found)
    onSearch(found)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const picked = isListShown ? results[active]?.ticker : undefined
    if (picked !== undefined || text.trim() !== '') search(picked ?? text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setIsOpen(false)
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    setIsOpen(true)
    if (results.length > 0)
      setActive((active + step + results.length + (active < 0 && step < 0 ? 1 : 0)) % results.length)
  }
  return (
    <Card className="h-full">
      <form role="search" onSubmit={onSubmit}>
        <label htmlFor={id} className="mb-3 block text-title">
          Search ticker
        </label>
        <div className="flex gap-2">
          <div className="relative min-w-0 flex-1">
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground"
            />
            <input
              id={id}
              role="combobox"
              aria-keyshortcuts="/"
              aria-expanded={isListShown}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={isListShown && active >= 0 ? `${id}-${active}` : undefined}
              aria-invalid={fault !== undefined || undefined}
              aria-describedby={fault === undefined ? undefined : `${id}-fault`}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              placeholder="AAPL"
              value={text}
              onChange={(event) => {
                setText(event.target.value.toUpperCase())
                setIsOpen(true)
                setActive(-1)
                setFault(undefined)
              }}
              onKeyDown={onKeyDown}
              onFocus={(event) => event.target.select()}
              onBlur={() => setIsOpen(false)}
              className={cn(controlStyles, controlHeight, 'pl-9')}
            />
            <div
              id={`${id}-list`}
              role="listbox"
              aria-label="Suggestions"
              hidden={!isListShown}
              className="absolute inset-x-0 top-full z-40 mt-1.5 max-h-[340px] min-w-[280px] overflow-y-auto rounded-card border bg-popover p-1.5 shadow-popover sm:left-auto sm:w-[340px]"
            >
              {results.map((result, place) => (
                <div
                  key={result.ticker}
                  id={`${id}-${place}`}
                  role="option"
                  aria-selected={place === active}
                  onPointerDown={(event) => event.preventDefault()}
                  onPointerMove={() => setActive(place)}
                  onClick={() => search(result.ticker)}
                  className={cn(
                    'touch-target grid cursor-pointer grid-cols-[68px_minmax(0,1fr)_auto] items-center gap-2 rounded-control px-2.5 py-2 text-table',
                    place === active && 'bg-accent',
                  )}
                >
                  <span className="font-semibold">{result.ticker}</span>
                  <span className="truncate text-muted-foreground">{result.name}</span>
                  <span className="text-caption text-subtle-foreground">{result.kind.replaceAll('-', ' ')}</span>
                </div>
              ))}
            </div>
          </div>
          <Button type="submit" variant="primary" className="max-sm:h-11" disabled={text.trim() === ''}>
            Search
          </Button>
        </div>
        {fault && (
          <p id={`${id}-fault`} role="alert" className="mt-2 text-destructive text-label">
            {fault}
          </p>
        )}
        <p role="status" className="sr-only">
          {isListShown ? `${results.length} suggestions` : ''}
        </p>
      </form>
    </Card>
  )
})
