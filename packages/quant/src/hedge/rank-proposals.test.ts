import { describe, expect, test } from 'vitest'
import { analyzeHedges } from './analyze-hedges.ts'
import type { HedgeFamily, HedgeProposal } from './hedge-proposal.ts'
import { rankProposals } from './rank-proposals.ts'
import { createTestSituation } from './test-situation.ts'

const some = analyzeHedges(createTestSituation()).proposals[0]!

/** A proposal that differs in what ranking looks at. */
function propose(
  id: string,
  family: HedgeFamily,
  cost: number,
  lossAtShock: number,
  overrides: Partial<HedgeProposal> = {},
): HedgeProposal {
  const legs = some.legs.slice(0, 1)
  return {
    ...some,
    id,
    family,
    legs,
    trades: [],
    cost: { ...some.cost, fraction: cost },
    lossAtShock,
    upsideGivenUp: cost,
    holdsLimit: true,
    ...overrides,
  }
}
const pick = propose('pick', 'put-spread', 0.01, 0.15)
const collar = propose('collar', 'index-collar', 0.005, 0.14, { upsideGivenUp: 0.04 })
const trim = propose('trim', 'trim', 0.0004, 0.2, { holdsLimit: false })
const sell = propose('sell', 'reduce-exposure', 0.004, 0.15, { holdsLimit: false })

describe('the order of proposals', () => {
  test('pick, cheapest of another family, concentration, comparator, the rest', () => {
    const put = propose('put', 'index-put', 0.02, 0.12)
    const weak = propose('weak', 'sector-put', 0.001, 0.22, { holdsLimit: false })
    const { proposals } = rankProposals([sell, weak, put, trim, collar, pick], 'pick')
    expect(proposals.map(({ id }) => id)).toEqual(['pick', 'collar', 'trim', 'sell', 'put', 'weak'])
  })

  test('leaves out what another beats in every respect, and says which', () => {
    const worse = propose('worse', 'index-put', 0.012, 0.16)
    const { proposals, dominated } = rankProposals([pick, worse, sell], 'pick')
    expect(proposals.map(({ id }) => id)).toEqual(['pick', 'sell'])
    expect(dominated).toEqual([
      { family: 'index-put', instrument: 'SPY', rule: 'dominated', parameters: { by: 'pick' } },
    ])
  })

  test('the comparator beats nothing and is beaten by nothing: it is what hedges are held against', () => {
    const { proposals } = rankProposals([pick, { ...sell, lossAtShock: 0.01 }, { ...trim, lossAtShock: 0.9 }], 'pick')
    expect(proposals.map(({ id }) => id)).toEqual(['pick', 'trim', 'sell'])
  })

  test('of equals neither beats the other', () => {
    const twin = { ...collar, id: 'twin' }
    expect(rankProposals([collar, twin], null).proposals).toHaveLength(2)
  })

  test('shows six at most', () => {
    const many = Array.from({ length: 9 }, (_, k) => propose(`p${k}`, 'index-put', 0.01 + 0.001 * k, 0.15 - 0.005 * k))
    expect(rankProposals(many, 'p0').proposals).toHaveLength(6)
  })

  test('without a pick the cheapest that holds comes first', () => {
    expect(rankProposals([propose('dear', 'index-put', 0.03, 0.1), collar], null).proposals[0]!.id).toBe('collar')
  })
})
