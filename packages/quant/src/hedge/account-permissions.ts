import { ACCOUNT_LEVELS, type AccountLevel, type SplitAccount } from './account-rules.ts'
import type { HedgeRequest } from './hedge-request.ts'
import { APPROVAL_LEVELS, type ApprovalLevel } from './permitted-legs.ts'

/** Permissions of an account, as its owner says; a null level is one that nobody has said. */
export type AccountPermission = Pick<SplitAccount, 'level'> & { readonly kind: SplitAccount['kind'] | null }

type Permissions = Pick<HedgeRequest, 'allowOptions' | 'longOnly' | 'account' | 'approval'>

/**
 * Returns a request that asks for nothing that no account may hold: what it says itself, and of families of hedges those
 * that the rules of `findSplitObstacle` let into one account at least. Shares and cash of each are counted by
 * the search (see `AccountRoom`).
 *
 * - Options only where an account has the level `covered`, bought ones of any number from `long` on.
 * - Sold ones only where somebody has said so: an account that nobody has described holds bought options alone.
 * - Puts are sold below others from `spreads` on; unless that account is a margin account, cash pays for their shares.
 * - Calls that no shares cover only in a margin account of the level `uncovered`.
 * - No tax on gains where every account is an IRA.
 *
 * Where no account is described, the request stays as it is.
 */
export function permitByAccounts<Request extends Permissions>(
  request: Request,
  accounts: readonly AccountPermission[],
): Request {
  if (accounts.every(({ level }) => level === null)) return request
  const has = (isOne: (account: AccountPermission) => boolean) => accounts.some(isOne)
  const reaches = ({ level }: AccountPermission, needed: AccountLevel) => rankOf(level ?? 'long') >= rankOf(needed)
  const isMargin = ({ kind }: AccountPermission) => kind === 'margin'
  const highest = APPROVAL_LEVELS.findLast((level) =>
    has((account) => reaches(account, level) && (level !== 'uncovered' || isMargin(account))),
  )
  const sellsPuts = has((account) => reaches(account, 'spreads'))
  const isSecured = has((account) => reaches(account, 'spreads') && isMargin(account))
  const sells = has(({ level }) => level !== null && level !== 'none')
  return {
    ...request,
    allowOptions: request.allowOptions && highest !== undefined,
    longOnly: request.longOnly || !sells,
    approval: lowerOf(request.approval, highest ?? 'covered'),
    account: findKind(request.account, { isIra: accounts.every(({ kind }) => kind === 'ira'), isSecured, sellsPuts }),
  }
}

function findKind(
  asked: HedgeRequest['account'],
  { isIra, isSecured, sellsPuts }: { isIra: boolean; isSecured: boolean; sellsPuts: boolean },
): HedgeRequest['account'] {
  if (isIra) return 'ira'
  return asked === 'margin' && sellsPuts && !isSecured ? 'cash' : asked
}

const rankOf = (level: AccountLevel) => ACCOUNT_LEVELS.indexOf(level)
const lowerOf = (one: ApprovalLevel, other: ApprovalLevel) => (rankOf(one) < rankOf(other) ? one : other)
