import { createFileRoute } from '@tanstack/react-router'
import { RiskDisclosurePage } from '../features/legal/risk-disclosure-page.tsx'

export const Route = createFileRoute('/risk-disclosure')({
  component: RiskDisclosurePage,
  staticData: { access: 'everyone' },
})
