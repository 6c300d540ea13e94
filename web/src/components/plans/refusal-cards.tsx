// Tests: plans.test.tsx

import { FEATURE_TERMS, type MeteredFeature } from '@ballast/contract'
import { Link } from '@tanstack/react-router'
import { Coins, Lock } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { PlanRefusal } from '../../lib/plan-refusal.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { StateMessage } from '../ui/state-message.tsx'

interface OfferProps {
  feature: MeteredFeature
  /** The server's words; without them the catalogue's for this feature. */
  message?: string | undefined
  /** True inside a card, which is surface enough. */
  bare?: boolean
  /** A button that shows the feature before it is paid for. */
  trial?: ReactNode
}

/** The feature belongs to PRO: why, and the way to the plans. */
export function UpgradeCard({
  feature,
  message = FEATURE_TERMS[feature].upgradeMessage,
  bare = false,
  trial,
}: OfferProps) {
  const Surface = bare ? Fragment : Card
  return (
    <Surface>
      <StateMessage
        icon={Lock}
        tone="pro"
        title="PRO Feature"
        text={message}
        actions={
          <>
            <Button asChild variant="primary">
              <Link to="/pricing">Upgrade to PRO</Link>
            </Button>
            {trial}
          </>
        }
      />
    </Surface>
  )
}

const PURCHASE_LABELS = {
  hedge_analysis: 'Buy Tokens',
  agentic_discovery: 'Purchase Tokens',
  comprehensive_analysis: 'Purchase Tokens',
} as const satisfies Record<MeteredFeature, string>

/** The tokens are used up: the way to the packages. */
export function NoTokensCard({ feature, message = FEATURE_TERMS[feature].purchaseMessage, bare = false }: OfferProps) {
  const Surface = bare ? Fragment : Card
  return (
    <Surface>
      <StateMessage
        icon={Coins}
        tone="pro"
        title="No Tokens Remaining"
        text={message}
        actions={
          <Button asChild variant="primary">
            <Link to="/pricing" hash="tokens">
              {PURCHASE_LABELS[feature]}
            </Link>
          </Button>
        }
      />
    </Surface>
  )
}

interface RefusalProps extends Pick<OfferProps, 'feature' | 'bare' | 'trial'> {
  refusal: PlanRefusal
}

/** Whichever of the two a refusal asks for; stands where the result would. Read out when it appears. */
export function RefusalCard({ feature, refusal, bare = false, trial }: RefusalProps) {
  const Offer = refusal.kind === 'upgrade' ? UpgradeCard : NoTokensCard
  return (
    <div role="alert">
      <Offer feature={feature} message={refusal.message} bare={bare} trial={trial} />
    </div>
  )
}
