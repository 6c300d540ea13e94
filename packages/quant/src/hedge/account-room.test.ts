import { describe, expect, test } from 'vitest'
import { parseIsoDate } from '../civil-day.ts'
import { createRandomSource } from '../random.ts'
import { permitByAccounts } from './account-permissions.ts'
import { countFitting, coverCalls, createAccountRoom } from './account-room.ts'
import { ACCOUNT_LEVELS, type SplitAccount } from './account-rules.ts'
import { analyzeHedges } from './analyze-hedges.ts'
import type { OptionLine } from './hedge-market.ts'
import { DEFAULT_HEDGE_REQUEST } from './hedge-request.ts'
import { ACCOUNT_KINDS } from './permitted-legs.ts'
import { splitTicket } from './split-ticket.ts'
import { createTestSituation } from './test-situation.ts'

const account = (more: Partial<SplitAccount> & { shares?: Record<string, number> } = {}): SplitAccount => ({
  level: 'long',
  kind: 'cash',
  cash: null,
  freeShares: new Map(Object.entries(more.shares ?? {})),
  ...more,
})
const line = (type: 'put' | 'call', strike: number, ask: number): OptionLine => ({
  underlying: 'SPY',
  type,
  strike,
  expiry: '2027-02-19',
  daysToExpiry: 90,
  bid: ask,
  ask,
  delta: 0.3,
  volatility: 0.2,
  multiplier: 100,
  mostBought: 500,
  mostSold: 500,
})
const roomOf = (accounts: readonly SplitAccount[], allowShortCalls = false) =>
  createAccountRoom(accounts, { ...DEFAULT_HEDGE_REQUEST, fee: 0, allowShortCalls })!

describe('room of accounts', () => {
  test('calls are counted where their shares lie, in whole contracts, and where calls may be sold', () => {
    const shares = { SPY: 150 }
    const room = roomOf([account({ shares }), account({ shares }), account({ shares: { SPY: 900 }, level: null })])
    // 300 shares are three contracts together, but one in each account.
    expect(room.countCoveredCalls('SPY', 100)).toBe(2)
    expect(room.fits([{ line: line('call', 800, 3), contracts: -2 }])).toBe(true)
    expect(room.fits([{ line: line('call', 800, 3), contracts: -3 }])).toBe(false)
    expect(countFitting(room, 9, (count) => [{ line: line('call', 800, 3), contracts: -count }])).toBe(2)
  })

  test('cash pays for a premium in the account where the option lies, not in all accounts together', () => {
    const put = line('put', 700, 10)
    const room = roomOf([account({ cash: 2_500 }), account({ cash: 1_900 })])
    expect(room.fits([{ line: put, contracts: 3 }])).toBe(true)
    expect(room.fits([{ line: put, contracts: 4 }])).toBe(false)
  })

  test('sold puts need the cash for their shares in one account', () => {
    const legs = [
      { line: line('put', 70, 2), contracts: 1 },
      { line: line('put', 60, 1), contracts: -1 },
    ]
    const ira = { level: 'spreads', kind: 'ira' } as const
    expect(roomOf([account({ ...ira, cash: 3_100 }), account({ ...ira, cash: 3_100 })]).fits(legs)).toBe(false)
    expect(roomOf([account({ ...ira, cash: 6_100 })]).fits(legs)).toBe(true)
  })

  test('calls are naked only where the request allows it', () => {
    const call = [{ line: line('call', 800, 3), contracts: -1 }]
    const free = account({ level: 'uncovered', kind: 'margin' })
    expect(roomOf([free]).fits(call)).toBe(false)
    expect(roomOf([free], true).fits(call)).toBe(true)
    expect(coverCalls(free).level).toBe('spreads')
  })

  test('without accounts nothing is limited', () => {
    expect(createAccountRoom(undefined, DEFAULT_HEDGE_REQUEST)).toBeNull()
    expect(countFitting(null, 7, () => [])).toBe(7)
  })
})

function analyse(accounts: readonly SplitAccount[] | undefined, situation = createTestSituation(BOOK)) {
  const open = { ...DEFAULT_HEDGE_REQUEST, limit: 0.12, maximumPremium: 0.1 }
  const request = accounts === undefined ? open : permitByAccounts(open, accounts)
  return analyzeHedges({ ...situation, ...(accounts && { accounts }) }, request)
}
const BOOK = { positions: 6, ownChains: 5, value: 900_000, cashShare: 0.1 }

function countUnplaced({ legs }: ReturnType<typeof analyse>['proposals'][number], accounts: readonly SplitAccount[]) {
  const ticket = legs.map(({ expiry, ...leg }) => ({ ...leg, root: leg.underlying, expiryDay: parseIsoDate(expiry) }))
  return splitTicket(ticket, accounts, DEFAULT_HEDGE_REQUEST.fee).unplaced.reduce((sum, left) => sum + left, 0)
}

test('every ticket that is found can be split over the accounts, whatever lies in which', { tags: ['full'] }, () => {
  const situation = createTestSituation(BOOK)
  const random = createRandomSource(12)
  const pick = <One>(choices: readonly One[]) => choices[Math.floor(random() * choices.length)] as One
  const withoutAccounts = analyse(undefined, situation).proposals
  let [legsSeen, unfit] = [0, 0]
  for (let round = 0; round < 12; round += 1) {
    const shares = situation.holdings.map((holding) => ({ ...holding, part: pick([0, 0.15, 0.5, 1]) }))
    const split = (part: (own: number) => number) =>
      new Map(shares.map((one) => [one.ticker, Math.floor(part(one.part) * one.shares)]))
    const [cash] = [pick([0, 4_000, 30_000])]
    const accounts: SplitAccount[] = [
      { level: pick(ACCOUNT_LEVELS), kind: pick(ACCOUNT_KINDS), freeShares: split((own) => own), cash },
      { level: 'long', kind: 'ira', freeShares: split((own) => 1 - own), cash: situation.cash - cash },
    ]
    for (const proposal of analyse(accounts, situation).proposals) {
      expect({ family: proposal.family, left: countUnplaced(proposal, accounts) }).toMatchObject({ left: 0 })
      legsSeen += proposal.legs.length
    }
    unfit += withoutAccounts.filter((proposal) => countUnplaced(proposal, accounts) > 0).length
  }
  expect(legsSeen).toBeGreaterThan(20)
  // The accounts would prove nothing if everything fitted anyway.
  expect(unfit).toBeGreaterThan(5)
})

test('one account that may hold everything changes nothing', () => {
  const situation = createTestSituation(BOOK)
  const freeShares = new Map(situation.holdings.map(({ ticker, shares }) => [ticker, shares]))
  const all = analyse([{ level: 'uncovered', kind: 'margin', freeShares, cash: situation.cash }], situation)
  const { proposals, pick, considered } = analyse(undefined, situation)
  expect(all.proposals.map(({ id }) => id)).toEqual(proposals.map(({ id }) => id))
  expect([all.pick, all.considered]).toEqual([pick, considered])
})

test('where nothing fits, the accounts are the reason', () => {
  const poor = account({ cash: 10 })
  const { considered, search, frontier, proposals } = analyse([poor, poor])
  expect(proposals.flatMap(({ legs }) => legs)).toEqual([])
  expect([search.status, search.reason]).toEqual(['not-reachable', 'accounts'])
  expect(considered).toContainEqual(expect.objectContaining({ family: 'index-put', rule: 'fits-no-account' }))
  expect(frontier.every(({ cost }) => cost === null)).toBe(true)
})
