// Tests: e2e/commands.e2e.ts

import { listPortfolios, searchInstruments } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { NAV_ENTRIES } from '../../components/shell/nav-entries.ts'
import { apiQuery } from '../../lib/call-api.ts'
import { isOwnPortfolio } from '../../lib/is-own-portfolio.ts'
import { useTheme } from '../../lib/theme.ts'
import { useRested } from '../../lib/use-rested.ts'
import { CommandPalette } from './command-palette.tsx'
import type { Command } from './commands.ts'
import { findControlOf, findGoKeys, type Prefix, type ShortcutAction, toAction } from './shortcut-keys.ts'
import { ShortcutsSheet } from './shortcuts-sheet.tsx'

const REST_MS = 150

interface CommandCentreProps {
  /** Keys that were heard and not yet carried out, the oldest first. */
  heard: readonly string[]
  /** Called with how many of them have been carried out. */
  onDone: (count: number) => void
}

/** Carries out shortcuts, and shows the palette and the list of shortcuts. */
export function CommandCentre({ heard, onDone }: CommandCentreProps) {
  const [open, setOpen] = useState<'palette' | 'sheet' | null>(null)
  const prefix = useRef<Prefix>(null)
  const navigate = useNavigate()
  const [isGoing, setIsGoing] = useState(false)
  const { theme, toggleTheme } = useTheme()

  async function go(to: string): Promise<void> {
    setIsGoing(true)
    try {
      await navigate({ to })
    } finally {
      setIsGoing(false)
    }
  }
  function carryOut(action: ShortcutAction | null): void {
    prefix.current = action?.kind === 'prefix' ? action.at : null
    if (action?.kind === 'palette' || action?.kind === 'sheet') setOpen(action.kind)
    else if (action?.kind === 'theme') toggleTheme()
    else if (action?.kind === 'refresh') findControlOf('R')?.click()
    else if (action?.kind === 'go') void go(action.to)
    else if (action?.kind === 'search') {
      const field = findControlOf('/')
      if (field) field.focus()
      else setOpen('palette')
    }
  }
  useEffect(() => {
    // What is pressed on the way to a screen is meant for that screen, not for the one still shown.
    if (isGoing || heard.length === 0) return
    let done = 0
    for (const key of heard) {
      const action = toAction(key, prefix.current, performance.now())
      carryOut(action)
      done += 1
      if (action?.kind === 'go') break
    }
    onDone(done)
  })

  const close = () => setOpen(null)
  if (open === 'sheet') return <ShortcutsSheet onClose={close} />
  if (open === null) return null
  const actions: Command[] = [
    {
      id: 'theme',
      group: 'Actions',
      label: `Switch to ${theme === 'dark' ? 'light' : 'dark'} theme`,
      keys: ['T'],
      run: toggleTheme,
    },
    { id: 'shortcuts', group: 'Actions', label: 'Keyboard shortcuts', keys: ['?'], run: () => setOpen('sheet') },
  ]
  const refresh = findControlOf('R')
  if (refresh) {
    actions.unshift({
      id: 'refresh',
      group: 'Actions',
      label: 'Refresh prices',
      keys: ['R'],
      run: () => refresh.click(),
    })
  }
  return <OpenPalette actions={actions} onGo={(to, params) => void navigate({ to, ...params })} onClose={close} />
}

interface OpenPaletteProps {
  actions: readonly Command[]
  onGo: (to: string, more?: { params?: Record<string, string>; search?: Record<string, string> }) => void
  onClose: () => void
}

/** Asks for portfolios and tickers only while it is open. */
function OpenPalette({ actions, onGo, onClose }: OpenPaletteProps) {
  const [text, setText] = useState('')
  const wanted = useRested(text.trim(), REST_MS)
  const portfolios = useQuery(apiQuery(listPortfolios, { query: { book: 'true' } }))
  const instruments = useQuery({ ...apiQuery(searchInstruments, { query: { q: wanted } }), enabled: wanted !== '' })
  const isCurrent = wanted === text.trim()
  const commands: Command[] = [
    ...NAV_ENTRIES.map(({ label, to }): Command => {
      const keys = findGoKeys(to)
      return { id: to, group: 'Go to', label, ...(keys && { keys }), run: () => onGo(to) }
    }),
    { id: 'pricing', group: 'Go to', label: 'Pricing & Billing', words: 'plan tokens', run: () => onGo('/pricing') },
    { id: 'account', group: 'Go to', label: 'Account', words: 'profile export delete', run: () => onGo('/account') },
    {
      id: 'calculations',
      group: 'Go to',
      label: 'How calculations work',
      words: 'formulas transparency',
      run: () => onGo('/backtest-transparency'),
    },
    ...(portfolios.data?.filter(isOwnPortfolio) ?? []).map(
      ({ id, name }): Command => ({
        id,
        group: 'Actions',
        label: `Edit positions of ${name}`,
        words: 'portfolio rename delete export',
        run: () => onGo('/portfolios/$portfolioId', { params: { portfolioId: id } }),
      }),
    ),
    {
      id: 'groups',
      group: 'Actions',
      label: 'Group portfolios',
      words: 'all together book household name',
      run: () => onGo('/portfolios/groups'),
    },
    ...actions,
    ...(isCurrent && text.trim() !== '' ? (instruments.data?.results ?? []) : []).slice(0, 5).map(
      ({ ticker, name }): Command => ({
        id: `ticker ${ticker}`,
        group: 'Tickers',
        label: `${ticker} options chain`,
        detail: name,
        run: () => onGo('/options', { search: { ticker } }),
      }),
    ),
  ]
  return (
    <CommandPalette
      text={text}
      onTextChange={setText}
      commands={commands}
      searching={!isCurrent || (instruments.isFetching && wanted !== '')}
      onClose={onClose}
    />
  )
}
