// Tests: watch.test.ts

import { randomUUID } from 'node:crypto'
import {
  can,
  roleOf,
  toTicker,
  WATCH_LIMITS,
  WATCH_UPGRADE_MESSAGE,
  type WatchRule,
  type WatchTerms,
  watchTermsSchema,
} from '@ballast/contract'
import type { SignedInUser } from '../../http/authentication.ts'
import { errors } from '../../http/errors.ts'
import { getOwnedPortfolio, requireNotShared } from '../../portfolios/portfolio.repository.ts'
import { type CheckDependencies, checkRules } from './check-rules.service.ts'
import { nameRule } from './judge-rule.ts'
import * as stored from './watch.repository.ts'

export interface RuleChanges {
  terms?: WatchTerms | undefined
  isOn?: boolean | undefined
  mutedChannelIds?: string[] | undefined
}

const isPro = (user: SignedInUser) => can(roleOf(user), 'policies')
const countAllowed = (user: SignedInUser) => (isPro(user) ? WATCH_LIMITS.perUserPro : WATCH_LIMITS.perUserFree)

/** Watch rules: kept, changed, switched and deleted by everybody, and checked as far as the plan goes. */
export function createWatchService(deps: CheckDependencies) {
  const { db, clock } = deps

  async function list(user: SignedInUser): Promise<WatchRule[]> {
    const rules = await db.asUser(user.id, stored.listRules)
    const first = rules.find(({ isOn }) => isOn)
    return rules.map((rule) => toRule(rule, { isChecked: isPro(user) || rule.id === first?.id }))
  }

  async function get(user: SignedInUser, ruleId: string): Promise<WatchRule> {
    const rule = (await list(user)).find(({ id }) => id === ruleId)
    if (!rule) throw errors.notFound('rule')
    return rule
  }

  /** A check that cannot be made now is made by the next run; the change that it follows stands. */
  async function tryCheck(user: SignedInUser, { id, portfolioId, isOn, isResting }: WatchRule, signal: AbortSignal) {
    if (!isOn || isResting) return
    const request = { userId: user.id, portfolioId, ruleIds: [id], isAsked: true, signal }
    await checkRules(deps, request).catch((error: unknown) => {
      if (signal.aborted) throw error
    })
  }

  return {
    async list(user: SignedInUser): Promise<{ rules: WatchRule[]; mostRules: number }> {
      return { rules: await list(user), mostRules: countAllowed(user) }
    },

    /** @throws AppError 404 without such a portfolio, 403 when the plan has no room or the portfolio is another's, 409 when there are as many as can be */
    async create(
      user: SignedInUser,
      portfolioId: string,
      { terms, mutedChannelIds }: { terms: WatchTerms; mutedChannelIds: string[] },
      signal: AbortSignal,
    ): Promise<WatchRule> {
      const id = randomUUID()
      await db.asUser(user.id, async (tx) => {
        requireNotShared(await getOwnedPortfolio(tx, portfolioId))
        const most = countAllowed(user)
        if ((await stored.countRules(tx)) >= most) {
          if (!isPro(user)) throw errors.upgradeRequired(WATCH_UPGRADE_MESSAGE)
          throw errors.conflict(`You have ${most} watch rules, the most there can be. Delete one first.`)
        }
        await stored.insertRule(tx, {
          id,
          userId: user.id,
          portfolioId,
          terms: toCanonical(terms),
          isOn: true,
          mutedChannels: [...new Set(mutedChannelIds)],
          createdAt: clock.now(),
        })
      })
      await tryCheck(user, await get(user, id), signal)
      return get(user, id)
    },

    /** @throws AppError 404 when the user has no such rule; so does `remove` */
    async change(user: SignedInUser, ruleId: string, changes: RuleChanges, signal: AbortSignal): Promise<WatchRule> {
      const { terms, isOn, mutedChannelIds } = changes
      await db.asUser(user.id, async (tx) => {
        await stored.holdRule(tx, ruleId)
        // Another question, or one asked again after a rest: what was found before is no answer to it.
        const isAsked = terms !== undefined || isOn !== undefined
        await stored.updateRule(tx, ruleId, {
          ...(terms && { terms: toCanonical(terms) }),
          ...(isOn !== undefined && { isOn, restingSince: null }),
          ...(mutedChannelIds && { mutedChannels: [...new Set(mutedChannelIds)] }),
          ...(isAsked && { state: null, finding: null, checkedAt: null, checkedDay: null, checkedVersion: null }),
        })
      })
      if (terms !== undefined || isOn === true) await tryCheck(user, await get(user, ruleId), signal)
      return get(user, ruleId)
    },

    async remove(user: SignedInUser, ruleId: string): Promise<void> {
      await db.asUser(user.id, (tx) => stored.removeRule(tx, ruleId))
    },
  }
}

/** Tickers as portfolios write them. @throws AppError 400 for what cannot be one */
function toCanonical(terms: WatchTerms): WatchTerms {
  if (!('ticker' in terms) || terms.ticker === null) return terms
  const ticker = toTicker(terms.ticker)
  if (ticker === undefined) throw errors.badRequest(`${terms.ticker} is not a ticker, such as NVDA or BRK.B.`)
  return { ...terms, ticker }
}

function toRule(rule: stored.NamedRule, { isChecked }: { isChecked: boolean }): WatchRule {
  const { id, portfolioId, portfolioName, isOn, mutedChannels, state, finding, checkedAt, createdAt } = rule
  const terms = watchTermsSchema.parse(rule.terms)
  return {
    id,
    portfolioId,
    portfolioName,
    terms,
    name: nameRule(terms),
    isOn,
    isResting: isOn && !isChecked,
    mutedChannelIds: mutedChannels,
    state,
    sentence: finding?.sentence ?? null,
    checkedAt: checkedAt?.toISOString() ?? null,
    simulated: finding?.simulated ?? false,
    createdAt: createdAt.toISOString(),
  }
}
