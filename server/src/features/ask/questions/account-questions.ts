// Tests: ../account-questions.test.ts

import { BASE_CURRENCY, type Fact, namePosition } from '@ballast/contract'
import { Big } from 'big.js'
import { ground, plain } from '../../../grounding/grounded-text.ts'
import { type Sentence, say } from '../../../grounding/sentence.ts'
import type { Desk, HeldLot } from '../desk.ts'
import type { Answers, NamedAccounts, Slots } from '../question.ts'
import { ASKING } from '../sentence-kinds.ts'
import { caveat, listNames, toBars, toTable, Unanswered, unknown, verdict } from './writing.ts'

/** One account with its lots; null for those that name none. */
interface HeldAccount {
  account: string | null
  name: string
  lots: readonly HeldLot[]
}

/** Questions about the accounts that positions lie in. */
export const ACCOUNT_ANSWERS = {
  async accounts(desk) {
    const accounts = await listAccounts(desk)
    const valued = await Promise.all(
      accounts.map(async (account) => ({ account, ...(await stateAccount(desk, account)) })),
    )
    const rows = valued.map(({ account, value }) => [account.name, value] as const)
    if (rows.length === 0) return [unknown('which accounts there are')]
    return [
      verdict(
        ...(rows.length === 1
          ? [
              plain(
                accounts[0]?.account === null
                  ? 'Your positions do not name an account.'
                  : `Everything lies in one account: ${accounts[0]?.name}.`,
              ),
            ]
          : rows.slice(0, MOST).flatMap(([name, value]) => (value ? [ground`${name} holds ${value}.`] : []))),
      ),
      tellUnpriced(valued.flatMap(({ unpriced }) => unpriced)),
      toBars('Value by account', ['Account', 'Value'], rows),
    ]
  },
  async 'account-of'(desk, { tickers: [ticker = ''] }) {
    const rows = (await listAccounts(desk)).flatMap(({ name, lots }) => {
      const own = lots.filter((one) => one.ticker === ticker && one.kind === 'security')
      return own.length === 0 ? [] : [[name, stateShares(desk, name, own)] as const]
    })
    if (rows.length === 0) throw new Unanswered(notHeld(ticker))
    return [
      verdict(
        ...rows.slice(0, MOST).map(([name, shares]) => ground`${name} holds ${shares} of ${namePosition(ticker)}.`),
      ),
      rows.length > 1 ? toTable(`Accounts that hold ${ticker}`, ['Account', 'Shares'], rows) : [],
    ]
  },
  async 'account-value'(desk, slots) {
    const found = await findAccounts(desk, slots)
    const stated = await Promise.all(found.map((account) => stateAccount(desk, account)))
    const rows = stated.flatMap(({ stateLargest }) => stateLargest())
    return [
      verdict(
        ...stated.map(({ name, value }) =>
          value ? ground`${name} holds ${value}.` : plain(`Nothing in ${name} has a price.`),
        ),
      ),
      tellUnpriced(stated.flatMap(({ unpriced }) => unpriced)),
      rows.length > 1 ? toBars('Largest positions there', ['Position', 'Value'], rows) : [],
    ]
  },
  async 'account-cash'(desk, slots) {
    const found = await findAccounts(desk, slots)
    const stated = await Promise.all(found.map((account) => stateAccount(desk, account)))
    return [
      verdict(
        ...stated.map(({ name, cash }) =>
          cash ? ground`${name} holds ${cash} in cash.` : plain(`${name} lists no cash.`),
        ),
      ),
    ]
  },
} satisfies Answers

const MOST = 6
const LARGEST = 8

const notHeld = (ticker: string) =>
  say(ASKING.notHeld, plain(`The portfolio does not hold ${namePosition(ticker)}, or it has no price.`))
const tellUnpriced = (tickers: readonly string[]) =>
  caveat(tickers.length > 0 && plain(`Without a price, and left out: ${listNames([...new Set(tickers)])}.`))

/** Accounts with their positions, in the order in which they come up. */
async function listAccounts(desk: Desk): Promise<HeldAccount[]> {
  const { lots } = await desk.allHeld()
  const accounts = Map.groupBy(lots, ({ account }) => account ?? null)
  const unnamed = accounts.size > 1 ? 'The rest of the portfolio' : 'The portfolio'
  return [...accounts].map(([account, own]) => ({ account, name: account ?? unnamed, lots: own }))
}

/** The accounts that a question names. @throws Unanswered with those that there are */
async function findAccounts(desk: Desk, { account }: Slots): Promise<HeldAccount[]> {
  const all = await listAccounts(desk)
  const named = all.filter((one) => account?.names.includes(one.account))
  if (named.length > 0) return named
  throw new Unanswered(tellAccounts(account, all), ['accounts', 'value', 'cash'])
}

const tellAccounts = (account: NamedAccounts | undefined, all: readonly HeldAccount[]): Sentence[] =>
  say(
    ASKING.unknownAccount,
    plain(`This portfolio has no account that is called ${account?.asked ?? 'so'}.`),
    all.some((one) => one.account !== null) &&
      plain(
        `Its accounts: ${all
          .slice(0, LARGEST)
          .map(({ name }) => name)
          .join(', ')}.`,
      ),
  )

const sumExactly = (lots: readonly HeldLot[]) =>
  lots.reduce((sum, { shares, multiplier }) => sum.plus(new Big(shares).times(multiplier)), new Big(0)).toNumber()

const aboutHolding = (account: string, ticker: string, what: string) => ({
  key: `account.${account}.holding.${ticker}.${what}`,
  names: { ticker: `${ticker} in ${account}` },
})

/** Shares of one ticker in an account. */
function stateShares(desk: Desk, account: string, lots: readonly HeldLot[]): Fact {
  const count = sumExactly(lots)
  return desk.state('ask.shares', count, {
    ...aboutHolding(account, lots[0]?.ticker ?? '', 'shares'),
    decimals: Number.isInteger(count) ? 0 : 2,
    inputs: lots.map(({ cite }) => cite()),
  })
}

/** Value and cash of an account, of what has a price, and its largest shares, funds and bonds. */
async function stateAccount(desk: Desk, { name, lots }: HeldAccount) {
  const { prices } = await desk.allHeld()
  const same = Map.groupBy(lots, ({ kind, ticker, currency }) => (kind === 'cash' ? `$${currency}` : ticker))
  const values = [...same.values()].map((own) => {
    const [{ ticker = '', kind, currency } = {}] = own
    const price = kind === 'cash' && currency === BASE_CURRENCY ? 1 : prices.get(ticker)
    return { ticker, kind, own, price, value: price === undefined ? null : sumExactly(own) * price }
  })
  const sum = (some: typeof values) => some.reduce((total, { value }) => total + (value ?? 0), 0)
  const priced = values.filter(({ value }) => value !== null)
  const cash = priced.filter(({ kind }) => kind === 'cash')
  const about = (what: string) => ({ key: `account.${name}.${what}`, names: { account: name } })
  return {
    name,
    value: priced.length === 0 ? undefined : desk.state('ask.accountValue', sum(priced), about('value')),
    cash: cash.length === 0 ? undefined : desk.state('ask.accountCash', sum(cash), about('cash')),
    stateLargest: () =>
      priced
        .filter(({ kind }) => kind === 'security' || kind === 'bond')
        .sort((a, b) => Math.abs(b.value ?? 0) - Math.abs(a.value ?? 0) || (a.ticker < b.ticker ? -1 : 1))
        .slice(0, LARGEST)
        .map(({ ticker, own, price = 0, value }) => {
          const each = desk.state('ask.price', price, aboutHolding(name, ticker, 'price'))
          const inputs = [stateShares(desk, name, own), each]
          return [
            ticker,
            desk.state('ask.value', value ?? 0, { ...aboutHolding(name, ticker, 'value'), inputs }),
          ] as const
        }),
    unpriced: values.filter(({ value }) => value === null).map(({ ticker }) => ticker),
  }
}
