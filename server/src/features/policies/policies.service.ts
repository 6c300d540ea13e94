// Tests: policies.test.ts, unwatched-options.test.ts, book-policy.test.ts

import { createHash, randomUUID } from 'node:crypto'
import {
  can,
  type NewPolicy,
  POLICY_LIMITS,
  POLICY_UPGRADE_MESSAGE,
  type Policy,
  type PolicyEntry,
  type PolicyProposal,
  policyJudgementSchema,
  policyStateSchema,
  roleOf,
  toOptionTerms,
  type UnwatchedOption,
} from '@ballast/contract'
import { findWishes, listRecentTickets } from '../../advice/runs/recent-tickets.ts'
import type { Transaction } from '../../database/database.ts'
import { formatFigure } from '../../grounding/fact-text.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import { errors } from '../../http/errors.ts'
import { isExpired } from '../../market-data/options/chain-time.ts'
import { isMemberOf } from '../../portfolios/book.repository.ts'
import { changeOwnedPortfolio, getOwnedPortfolio, requireNotShared } from '../../portfolios/portfolio.repository.ts'
import { changeWithinLimits } from '../../portfolios/portfolio-limits.repository.ts'
import { findPortfolioOfLots } from '../../portfolios/position.repository.ts'
import { type CheckDependencies, checkPortfolio } from './check-policies.service.ts'
import { matchTickets } from './match-tickets.ts'
import * as stored from './policies.repository.ts'
import { nameLegs, readLegs, toCost, toLeg } from './policy-legs.ts'
import { addLegLots, followFills, isImportedAgain, removeLegLots } from './policy-positions.ts'
import type { CheckCause } from './store-check.ts'

export interface PolicyDependencies extends CheckDependencies {
  version: string
}

type ChangedField = 'limitPercent' | 'shockPercent' | 'endsOn' | 'legs' | 'fees' | 'placedOn'
type Changes = { [Name in ChangedField]?: NewPolicy[Name] | undefined }

/** Hedges that were placed: kept, changed, checked and closed. Everybody can read theirs; the rest needs PRO. */
export function createPolicyService(deps: PolicyDependencies) {
  const { db, clock, portfolioReader, version } = deps

  async function get(user: SignedInUser, policyId: string): Promise<Policy> {
    return show(user, await db.asUser(user.id, (tx) => stored.getStoredPolicy(tx, policyId)))
  }

  async function show(user: SignedInUser, policy: stored.NamedPolicy): Promise<Policy> {
    const { lots } = await portfolioReader.getHeld(user.id, policy.portfolioId)
    return toPolicy(policy, {
      isChecked: can(roleOf(user), 'policies') && policy.closedAt === null,
      importedAgain: policy.closedAt === null && isImportedAgain(policy.legs, lots),
    })
  }

  /** A change of a policy and of what it added to its portfolio, in one transaction. */
  async function change<T>(
    userId: string,
    portfolioId: string,
    work: (tx: Transaction, now: Date, touch: (changedId: string) => void) => Promise<T>,
  ) {
    const touched = new Set([portfolioId])
    try {
      return await changeWithinLimits(db, userId, (tx) => work(tx, clock.now(), (id) => touched.add(id)))
    } finally {
      for (const id of touched) portfolioReader.forget(userId, id)
    }
  }

  /** Begins a change of the lots that a policy added. @returns their portfolio; null where a policy of all portfolios has none */
  async function changeLots(tx: Transaction, policy: stored.StoredPolicy, now: Date, touch: (id: string) => void) {
    const { isBook } = await getOwnedPortfolio(tx, policy.portfolioId)
    const ids = policy.legs.flatMap(({ positionId }) => positionId ?? [])
    const portfolioId = isBook ? await findPortfolioOfLots(tx, ids) : policy.portfolioId
    if (portfolioId === null) return null
    await changeOwnedPortfolio(tx, portfolioId, now)
    touch(portfolioId)
    return { userId: policy.userId, portfolioId, now }
  }

  /** A check that cannot be made now is made by the next round; the change it follows stands. */
  async function tryCheck(
    user: SignedInUser,
    policy: Pick<Policy, 'id' | 'portfolioId'>,
    cause: CheckCause,
    signal: AbortSignal,
  ) {
    const { id: policyId, portfolioId } = policy
    await checkPortfolio(deps, { userId: user.id, portfolioId, policyId, cause, signal }).catch((error: unknown) => {
      if (cause === 'asked' || signal.aborted) throw error
    })
  }

  const getOpen = async (user: SignedInUser, policyId: string) =>
    requireOpen(await db.asUser(user.id, (tx) => stored.getStoredPolicy(tx, policyId)))

  /** Policy that no other transaction changes or closes until this one ends. */
  const holdOpen = async (tx: Transaction, policyId: string) => requireOpen(await stored.holdPolicy(tx, policyId))

  /**
   * Options of a portfolio less those that open policies watch, by symbol: its own policies, and those of books and members
   * that hold the same positions. A policy that added its lots to another portfolio watches none here.
   */
  async function loadUnwatched(user: SignedInUser, portfolioId: string) {
    const { id, lots } = await portfolioReader.getHeld(user.id, portfolioId)
    const held = new Map<string, number>()
    for (const { kind, ticker, shares } of lots) {
      if (kind === 'option') held.set(ticker, (held.get(ticker) ?? 0) + Number(shares))
    }
    if (held.size === 0) return { lots, held }
    await db.asUser(user.id, async (tx) => {
      const own = new Set(lots.map((lot) => lot.id))
      for (const { legs } of await stored.listOpenPoliciesAround(tx, id)) {
        const added = legs.flatMap(({ positionId }) => positionId ?? [])
        const isHere = added.length === 0 || added.some((lotId) => own.has(lotId))
        if (!isHere && (await findPortfolioOfLots(tx, added)) !== null) continue
        for (const { symbol, filled } of legs) held.set(symbol, lessWatched(held.get(symbol) ?? 0, filled))
      }
    })
    return { lots, held }
  }

  return {
    async list(user: SignedInUser): Promise<Policy[]> {
      const policies = await db.asUser(user.id, stored.listStoredPolicies)
      return Promise.all(policies.map((policy) => show(user, policy)))
    },

    async get(user: SignedInUser, policyId: string): Promise<{ policy: Policy; history: PolicyEntry[] }> {
      const policy = await get(user, policyId)
      const entries = await db.asUser(user.id, (tx) => stored.listEntries(tx, policyId, POLICY_LIMITS.historyEntries))
      return {
        policy,
        history: entries.map(({ id: _id, userId: _userId, policyId: _policyId, at, state, ...entry }) => ({
          ...entry,
          at: at.toISOString(),
          state: policyStateSchema.nullable().parse(state),
        })),
      }
    },

    /**
     * Keeps a hedge that was placed, and checks it. The same key creates one policy, however often it is sent.
     *
     * @throws AppError 403 when the user is not on PRO or the portfolio is another's, 404 without such a portfolio, 400 for legs that cannot be, 409 without room
     */
    async create(
      user: SignedInUser,
      portfolioId: string,
      wanted: NewPolicy,
      { signal, idempotencyKey }: { signal: AbortSignal; idempotencyKey?: string | undefined },
    ): Promise<Policy> {
      await portfolioReader.getVersion(user.id, portfolioId)
      requirePro(user)
      const { addPositions, positionsIn = portfolioId, legs: inputs, ...terms } = wanted
      const legs = readLegs(inputs)
      if (legs.every(({ filled }) => filled === 0))
        throw errors.badRequest('Nothing was filled yet. Enter at least one fill.')
      const wishes = terms.analysisId === null ? null : await findWishes(db, user.id, terms.analysisId)
      const id = idempotencyKey === undefined ? randomUUID() : toPolicyId(user.id, idempotencyKey)
      const isNew = await change(user.id, portfolioId, async (tx, now, touch) => {
        requireNotShared(await getOwnedPortfolio(tx, portfolioId))
        const policy = {
          ...terms,
          id,
          userId: user.id,
          portfolioId,
          legs,
          wishes,
          engineVersion: version,
          createdAt: now,
        }
        if (!(await stored.insertPolicy(tx, policy))) return false
        if ((await stored.countOpenPolicies(tx)) > POLICY_LIMITS.perUser) {
          throw errors.conflict(
            `You have ${POLICY_LIMITS.perUser} open policies, the most there can be. Close one first.`,
          )
        }
        touch(positionsIn)
        const place = { userId: user.id, portfolioId: positionsIn, now }
        if (addPositions) await changeOwnedPortfolio(tx, positionsIn, now)
        if (positionsIn !== portfolioId && !(await isMemberOf(tx, positionsIn, portfolioId))) {
          throw errors.badRequest('The options can be added only to a portfolio that the policy protects.')
        }
        if (addPositions) await stored.updatePolicy(tx, id, { legs: await addLegLots(tx, legs, place) })
        await stored.addEntry(
          tx,
          toEntry(policy, 'created', `Placed on ${formatFigure(terms.placedOn, 'date')}: ${nameLegs(legs)}`, now),
        )
        return true
      })
      if (isNew) await tryCheck(user, { id, portfolioId }, 'placed', signal)
      return get(user, id)
    },

    /** @throws AppError 403, 404, 400 as `create`; 409 when the policy is closed */
    async change(user: SignedInUser, policyId: string, changes: Changes, signal: AbortSignal): Promise<Policy> {
      const { portfolioId } = await getOpen(user, policyId)
      requirePro(user)
      await change(user.id, portfolioId, async (tx, now, touch) => {
        const policy = await holdOpen(tx, policyId)
        const { legs: inputs, ...terms } = dropAbsent(changes)
        const after = inputs === undefined ? policy.legs : readLegs(inputs, policy.legs)
        const place = inputs === undefined ? null : await changeLots(tx, policy, now, touch)
        const legs = place === null ? after : await followFills(tx, { before: policy.legs, after }, place)
        await stored.updatePolicy(tx, policyId, {
          ...terms,
          legs,
          // Should the check below fail, the next round makes it.
          checkedDay: null,
          // What the legs covered before says nothing of other fills.
          ...(inputs !== undefined && { baseline: null }),
        })
        await stored.addEntry(tx, toEntry(policy, 'changed', describeChange({ ...policy, ...terms, legs }), now))
      })
      await tryCheck(user, { id: policyId, portfolioId }, 'change', signal)
      return get(user, policyId)
    },

    /** @throws AppError 403, 404; 409 when the policy is closed; 503 when there are no quotes */
    async check(user: SignedInUser, policyId: string, signal: AbortSignal): Promise<Policy> {
      const policy = await getOpen(user, policyId)
      requirePro(user)
      await tryCheck(user, policy, 'asked', signal)
      return get(user, policyId)
    },

    /** @throws AppError 404; 409 when no imported lots are the policy's */
    async adopt(user: SignedInUser, policyId: string): Promise<Policy> {
      const { portfolioId, legs } = await getOpen(user, policyId)
      const { lots } = await portfolioReader.getHeld(user.id, portfolioId)
      if (!isImportedAgain(legs, lots)) throw errors.conflict('No imported positions match the legs of this policy.')
      await change(user.id, portfolioId, async (tx, now, touch) => {
        const policy = await holdOpen(tx, policyId)
        const place = await changeLots(tx, policy, now, touch)
        if (place) await stored.updatePolicy(tx, policyId, { legs: await removeLegLots(tx, policy.legs, place) })
        await stored.addEntry(tx, toEntry(policy, 'changed', 'The imported positions are its legs from now on.', now))
      })
      return get(user, policyId)
    },

    /** Closing needs no plan. @throws AppError 404; 409 when it is closed already */
    async close(
      user: SignedInUser,
      policyId: string,
      { removePositions }: { removePositions: boolean },
    ): Promise<Policy> {
      const { portfolioId } = await getOpen(user, policyId)
      await change(user.id, portfolioId, async (tx, now, touch) => {
        const policy = await holdOpen(tx, policyId)
        const place = removePositions ? await changeLots(tx, policy, now, touch) : null
        const legs = place === null ? policy.legs : await removeLegLots(tx, policy.legs, place)
        await stored.updatePolicy(tx, policyId, { closedAt: now, legs })
        await stored.addEntry(tx, toEntry(policy, 'closed', 'Closed by its owner.', now))
      })
      return get(user, policyId)
    },

    /** @throws AppError 404 when the user has no such portfolio; so does `propose` */
    async listUnwatched(user: SignedInUser, portfolioId: string): Promise<UnwatchedOption[]> {
      const { lots, held } = await loadUnwatched(user, portfolioId)
      const found = [...held].flatMap(([symbol, contracts]) => {
        const terms = toOptionTerms(symbol)
        const isPossible = Number.isInteger(contracts) && contracts !== 0 && terms?.isAdjusted === false
        if (!isPossible || isExpired(terms.expiry, clock.now())) return []
        return [{ symbol, contracts, price: toHeldCost(lots, symbol), expiry: terms.expiry }]
      })
      return found
        .sort((a, b) => (a.expiry + a.symbol < b.expiry + b.symbol ? -1 : 1))
        .map(({ expiry: _expiry, ...option }) => option)
    },

    async propose(user: SignedInUser, portfolioId: string): Promise<PolicyProposal[]> {
      const { lots, held } = await loadUnwatched(user, portfolioId)
      if (held.size === 0) return []
      const placed = await db.asUser(user.id, (tx) => stored.listPlacedAnalyses(tx, portfolioId))
      const tickets = (await listRecentTickets(db, user.id, portfolioId))
        .filter(({ analysisId }) => !placed.has(analysisId))
        .map((ticket) => ({ ...ticket, strategyId: ticket.strategy.id, legs: ticket.strategy.legs }))
      return matchTickets(tickets, held).map(({ ticket }) => ({
        analysisId: ticket.analysisId,
        strategyId: ticket.strategyId,
        madeAt: ticket.createdAt.toISOString(),
        instrument: ticket.strategy.instrument,
        endsOn: ticket.lastDay,
        limitPercent: ticket.limitPercent,
        shockPercent: ticket.shockPercent,
        legs: ticket.legs.map(({ symbol, contracts, premium }) => {
          return {
            symbol,
            ordered: contracts,
            filled: held.get(symbol) ?? 0,
            price: toHeldCost(lots, symbol) ?? premium,
          }
        }),
      }))
    },
  }
}

/** Contracts that are left when a policy watches some; one that watches more than is held leaves none, and none of the other sign. */
const lessWatched = (held: number, watched: number) =>
  held * watched <= 0 ? held : Math.sign(held) * Math.max(0, Math.abs(held) - Math.abs(watched))

/** Average cost of a symbol's lots; null when one of them has none, or when some were bought and others sold. */
function toHeldCost(lots: readonly { ticker: string; shares: string; avgCost: string | null }[], symbol: string) {
  const own = lots.filter(({ ticker }) => ticker === symbol)
  const contracts = own.reduce((sum, { shares }) => sum + Number(shares), 0)
  if (own.some(({ shares, avgCost }) => avgCost === null || Number(shares) * contracts <= 0)) return null
  return own.reduce((sum, { shares, avgCost }) => sum + Number(shares) * Number(avgCost), 0) / contracts
}

function requireOpen<P extends { closedAt: Date | null }>(policy: P): P {
  if (policy.closedAt !== null) throw errors.conflict('This policy is closed. You can still read it.')
  return policy
}

function requirePro(user: SignedInUser): void {
  if (!can(roleOf(user), 'policies')) throw errors.upgradeRequired(POLICY_UPGRADE_MESSAGE)
}

/** The id of a user's policy that was asked for with a key: 128 bits of a hash in the form of a UUID, version 8. */
function toPolicyId(userId: string, idempotencyKey: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([userId, idempotencyKey]))
    .digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

const dropAbsent = (changes: Changes) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<
    Pick<NewPolicy, ChangedField>
  >

function toEntry(
  { id: policyId, userId }: { id: string; userId: string },
  kind: 'created' | 'changed' | 'closed',
  text: string,
  at: Date,
) {
  return { policyId, userId, kind, text, at }
}

const describeChange = ({ limitPercent, shockPercent, endsOn, legs }: stored.StoredPolicy) =>
  `At most ${limitPercent}% in a fall of ${shockPercent}% until ${formatFigure(endsOn, 'date')}: ${nameLegs(legs)}`

function toPolicy(policy: stored.NamedPolicy, seen: Pick<Policy, 'isChecked' | 'importedAgain'>): Policy {
  return {
    ...seen,
    id: policy.id,
    portfolioId: policy.portfolioId,
    portfolioName: policy.portfolioName,
    limitPercent: policy.limitPercent,
    shockPercent: policy.shockPercent,
    endsOn: policy.endsOn,
    fees: policy.fees,
    placedOn: policy.placedOn,
    analysisId: policy.analysisId,
    strategyId: policy.strategyId,
    engineVersion: policy.engineVersion,
    name: nameLegs(policy.legs),
    legs: policy.legs.map(toLeg),
    cost: toCost(policy),
    status: policy.closedAt === null ? 'open' : 'closed',
    createdAt: policy.createdAt.toISOString(),
    closedAt: policy.closedAt?.toISOString() ?? null,
    judgement: policyJudgementSchema.nullable().parse(policy.judgement),
    stateSince: policy.stateSince?.toISOString() ?? null,
  }
}
