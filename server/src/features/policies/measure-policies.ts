// Tests: policies.test.ts

import {
  type AccountPermission,
  completeHedgeRequest,
  countHedgeDays,
  DEFAULT_HEDGE_REQUEST,
  findWorstLoss,
  type HedgeContext,
  type HedgeLeg,
  type HedgeRequest,
  listHeldLossDays,
  mapLosses,
  permitByAccounts,
  prepareHedging,
  repriceLeg,
} from '@ballast/quant'
import type { BookInput } from '../../advice/book/book-input.ts'
import { type BookModel, buildBookModel } from '../../advice/book/build-book-model.ts'
import { judgePolicy, nameOption } from './judge-policy.ts'
import { findExcess, findMostValue, holdsWithLess, withoutLegs } from './policy-excess.ts'
import { findLevels } from './policy-levels.ts'
import {
  type MeasuredPolicy,
  type PolicyMeasure,
  type PolicySubject,
  priceLegs,
  type SubjectLeg,
  toLegKey,
  type UnknownPolicy,
} from './policy-subject.ts'
import { repairPolicy } from './repair-policy.ts'

/** Why a portfolio has no loss that is a part of its value. */
export const NOTHING_TO_MEASURE = 'the portfolio owes as much as it holds, or nothing in it has a price'

/**
 * Measures policies of one portfolio against the same market: the loss curve of the search over days and falls, with the
 * portfolio's own options in it. Runs in a worker thread.
 *
 * A policy whose legs the portfolio no longer holds, or whose options nobody quotes, is unknown with the reason.
 */
export function measurePolicies({ input, subjects, accounts = [] }: MeasureTask): PolicyMeasure[] {
  const built = buildBookModel(input)
  return subjects.map((subject) => measure(built, input, subject, permitByAccounts(toRequest(subject), accounts)))
}

interface MeasureTask {
  input: BookInput
  subjects: readonly PolicySubject[]
  /** Permissions of the accounts that the portfolio lies in; nothing is ruled out when left out. */
  accounts?: readonly AccountPermission[]
}

/** A request with the permissions of a repair: the wishes under which the policy was found. */
function toRequest({ wishes }: PolicySubject): HedgeRequest {
  if (wishes === null) return DEFAULT_HEDGE_REQUEST
  const { noSpreads, ...permissions } = wishes
  return { ...DEFAULT_HEDGE_REQUEST, ...permissions, maximumLines: noSpreads ? 1 : 2 }
}

function measure(built: BookModel, input: BookInput, subject: PolicySubject, permitted: HedgeRequest): PolicyMeasure {
  const found = measureLegs(built, input, subject)
  if (found.kind === 'unknown') return found
  const { state } = judgePolicy(subject.terms, found)
  return { ...found, ...repairPolicy(built, subject, { state, daysLeft: found.daysLeft }, permitted) }
}

/** Where the legs of a policy leave the portfolio, without what would repair it. */
export function measureLegs(
  built: Pick<BookModel, 'situation' | 'leftOut'>,
  input: Pick<BookInput, 'book'>,
  subject: PolicySubject,
): PolicyMeasure {
  const { today, options, holdings, cash } = built.situation
  const alive = subject.legs.filter(({ expiry, contracts }) => expiry >= today && contracts !== 0)
  const absence = findAbsence(alive, built, input)
  if (absence !== null) return absence
  const worth = options.reduce((sum, one) => sum + one.contracts * one.multiplier * one.premium, 0)
  if (!(holdings.reduce((sum, { value }) => sum + value, cash + worth) > 0)) {
    return { kind: 'unknown', reason: NOTHING_TO_MEASURE }
  }
  const left = countHedgeDays(today, subject.endsOn)
  const { limit, shock } = subject
  const horizonDays = Math.max(1, Math.min(504, left.tradingDays))
  const prepared = prepareHedging(built.situation, completeHedgeRequest({ limit, shock, horizonDays }))
  const legs = priceLegs(alive, options)
  const without = withoutLegs(prepared.book, legs)
  const context = { ...prepared, book: without, term: left, lossDays: listHeldLossDays(left.tradingDays) }
  const legsValue = legs.reduce((sum, leg) => sum + leg.contracts * leg.multiplier * leg.premium, 0)
  const losses = toLossMap(context, legs, legsValue)
  return {
    kind: 'measured',
    today,
    daysLeft: left.calendarDays,
    bookValue: prepared.book.value,
    loss: findWorstLoss(prepared.book, context.lossDays, shock, context.lookup).loss,
    unhedgedLoss: findWorstLoss(without, context.lossDays, shock, context.lookup).loss,
    excess: findExcess(context, prepared.book, subject),
    legsValue,
    legValues: Object.fromEntries(
      alive.map(({ symbol }, place) => {
        const { contracts, multiplier, premium } = legs[place] as HedgeLeg
        return [symbol, contracts * multiplier * premium]
      }),
    ),
    mostLegsValue: findMostValue(legs),
    holdsWithLess: holdsWithLess(context, { book: prepared.book, legs }, subject),
    losses,
    legsAhead: losses.days.map(({ tradingDays }) => ageLegs(legs, tradingDays, context)),
    repairs: [],
    renewals: [],
    levels: findLevels(
      { ...prepared, lossDays: context.lossDays },
      { ...subject, legs: alive, daysLeft: left.calendarDays },
    ),
  }
}

function findAbsence(
  legs: readonly SubjectLeg[],
  built: Pick<BookModel, 'situation' | 'leftOut'>,
  { book }: Pick<BookInput, 'book'>,
): UnknownPolicy | null {
  for (const leg of legs) {
    const held = book.contracts.find(({ symbol }) => symbol === leg.symbol)
    const name = nameOption(leg.symbol)
    const unquoted: UnknownPolicy = {
      kind: 'unknown',
      reason: `the ${name} has no quote, nor do enough other strikes to value it by`,
      isForWantOfQuotes: true,
    }
    if (held === undefined) {
      const isHeld = built.leftOut.some(({ ticker }) => ticker === leg.symbol)
      return isHeld ? unquoted : { kind: 'unknown', reason: `the portfolio does not hold the ${name}` }
    }
    if (held.contracts / leg.contracts < 1) {
      return {
        kind: 'unknown',
        reason: `the portfolio holds ${held.contracts} of the ${leg.contracts} contracts of the ${name}`,
      }
    }
    const key = toLegKey(leg)
    if (!built.situation.options.some((one) => toLegKey(one) === key)) return unquoted
  }
  return null
}

/** Value of some legs after so many days on which no price moves. */
function ageLegs(legs: readonly HedgeLeg[], horizonDays: number, { lookup }: Pick<HedgeContext, 'lookup'>): number {
  const shock = { marketReturn: 0, horizonDays, volatility: { kind: 'rule', scale: 0 } } as const
  return legs.reduce((sum, leg) => sum + leg.contracts * leg.multiplier * repriceLeg(leg, shock, lookup), 0)
}

function toLossMap(context: HedgeContext, legs: readonly HedgeLeg[], paid: number): MeasuredPolicy['losses'] {
  const { days, falls, unhedged, hedged } = mapLosses(context, { after: context.book, legs, paid })
  const toPercent = (rows: readonly (readonly number[])[]) => rows.map((row) => row.map((loss) => 100 * loss))
  return {
    days: days.map(({ date, tradingDays }) => ({ date, tradingDays })),
    fallsPercent: falls.map((fall) => Math.round(-1e8 * fall) / 1e6),
    unhedgedPercent: toPercent(unhedged),
    hedgedPercent: toPercent(hedged),
  }
}
