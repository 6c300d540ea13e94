import type { AskTurn } from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { NOW } from '../hedges/testing/hedge-client.ts'
import { readAccounts } from './read-accounts.ts'
import { askIn, wordsOf } from './testing/ask-client.ts'

let app: TestApp
let ann: TestClient
let id: string
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  ann = await app.signIn('ann@example.com')
  id = await ann.upload(
    'Three',
    'ticker,shares,avgCost,account\nAAPL,50,100,Fidelity IRA\nAAPL,0.1,100,Roth\nAAPL,0.2,100,Roth\nCASH,1200,,Roth\nTLT,10,90,Fidelity IRA\nKO,5,60,Taxable\nNOPRICE1,5,60,Taxable\n',
  )
})
afterAll(() => app?.close())

const ask = (question: string) => askIn(ann, id, question)

const valueIn = ({ facts }: AskTurn) => facts.find(({ kind }) => kind === 'ask.accountValue')?.value

describe('questions about accounts', () => {
  test('which account holds a position', async () => {
    for (const question of ['Which account holds AAPL?', 'which account is apple in?', 'where do I hold AAPL']) {
      const turn = await ask(question)
      expect(turn.understood).toBe('Which account holds AAPL?')
      expect(wordsOf(turn)).toEqual(['Fidelity IRA holds 50 shares of AAPL.', 'Roth holds 0.30 shares of AAPL.'])
      expect(turn.facts.filter(({ kind }) => kind === 'ask.shares').map(({ value }) => value)).toEqual([50, 0.3])
    }
    expect(wordsOf(await ask('Which account holds MSFT?'))[0]).toMatch(/does not hold MSFT/)
  })

  test('what an account is worth, and what has no price there', async () => {
    const { prices } = await ann.json<{ prices: Record<string, { price: number }> }>(`/api/portfolios/${id}/prices`)
    const priceOf = (ticker: string) => prices[ticker]?.price ?? Number.NaN
    const ira = await ask('How much is in my IRA?')
    expect(ira.understood).toBe('How much is in my IRA?')
    expect(wordsOf(ira)[0]).toMatch(/^Fidelity IRA holds \$[\d,]+\.$/)
    expect(valueIn(ira)).toBeCloseTo(50 * priceOf('AAPL') + 10 * priceOf('TLT'), 9)
    const roth = await ask('what is in my Roth')
    expect(valueIn(roth)).toBeCloseTo(0.3 * priceOf('AAPL') + 1200, 9)
    const taxable = await ask('what is my taxable account worth?')
    expect(wordsOf(taxable)).toEqual([
      expect.stringMatching(/^Taxable holds \$/),
      'Without a price, and left out: NOPRICE1.',
    ])
  })

  test('how much cash lies in one, or that it lists none', async () => {
    expect(wordsOf(await ask('how much cash do I have in the Roth?'))).toEqual(['Roth holds $1,200 in cash.'])
    expect(wordsOf(await ask('how much cash do I have in Fidelity'))).toEqual(['Fidelity IRA lists no cash.'])
    expect((await ask('How much cash do I have?')).understood).toBe('How much cash do I have?')
  })

  test('an account that is not here is said so, with those that are', async () => {
    const turn = await ask('How much is in my 401k?')
    expect(turn.facts).toEqual([])
    expect(wordsOf(turn)).toEqual([
      'This portfolio has no account that is called 401k.',
      'Its accounts: Fidelity IRA, Roth, Taxable.',
    ])
    expect(turn.next.slice(0, 2)).toEqual(['Which accounts do I have?', 'What is my portfolio worth?'])
  })

  test('all accounts by their value', async () => {
    const turn = await ask('What is in each account?')
    expect(turn.understood).toBe('Which accounts do I have?')
    expect(wordsOf(turn).slice(0, 3)).toEqual([
      expect.stringMatching(/^Fidelity IRA holds/),
      expect.stringMatching(/^Roth holds/),
      expect.stringMatching(/^Taxable holds/),
    ])
  })

  test('a portfolio without accounts is known by its own name', async () => {
    const roth = await ann.upload('Roth IRA', 'ticker,shares\nKO,10\nCASH,70\n')
    expect(wordsOf(await askIn(ann, roth, 'cash in my Roth IRA'))).toEqual(['The portfolio holds $70 in cash.'])
    expect(wordsOf(await askIn(ann, roth, 'Which accounts do I have?'))).toEqual([
      'Your positions do not name an account.',
    ])
  })
})

test.each([
  ['how much is in my IRA', ['IRA', 'Roth IRA'], 'IRA', ['IRA']],
  ['how much is in my roth', ['IRA', 'Roth IRA'], 'roth', ['Roth IRA']],
  ['cash at Fidelity', ['Fidelity A', 'Fidelity B', 'Schwab'], 'Fidelity', ['Fidelity A', 'Fidelity B']],
  ['how much is in my Schwab account', ['IRA'], 'Schwab', []],
  ['is selling NVDA taxable', ['IRA'], undefined, []],
  ['how did I do in sep', ['IRA'], undefined, []],
  // Words that mean something else name no account.
  ['how many stocks do I have', ['Stocks'], undefined, []],
])('"%s" among %j', (text, names, asked, found) => {
  const accounts = names.map((name) => ({ name, account: name }))
  const { account } = readAccounts(text, { held: new Set(), today: '2026-11-20', accounts })
  expect([account?.asked, account?.names ?? []]).toEqual([asked, found])
})
