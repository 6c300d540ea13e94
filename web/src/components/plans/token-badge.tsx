// Tests: plans.test.tsx

import { PLAN_COPY, type User } from '@ballast/contract'
import { Coins, Infinity as InfinitySign } from 'lucide-react'
import { formatTokens } from '../../lib/format.ts'
import { Badge } from '../ui/badge.tsx'

interface TokenBadgeProps {
  user: Pick<User, 'isAdmin' | 'subscriptionTier' | 'discoveryTokens'>
  /** Follows the count, such as "left". */
  suffix?: string
  className?: string
}

/**
 * Badge of what the user can spend: `7 tokens` for PRO, the infinity sign for admins, whose tokens are not deducted, and
 * nothing on the free plan, where tokens cannot be spent.
 */
export function TokenBadge({ user, suffix, className }: TokenBadgeProps) {
  if (user.isAdmin === 1) {
    return (
      <Badge tone="pro" title={PLAN_COPY.adminTitle} {...(className && { className })}>
        <InfinitySign aria-hidden="true" />
        <span className="sr-only">{PLAN_COPY.adminTitle}</span>
        <span aria-hidden="true">Unlimited</span>
      </Badge>
    )
  }
  if (user.subscriptionTier !== 'pro') return null
  return (
    <Badge tone="pro" {...(className && { className })}>
      <Coins aria-hidden="true" />
      {formatTokens(user.discoveryTokens)}
      {suffix && ` ${suffix}`}
    </Badge>
  )
}
