// Tests: overview-page.test.tsx

import type { ShareBasis } from '@ballast/contract'
import { ToggleGroup } from '../../components/ui/toggle-group.tsx'

export const BASIS_WORDS: Readonly<Record<ShareBasis, string>> = { cost: 'cost', 'market-value': 'market value' }

interface BasisToggleProps {
  /** Basis that the user chose. */
  wanted: ShareBasis
  /** Basis that is shown, which is market value where too few costs are known. */
  basis: ShareBasis
  onChange: (basis: ShareBasis) => void
}

/** Chooses what shares are shares of; says why there is nothing to choose where costs are missing. */
export function BasisToggle({ wanted, basis, onChange }: BasisToggleProps) {
  if (wanted !== basis) {
    return <p className="max-w-[200px] text-label text-muted-foreground">By market value: too few costs are known.</p>
  }
  return (
    <ToggleGroup
      label="Share of"
      value={basis}
      onValueChange={onChange}
      options={[
        { value: 'cost', label: 'Cost' },
        { value: 'market-value', label: 'Market value' },
      ]}
    />
  )
}
