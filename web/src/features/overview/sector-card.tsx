// Tests: overview-page.test.tsx

import type { ShareBasis } from '@ballast/contract'
import { sectorColour } from '../../components/charts/chart-colours.ts'
import { Swatch } from '../../components/charts/chart-tooltip.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Change, MoneyChange } from '../../components/ui/change.tsx'
import { formatShare, formatValue } from '../../lib/format.ts'
import { toTickerLabel } from '../../lib/ticker-label.ts'
import { BASIS_WORDS, BasisToggle } from './basis-toggle.tsx'
import type { SectorEntry, SectorView } from './sector-view.ts'

interface SectorCardProps {
  view: SectorView
  /** Basis that the user chose; `view` may be of the other, see `chooseShareBasis`. */
  wanted: ShareBasis
  onBasisChange: (basis: ShareBasis) => void
}

/** Exposure by sector, by cost or by market value, with what each sector gained. */
export function SectorCard({ view, wanted, onBasisChange }: SectorCardProps) {
  const { basis, sectors } = view
  const largestPercent = Math.max(...sectors.map(({ percent }) => Math.abs(percent ?? 0)))
  const leftOut = sectors.reduce((total, sector) => total + sector.leftOut, 0)
  const [largest, second] = sectors
  return (
    <Card
      title="Sector Analysis"
      description="Portfolio exposure by sector"
      actions={<BasisToggle wanted={wanted} basis={basis} onChange={onBasisChange} />}
    >
      <ul className="grid grid-cols-1 gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {sectors.map((sector, place) => (
          <SectorItem
            key={sector.sector}
            sector={sector}
            basis={basis}
            colour={sectorColour(place)}
            largestPercent={largestPercent}
          />
        ))}
      </ul>
      {(second || leftOut > 0) && (
        <p className="mt-2 border-t pt-3 text-[13px] text-muted-foreground leading-[18px]">
          {largest && second && largest.percent !== null && (
            <>
              {largest.sector} alone is <b className="font-semibold text-foreground">{formatShare(largest.percent)}</b>{' '}
              of {BASIS_WORDS[basis]}.{' '}
            </>
          )}
          {leftOut > 0 &&
            `${leftOut === 1 ? '1 position is' : `${leftOut.toLocaleString('en-US')} positions are`} left out, because the ${basis === 'cost' ? 'cost' : 'price'} is not known.`}
        </p>
      )}
    </Card>
  )
}

interface SectorItemProps {
  sector: SectorEntry
  basis: ShareBasis
  colour: string
  /** The longest bar fills its place; the badge carries the figure itself. */
  largestPercent: number
}

function SectorItem({ sector, basis, colour, largestPercent }: SectorItemProps) {
  const share = Math.abs(sector.percent ?? 0)
  return (
    <li className="min-w-0 border-t py-3.5">
      <div className="flex items-center gap-2">
        <Swatch colour={colour} />
        <h3 className="font-medium text-body">{sector.sector}</h3>
        <Badge tone="secondary">{formatShare(sector.percent)}</Badge>
        <span className="ml-auto pl-1 tabular" title={sector.value === null ? 'No data' : undefined}>
          {formatValue(sector.value)}
        </span>
      </div>
      <div
        role="progressbar"
        aria-label={`${sector.sector}, share of ${BASIS_WORDS[basis]}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 10) / 10}
        aria-valuetext={formatShare(sector.percent)}
        className="mt-2.5 h-1.5 overflow-hidden rounded-full bg-muted"
      >
        <div
          className="h-full rounded-full"
          style={{ width: `${largestPercent > 0 ? (share / largestPercent) * 100 : 0}%`, backgroundColor: colour }}
        />
      </div>
      <p className="mt-2 text-label text-muted-foreground">
        Top holdings
        <span className="ml-2 text-foreground">{sector.topHoldings.map(toTickerLabel).join(', ')}</span>
      </p>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2 text-label text-muted-foreground">
        {basis === 'cost' && sector.marketValue !== null && (
          <span>
            Worth <span className="text-foreground tabular">{formatValue(sector.marketValue)}</span>
          </span>
        )}
        {sector.gainLoss === null ? (
          <span>{sector.marketValue === null ? 'No price to compare with' : 'No cost to compare with'}</span>
        ) : (
          <>
            <MoneyChange amount={sector.gainLoss} />
            {sector.gainLossPercent !== null && <Change percent={sector.gainLossPercent} decimals={1} />}
          </>
        )}
      </p>
    </li>
  )
}
