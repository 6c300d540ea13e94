// Tests: portfolio-selection.test.tsx

import type { Portfolio } from '@ballast/contract'
import { useId } from 'react'
import { Options, Select } from '../../components/ui/select.tsx'
import { isWhatIf } from '../../lib/is-what-if.ts'
import { useOpenWhatIf } from './use-open-what-if.ts'
import { WhatIfButton } from './what-if-button.tsx'

interface PortfolioSelectorProps {
  portfolios: readonly Portfolio[]
  selectedId: string
  onSelect: (portfolioId: string) => void
  /** Offers to choose none, which is told as an empty id. */
  emptyLabel?: string
}

/** Which portfolio the screen is about. Two may bear the same name: then the day of upload tells them apart. */
export function PortfolioSelector({ portfolios, selectedId, onSelect, emptyLabel }: PortfolioSelectorProps) {
  const id = useId()
  const openWhatIf = useOpenWhatIf()
  const choose = (chosenId: string) => {
    onSelect(chosenId)
    // The address would bring it back.
    if (isWhatIf(selectedId) && chosenId !== selectedId) openWhatIf(undefined)
  }
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3 max-sm:basis-full sm:flex-none sm:flex-wrap">
      <label htmlFor={id} className="text-label text-muted-foreground max-sm:sr-only">
        Portfolio
      </label>
      <Select
        id={id}
        value={selectedId}
        onChange={(event) => choose(event.target.value)}
        className="sm:w-[210px] lg:w-auto lg:min-w-[210px] lg:max-w-[min(340px,100%)]"
      >
        {emptyLabel && <option value="">{emptyLabel}</option>}
        <Options of={portfolios.map((portfolio) => [portfolio.id, toOptionLabel(portfolio, portfolios)])} />
      </Select>
      {selectedId && !isWhatIf(selectedId) && <WhatIfButton portfolioId={selectedId} />}
    </div>
  )
}

const UPLOADED = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** The name, with the day of upload where another one has the same; a group without portfolios is called empty, and what is shared names its owner. */
export function toOptionLabel(portfolio: Portfolio, all: readonly Portfolio[]): string {
  if (portfolio.sharedBy !== undefined) return `${portfolio.name} (shared by ${portfolio.sharedBy})`
  if (portfolio.memberIds?.length === 0) return `${portfolio.name} (empty)`
  const isAmbiguous = all.some((other) => other.id !== portfolio.id && other.name === portfolio.name)
  return isAmbiguous ? `${portfolio.name} (${UPLOADED.format(new Date(portfolio.createdAt))})` : portfolio.name
}
