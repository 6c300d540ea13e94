import { describe, expect, test } from 'vitest'
import { parseIsoDate } from '../civil-day.ts'
import { createRandomSource } from '../random.ts'
import { type AccountPermission, permitByAccounts } from './account-permissions.ts'
import { ACCOUNT_LEVELS } from './account-rules.ts'
import { analyzeHedges } from './analyze-hedges.ts'
import { DEFAULT_HEDGE_REQUEST, type HedgeRequest } from './hedge-request.ts'
import { ACCOUNT_KINDS } from './permitted-legs.ts'
import { splitTicket } from './split-ticket.ts'
import { createTestSituation } from './test-situation.ts'

const permit = (accounts: readonly AccountPermission[], request: Partial<HedgeRequest> = {}) => {
  const { allowOptions, longOnly, account, approval } = permitByAccounts(
    { ...DEFAULT_HEDGE_REQUEST, ...request },
    accounts,
  )
  return { allowOptions, longOnly, account, approval }
}
const OPEN = { allowOptions: true, longOnly: false, account: 'margin', approval: 'uncovered' }
const UNKNOWN = { level: null, kind: null } as const

describe('what all accounts together may hold', () => {
  test.each([
    ['nobody has said anything', [UNKNOWN, UNKNOWN], {}],
    ['one may do everything', [UNKNOWN, { level: 'uncovered', kind: 'margin' }], {}],
    [
      'sold options without cover need margin',
      [{ level: 'uncovered', kind: 'ira' }],
      { account: 'ira', approval: 'spreads' },
    ],
    ['spreads in a margin account', [{ level: 'spreads', kind: 'margin' }, UNKNOWN], { approval: 'spreads' }],
    [
      'the margin account may not sell puts, and the other needs cash for it',
      [
        { level: 'long', kind: 'margin' },
        { level: 'spreads', kind: 'ira' },
      ],
      { account: 'cash', approval: 'spreads' },
    ],
    ['bought options and covered calls', [{ level: 'long', kind: 'ira' }], { account: 'ira', approval: 'long' }],
    ['against shares alone', [{ level: 'covered', kind: 'ira' }], { account: 'ira', approval: 'covered' }],
    ['an unknown account may buy', [{ level: 'covered', kind: 'ira' }, UNKNOWN], { approval: 'long' }],
    ['and sells nothing', [{ level: 'none', kind: 'cash' }, UNKNOWN], { approval: 'long', longOnly: true }],
    [
      'no options at all',
      [{ level: 'none', kind: 'cash' }],
      { allowOptions: false, longOnly: true, approval: 'covered' },
    ],
  ] as const)('%s', (_name, accounts, expected) => {
    expect(permit(accounts)).toEqual({ ...OPEN, ...expected })
  })

  test('never allow what the request rules out', () => {
    const strict = { allowOptions: false, longOnly: true, account: 'ira', approval: 'covered' } as const
    expect(permit([{ level: 'uncovered', kind: 'margin' }], strict)).toEqual(strict)
    expect(permit([{ level: 'spreads', kind: 'margin' }], { approval: 'long' }).approval).toBe('long')
  })
})

test('every ticket that is found fits the accounts, if they have the shares and the cash', { tags: ['full'] }, () => {
  const situation = createTestSituation({ positions: 6, ownChains: 5, value: 900_000, cashShare: 0.3 })
  const random = createRandomSource(5)
  const pick = <One>(choices: readonly One[]) => choices[Math.floor(random() * choices.length)] as One
  const freeShares = new Map(situation.holdings.map(({ ticker, shares }) => [ticker, shares]))
  const levels = [...ACCOUNT_LEVELS, null]
  let legsSeen = 0
  for (let round = 0; round < 25; round += 1) {
    const accounts = Array.from({ length: 1 + (round % 3) }, () => ({ level: pick(levels), kind: pick(ACCOUNT_KINDS) }))
    if (accounts.every(({ level }) => level === null)) continue
    const open = { ...DEFAULT_HEDGE_REQUEST, limit: 0.12, allowShortCalls: true, maximumPremium: 0.1 }
    const { proposals } = analyzeHedges(situation, permitByAccounts(open, accounts))
    for (const { legs, family } of proposals) {
      const ticket = legs.map(({ expiry, ...leg }) => ({
        ...leg,
        root: leg.underlying,
        expiryDay: parseIsoDate(expiry),
      }))
      const able = accounts.map((account) => ({ ...account, freeShares, cash: situation.cash }))
      const { unplaced } = splitTicket(ticket, able)
      expect({ family, accounts, unplaced }).toEqual({ family, accounts, unplaced: legs.map(() => 0) })
      legsSeen += legs.length
    }
  }
  expect(legsSeen).toBeGreaterThan(50)
})
