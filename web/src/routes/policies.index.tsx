import { createFileRoute } from '@tanstack/react-router'
import { PageHead } from '../components/shell/page-head.tsx'
import { PoliciesPage } from '../features/policies/policies-page.tsx'

export const Route = createFileRoute('/policies/')({ component: PoliciesScreen })

function PoliciesScreen() {
  return (
    <>
      <PageHead title="Policies" subtitle="Hedges you placed, and what each check found" />
      <PoliciesPage />
    </>
  )
}
