// Tests: hedges.test.ts

import { HEDGE_RANGES, type HedgeWish } from '@ballast/contract'
import { completeHedgeRequest, countTradingDays, type HedgeRequest, parseIsoDate } from '@ballast/quant'
import type { EchoedWish } from './hedging-input.ts'
import { nameCrisis } from './name-crisis.ts'
import type { PromptSubject } from './prompt-subject.ts'
import { understandPrompt } from './understand-prompt.ts'

/**
 * What is asked for: the fields as they stand, and for the rest what the words mean. A field wins over words that say
 * something else; those words are given back as not used.
 */
export function understandWish(wish: HedgeWish, subject: PromptSubject): { request: HedgeRequest; echo: EchoedWish } {
  const { customPrompt = '', ...fields } = wish
  const read = understandPrompt(customPrompt, subject)
  const kept = splitKept(fields.keep, subject.held)
  const dated = readLastDay(fields.lastDay, subject.today)
  const explicit: Omit<HedgeWish, 'customPrompt'> = {
    ...dropAbsent(fields),
    ...(fields.keep && { keep: kept.held }),
    ...(dated.horizonDays !== undefined && { horizonDays: dated.horizonDays }),
  }
  const notUsed = [
    ...read.notUsed,
    ...dated.refused,
    ...kept.unknown.map((ticker) => `${ticker} (it is not in this portfolio)`),
  ]
  const understood = read.understood.flatMap(({ words, meaning, field }) => {
    if (field !== undefined && isOverruled(field, read.wish, explicit)) {
      notUsed.push(`${words} (the form says something else)`)
      return []
    }
    return [{ words, meaning }]
  })
  const { wish: merged, overruled } = preferCrisis({ ...read.wish, ...explicit })
  notUsed.push(...overruled)
  return {
    request: toRequest(merged, subject.value),
    echo: {
      customPrompt: customPrompt === '' ? null : customPrompt,
      understood,
      notUsed,
      wish: { ...wish, lastDay: dated.refused.length > 0 ? undefined : wish.lastDay },
    },
  }
}

/** A crisis has falls of its own, and is compared with the loss of the whole portfolio. */
function preferCrisis(wish: Omit<HedgeWish, 'customPrompt'>) {
  const { crisisId, shockPercent, objective, ...rest } = wish
  if (crisisId === undefined) return { wish, overruled: [] }
  const reason = `the crisis that was asked about is ${nameCrisis(crisisId)}`
  const overruled = [
    ...(shockPercent === undefined ? [] : [`a fall of ${shockPercent}% (${reason})`]),
    ...(objective === undefined || objective === 'loss-curve' ? [] : [`${objective} (${reason})`]),
  ]
  return { wish: { ...rest, crisisId }, overruled }
}

type Present<Wish> = { [Name in keyof Wish]?: Exclude<Wish[Name], undefined> }

function dropAbsent<Wish extends object>(fields: Wish): Present<Wish> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<Wish>
}

/** A date as trading days from today; one that lies too near or too far is given back. */
function readLastDay(date: string | undefined, today: number | undefined) {
  if (date === undefined || today === undefined) return { horizonDays: undefined, refused: [] }
  const horizonDays = countTradingDays(today, parseIsoDate(date))
  const { least, most } = HEDGE_RANGES.horizonDays
  return horizonDays >= least && horizonDays <= most
    ? { horizonDays, refused: [] }
    : { horizonDays: undefined, refused: [`${date} (it must be ${least} to ${most} trading days away)`] }
}

function splitKept(keep: readonly string[] = [], held: ReadonlySet<string>) {
  const tickers = [...new Set(keep.map((ticker) => ticker.trim().toUpperCase()).filter((ticker) => ticker !== ''))]
  return { held: tickers.filter((one) => held.has(one)), unknown: tickers.filter((one) => !held.has(one)) }
}

type Field = keyof Omit<HedgeWish, 'customPrompt'>

function isOverruled(field: Field, said: HedgeWish, explicit: HedgeWish): boolean {
  return explicit[field] !== undefined && JSON.stringify(explicit[field]) !== JSON.stringify(said[field])
}

function toRequest(wish: Omit<HedgeWish, 'customPrompt'>, value: number | null): HedgeRequest {
  const {
    limitPercent,
    shockPercent,
    crisisId,
    horizonDays,
    lastDay,
    budgetPercent,
    budgetUsd,
    noSpreads,
    gainsTaxPercent,
    ...choices
  } = wish
  const budgets = [
    ...(budgetPercent === undefined ? [] : [budgetPercent / 100]),
    ...(budgetUsd === undefined || value === null || value <= 0 ? [] : [Math.min(1, budgetUsd / value)]),
  ]
  return completeHedgeRequest({
    ...dropAbsent(choices),
    ...(noSpreads === true && { maximumLines: 1 as const }),
    ...(gainsTaxPercent !== undefined && { gainsTax: gainsTaxPercent / 100 }),
    ...(limitPercent !== undefined && { limit: limitPercent / 100 }),
    ...(shockPercent !== undefined && { shock: -shockPercent / 100 }),
    ...(crisisId !== undefined && { crisis: crisisId }),
    ...(horizonDays !== undefined && { horizonDays }),
    ...(budgets.length > 0 && { maximumPremium: Math.min(...budgets) }),
  })
}
