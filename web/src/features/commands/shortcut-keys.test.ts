import { expect, test } from 'vitest'
import { NAV_ENTRIES } from '../../components/shell/nav-entries.ts'
import { GO_KEYS, SHORTCUTS, toAction } from './shortcut-keys.ts'

test('G and a letter soon after go to a screen', () => {
  expect(toAction('g', null, 1_000)).toEqual({ kind: 'prefix', at: 1_000 })
  expect(toAction('h', 1_000, 2_500)).toEqual({ kind: 'go', to: '/hedges' })
  expect(toAction('h', 1_000, 2_501)).toBeNull()
  expect(toAction('h', null, 1_000)).toBeNull()
  expect(toAction('t', 1_000, 1_100)).toEqual({ kind: 'theme' })
})

test('every screen of the bar has its letter, and stands in the list', () => {
  expect(Object.values(GO_KEYS).toSorted()).toEqual(NAV_ENTRIES.map(({ to }) => String(to)).toSorted())
  expect(SHORTCUTS).toContainEqual({ keys: ['G', 'H'], does: 'Go to Hedges' })
  expect(SHORTCUTS.filter(({ does }) => does.startsWith('Go to'))).toHaveLength(NAV_ENTRIES.length)
})

test('single keys do what the list says', () => {
  const kinds = ['palette', '?', '/', 'r', 't', 'x'].map((key) => toAction(key, null, 0)?.kind)
  expect(kinds).toEqual(['palette', 'sheet', 'search', 'refresh', 'theme', undefined])
})
