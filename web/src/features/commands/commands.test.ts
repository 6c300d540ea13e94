import { expect, test } from 'vitest'
import { type Command, filterCommands } from './commands.ts'

const make = (group: Command['group'], label: string, words = ''): Command => ({
  id: label,
  group,
  label,
  words,
  run: () => undefined,
})
const COMMANDS = [
  make('Tickers', 'HD options chain'),
  make('Actions', 'Show hedged positions'),
  make('Actions', 'Open hedge history'),
  make('Actions', 'Hedge now'),
  make('Go to', 'Hedges'),
  make('Go to', 'Pricing & Billing', 'plan tokens'),
]
const labels = (text: string) => filterCommands(COMMANDS, text).map(({ label }) => label)

test('without text everything stands in its group, as it came', () => {
  expect(labels('')).toEqual([
    'Hedges',
    'Pricing & Billing',
    'Show hedged positions',
    'Open hedge history',
    'Hedge now',
    'HD options chain',
  ])
})

test('what begins with the text comes before what holds a word that does', () => {
  expect(labels('hedge')).toEqual([
    'Hedges',
    'Hedge now',
    'Show hedged positions',
    'Open hedge history',
    'HD options chain',
  ])
})

test('words are found wherever they stand, also those that are not shown, and every one must be', () => {
  expect(labels('billing pri')).toEqual(['Pricing & Billing', 'HD options chain'])
  expect(labels('tokens')).toEqual(['Pricing & Billing', 'HD options chain'])
  expect(labels('tokens hedge')).toEqual(['HD options chain'])
})
