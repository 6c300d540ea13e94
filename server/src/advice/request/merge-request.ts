// Tests: merge-request.test.ts, ../../features/hedges/hedges.test.ts

import { HEDGE_RANGES, type HedgeRequestBody } from '@ballast/contract'
import {
  mergeChips,
  nameCrisis,
  type RequestChip,
  type RequestFields,
  readRequest,
} from '@ballast/contract/hedge-request'
import {
  type AccountPermission,
  completeHedgeRequest,
  countTradingDays,
  formatIsoDate,
  type HedgeRequest,
  parseIsoDate,
  permitByAccounts,
} from '@ballast/quant'

/** Request in the owner's words, and what became of it. */
export interface EchoedRequest {
  customPrompt: string | null
  understood: { words: string; meaning: string }[]
  notUsed: string[]
  fields: HedgeRequestBody
  /** As asked, before accounts ruled anything out; left out in runs from before they did. */
  permissions?: Pick<HedgeRequest, 'allowOptions' | 'longOnly' | 'account' | 'approval'>
}

/** Book that a request is about. */
export interface RequestedBook {
  /** Tickers held. */
  held: ReadonlySet<string>
  /** Tickers by what a holding is called, in lower case. */
  names: ReadonlyMap<string, string>
  /** In dollars, more than 0. */
  value: number
  /** Day number in New York. */
  today: number
  /** Permissions of the brokerage accounts that it lies in; nothing is ruled out when left out. */
  accounts?: readonly AccountPermission[]
}

/**
 * Merges a request: the fields as they are, and for the rest what the words mean. A field wins over words that say
 * something else; those are given back as not used. Where the words were read before they were sent, only fields count.
 * Options that no account may hold are ruled out whatever was asked, and that is given back as understood.
 */
export function mergeRequest(
  body: HedgeRequestBody,
  book: RequestedBook,
): { request: HedgeRequest; echo: EchoedRequest } {
  const { customPrompt = '', wordsAreRead = false, ...fields } = body
  const { chips, asked, notUnderstood } = readRequest(customPrompt, { ...book, today: formatIsoDate(book.today) })
  const kept = splitKept(fields.keep, book.held)
  const said: RequestFields = { ...dropAbsent(fields), ...(fields.keep && { keep: kept.held }) }
  const used: RequestChip[] = []
  const notUsed = [...notUnderstood]
  for (const chip of chips) {
    if (agrees(chip.fields, said, !wordsAreRead)) used.push(chip)
    else notUsed.push(`${chip.words} (the form says something else)`)
  }
  for (const { words, choices } of asked) {
    const chosen = choices.find((choice) => agrees(choice.fields, said, false))
    if (chosen) used.push(chosen)
    else notUsed.push(`${words} (it may mean: ${choices.map(({ meaning }) => meaning).join(', or: ')})`)
  }
  const merged = checkAmounts({ ...mergeChips(used), ...said }, book)
  const { fields: final, overruled } = preferCrisis(merged.fields)
  notUsed.push(
    ...merged.refused,
    ...kept.unknown.map((ticker) => `${ticker} (it is not in this portfolio)`),
    ...overruled,
  )
  const asRequested = toRequest(final, merged.horizonDays, book.value)
  const request = permitByAccounts(asRequested, book.accounts ?? [])
  const permitted = describePermitted(asRequested, request)
  const { allowOptions, longOnly, account, approval } = asRequested
  return {
    request,
    echo: {
      customPrompt: customPrompt === '' ? null : customPrompt,
      understood: [
        ...used.map(({ words, meaning }) => ({ words, meaning })),
        ...(permitted === null ? [] : [{ words: 'your accounts', meaning: permitted }]),
      ],
      notUsed,
      fields: final,
      permissions: { allowOptions, longOnly, account, approval },
    },
  }
}

/** A clause about what accounts rule out of a request; null when that is nothing which was asked for. */
function describePermitted(asked: HedgeRequest, { allowOptions, longOnly, approval, account }: HedgeRequest) {
  if (!allowOptions) return asked.allowOptions ? 'No options' : null
  if (longOnly && !asked.longOnly) return 'Bought options only'
  if (account !== asked.account)
    return account === 'ira' ? 'IRAs alone: no tax on gains' : 'Puts are sold only against cash'
  if (approval === asked.approval || (approval === 'spreads' && !asked.allowShortCalls)) return null
  return APPROVED[approval]
}

const APPROVED: Readonly<Record<HedgeRequest['approval'], string | null>> = {
  covered: 'Options against shares only',
  long: 'No spreads',
  spreads: 'No sold options without cover',
  uncovered: null,
}

/** True if what words say is what the fields say; fields that say nothing agree where words may fill them. */
function agrees(chip: RequestFields, fields: RequestFields, mayFill: boolean): boolean {
  return Object.entries(chip).every(([name, value]) => {
    const stated: unknown = fields[name as keyof RequestFields]
    if (stated === undefined) return mayFill
    return Array.isArray(value) && Array.isArray(stated) ? value.every((one) => stated.includes(one)) : stated === value
  })
}

/** Dollars as a share of the value, and a date as trading days from today; what lies out of range is given back. */
function checkAmounts({ limitUsd, limitPercent, lastDay, ...fields }: RequestFields, { value, today }: RequestedBook) {
  const refused: string[] = []
  const { limitPercent: limits, horizonDays: horizons } = HEDGE_RANGES
  const percent = limitUsd === undefined ? undefined : Math.round((1e4 * limitUsd) / value) / 100
  const isLimit = percent !== undefined && percent >= limits.least && percent <= limits.most
  if (percent !== undefined && !isLimit) {
    refused.push(`$${limitUsd} (it must be between ${limits.least} and ${limits.most}% of the portfolio)`)
  }
  const days = lastDay === undefined ? undefined : countTradingDays(today, parseIsoDate(lastDay))
  const isTerm = days !== undefined && days >= horizons.least && days <= horizons.most
  if (lastDay !== undefined && !isTerm) {
    refused.push(`${lastDay} (it must be ${horizons.least} to ${horizons.most} trading days away)`)
  }
  const limit = Math.min(limitPercent ?? Number.POSITIVE_INFINITY, isLimit ? percent : Number.POSITIVE_INFINITY)
  return {
    refused,
    horizonDays: isTerm ? days : fields.horizonDays,
    fields: {
      ...fields,
      ...(Number.isFinite(limit) && { limitPercent: limit }),
      ...(isTerm && { lastDay }),
    } as RequestFields,
  }
}

/** A crisis has falls of its own, and is compared with the loss of the whole portfolio. */
function preferCrisis(fields: RequestFields) {
  const { crisisId, shockPercent, objective, ...rest } = fields
  if (crisisId === undefined) return { fields, overruled: [] }
  const reason = `the crisis that was asked about is ${nameCrisis(crisisId)}`
  const overruled = [
    ...(shockPercent === undefined ? [] : [`a fall of ${shockPercent}% (${reason})`]),
    ...(objective === undefined || objective === 'loss-curve' ? [] : [`${objective} (${reason})`]),
  ]
  return { fields: { ...rest, crisisId } as RequestFields, overruled }
}

type Present<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

function dropAbsent<Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<Fields>
}

function splitKept(keep: readonly string[] = [], held: ReadonlySet<string>) {
  const tickers = [...new Set(keep.map((ticker) => ticker.trim().toUpperCase()).filter((ticker) => ticker !== ''))]
  return { held: tickers.filter((one) => held.has(one)), unknown: tickers.filter((one) => !held.has(one)) }
}

function toRequest(fields: RequestFields, horizonDays: number | undefined, value: number): HedgeRequest {
  const { limitPercent, shockPercent, crisisId, budgetPercent, budgetUsd, noSpreads, gainsTaxPercent } = fields
  const { allowShortCalls, allowOptions, longOnly, underlyings, account, approval, wholeShares } = fields
  const { keepUpside, keep, objective } = fields
  const budgets = [
    ...(budgetPercent === undefined ? [] : [budgetPercent / 100]),
    ...(budgetUsd === undefined ? [] : [Math.min(1, budgetUsd / value)]),
  ]
  const choices = {
    allowShortCalls,
    allowOptions,
    longOnly,
    underlyings,
    account,
    approval,
    wholeShares,
    keepUpside,
    keep,
  }
  return completeHedgeRequest({
    ...dropAbsent({ ...choices, objective, horizonDays }),
    ...(noSpreads === true && { maximumLines: 1 as const }),
    ...(gainsTaxPercent !== undefined && { gainsTax: gainsTaxPercent / 100 }),
    ...(limitPercent !== undefined && { limit: limitPercent / 100 }),
    ...(shockPercent !== undefined && { shock: -shockPercent / 100 }),
    ...(crisisId !== undefined && { crisis: crisisId }),
    ...(budgets.length > 0 && { maximumPremium: Math.min(...budgets) }),
  })
}
