// Tests: plans.test.tsx

import { FEATURE_TERMS, type MeteredFeature } from '@ballast/contract'
import { Link } from '@tanstack/react-router'
import { Coins, Lock } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { PlanRefusal } from '../../lib/plan-refusal.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { StateMessage } from '../ui/state-message.tsx'
import { Example } from './example.tsx'

interface RefusalProps {
  feature: MeteredFeature
  refusal: PlanRefusal
  /** True inside a card, which is surface enough. */
  bare?: boolean
  /** A button that shows the feature before it is paid for. */
  trial?: ReactNode
}

/** Offer of what a refused feature needs, read out when it appears, beside a computed example of what one gets. */
export function RefusalCard({ feature, refusal, bare = false, trial }: RefusalProps) {
  const Surface = bare ? Fragment : Card
  const terms = FEATURE_TERMS[feature]
  const isUpgrade = refusal.kind === 'upgrade'
  return (
    <Surface>
      <div className="grid min-w-0 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div role="alert" className="grid content-center">
          <StateMessage
            icon={isUpgrade ? Lock : Coins}
            tone="pro"
            title={isUpgrade ? 'PRO Feature' : 'No Tokens Remaining'}
            text={refusal.message ?? (isUpgrade ? terms.upgradeMessage : terms.purchaseMessage)}
            actions={
              <>
                <Button asChild variant="primary">
                  {isUpgrade ? (
                    <Link to="/pricing">Upgrade to PRO</Link>
                  ) : (
                    <Link to="/pricing" hash="tokens">
                      {feature === 'hedge_analysis' ? 'Buy Tokens' : 'Purchase Tokens'}
                    </Link>
                  )}
                </Button>
                {isUpgrade && trial}
              </>
            }
          />
        </div>
        <Example feature={feature} />
      </div>
    </Surface>
  )
}
