import { inputErrors } from '../errors.ts'
import type { HedgeHolding } from './hedge-market.ts'
import type { HedgeRequest } from './hedge-request.ts'
import type { HedgeSituation } from './hedge-situation.ts'

/** Approval of an account by its broker, each level with what those before it allow. */
export const APPROVAL_LEVELS = ['covered', 'long', 'spreads', 'uncovered'] as const
/**
 * One of `APPROVAL_LEVELS`: options against shares that are held (Schwab level 0), bought options (level 1), spreads
 * (level 2), sold options that nothing covers (level 3).
 *
 * @see Charles Schwab, "Option Approval Levels", StreetSmart Pro help; "Trading Options in an IRA" (protective puts and
 *      collars at level 0)
 */
export type ApprovalLevel = (typeof APPROVAL_LEVELS)[number]

/** Kinds of accounts. Only a margin account may sell options that neither shares nor cash stand behind. */
export const ACCOUNT_KINDS = ['margin', 'cash', 'ira'] as const
/** One of `ACCOUNT_KINDS`. */
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** Underlyings that options may be on. */
export const UNDERLYING_KINDS = ['any', 'index', 'single-names'] as const
/** One of `UNDERLYING_KINDS`. */
export type UnderlyingKinds = (typeof UNDERLYING_KINDS)[number]

/** Which of the owner's conditions rules an option out. */
export type Barrier = 'long-only' | 'no-spreads' | 'index-only' | 'single-names-only' | 'account' | 'approval'

/** Permissions of the owner's account and overrides; see the fields of the same names in `HedgeRequest`. */
export type PermissionRequest = Pick<
  HedgeRequest,
  'longOnly' | 'maximumLines' | 'allowShortCalls' | 'underlyings' | 'account' | 'approval'
>

/** @throws QuantInputError naming a choice that does not exist */
export function requirePermissions({ underlyings, account, approval }: PermissionRequest): void {
  const choices = [
    ['underlyings', underlyings, UNDERLYING_KINDS],
    ['account', account, ACCOUNT_KINDS],
    ['approval', approval, APPROVAL_LEVELS],
  ] as const
  for (const [name, value, known] of choices) {
    if (!(known as readonly string[]).includes(value)) throw inputErrors.unknownName(name, String(value), known)
  }
}

/** Why no option on this may be used: a broad index, the company that is held, or anything else; null when it may. */
export function findUnderlyingBarrier(
  { underlyings }: PermissionRequest,
  kind: 'index' | 'single-name' | 'other',
): Barrier | null {
  if (underlyings === 'index' && kind !== 'index') return 'index-only'
  return underlyings === 'single-names' && kind !== 'single-name' ? 'single-names-only' : null
}

/** True if a holding is a single company or coin, not a fund. */
export function isSingleName({ instrumentClass }: Pick<HedgeHolding, 'instrumentClass'>): boolean {
  return instrumentClass === 'company' || instrumentClass === 'coin'
}

/** Why puts may not be sold below those that are bought; null when they may. */
export function findSpreadBarrier({ longOnly, maximumLines, approval }: PermissionRequest): Barrier | null {
  if (longOnly) return 'long-only'
  if (maximumLines === 1) return 'no-spreads'
  return reaches(approval, 'spreads') ? null : 'approval'
}

/** Why no calls may be sold, not even against shares; null when they may. */
export function findCallBarrier({ longOnly }: PermissionRequest): Barrier | null {
  return longOnly ? 'long-only' : null
}

/** True if calls may be sold that no shares cover. */
export function allowsUncoveredCalls({ allowShortCalls, longOnly, account, approval }: PermissionRequest): boolean {
  return allowShortCalls && !longOnly && account === 'margin' && reaches(approval, 'uncovered')
}

/**
 * The most contracts of an option that may be bought on an underlying: any number, or one for each hundred shares held
 * where only options against shares are approved.
 */
export function countBuyable({ approval }: PermissionRequest, shares: number, multiplier: number): number {
  return reaches(approval, 'long') ? Infinity : Math.max(0, Math.floor(shares / multiplier + 1e-9))
}

/**
 * Cash that must pay for the shares that sold puts may deliver, in currency: Infinity in a margin account, where a bought
 * put of a higher strike secures a sold one; else what the puts sold earlier leave of the cash, at least 0.
 */
export function findSecuredCash(
  { account }: PermissionRequest,
  { cash, options }: Pick<HedgeSituation, 'cash' | 'options'>,
): number {
  if (account === 'margin') return Infinity
  const bound = options.reduce((sum, { type, contracts, multiplier, strike }) => {
    return type === 'put' && contracts < 0 ? sum - contracts * multiplier * strike : sum
  }, 0)
  return Math.max(0, cash - bound)
}

function reaches(approval: ApprovalLevel, needed: ApprovalLevel): boolean {
  return APPROVAL_LEVELS.indexOf(approval) >= APPROVAL_LEVELS.indexOf(needed)
}
