// Tests: landing.test.tsx

import { MARKET_INDEX } from '@ballast/contract'
import { toValueScale } from '../../components/charts/chart-scale.ts'
import { SeriesPath } from '../../components/charts/series-path.tsx'
import { useElementWidth } from '../../components/charts/use-element-width.ts'
import { formatMoney } from '../../lib/format.ts'
import type { HeroFall } from './hero-data.ts'

const HEIGHT = 300
const MARGIN = { top: 30, right: 20, bottom: 12, left: 20 } as const

/** The picture of the fall; its figures stand as text around it. */
export function FallChart({ fall }: { fall: HeroFall }) {
  const [wrapper, width] = useElementWidth<HTMLDivElement>(600)
  const { ticks } = toValueScale([...fall.portfolio, ...fall.benchmark])
  const bottom = ticks[0] ?? 0
  const top = ticks.at(-1) ?? 1
  const plotWidth = width - MARGIN.left - MARGIN.right
  const x = (index: number) => MARGIN.left + (index / (fall.portfolio.length - 1)) * plotWidth
  const y = (value: number) =>
    MARGIN.top + (1 - (value - bottom) / (top - bottom)) * (HEIGHT - MARGIN.top - MARGIN.bottom)
  const low = fall.portfolio[fall.trough] ?? 0
  const labelOnLeft = x(fall.trough) > width / 2
  return (
    <div ref={wrapper} className="mt-2">
      <svg aria-hidden="true" width={width} height={HEIGHT} className="block">
        {ticks.map((tick) => (
          <line
            key={tick}
            x1={MARGIN.left}
            x2={width - MARGIN.right}
            y1={y(tick)}
            y2={y(tick)}
            strokeDasharray="2 4"
            className="stroke-border"
          />
        ))}
        <rect
          x={x(fall.peak)}
          y={MARGIN.top - 18}
          width={x(fall.trough) - x(fall.peak)}
          height={HEIGHT - MARGIN.top - MARGIN.bottom + 18}
          className="fill-loss/7"
        />
        <text x={x(fall.peak) + 8} y={MARGIN.top - 4} className="fill-muted-foreground text-caption">
          High to low
        </text>
        <g key={fall.id} className="animate-draw">
          <SeriesPath
            series={{
              id: 'portfolio',
              label: 'Core Growth',
              values: fall.portfolio,
              colour: 'var(--chart-1)',
              area: true,
            }}
            x={x}
            y={y}
            baseline={y(bottom)}
            gradientId="hero-area"
          />
          <SeriesPath
            series={{
              id: 'spy',
              label: MARKET_INDEX,
              values: fall.benchmark,
              colour: 'var(--subtle-foreground)',
              dashed: true,
            }}
            x={x}
            y={y}
            baseline={y(bottom)}
            gradientId="hero-spy"
          />
        </g>
        <circle cx={x(fall.trough)} cy={y(low)} r="4.5" strokeWidth="2" className="fill-primary stroke-card" />
        <text
          x={x(fall.trough) + (labelOnLeft ? -12 : 12)}
          y={y(low) + 5}
          textAnchor={labelOnLeft ? 'end' : 'start'}
          className="fill-foreground font-semibold text-[13px] tabular"
          paintOrder="stroke"
          strokeWidth="4"
          stroke="var(--card)"
        >
          {formatMoney(low, { decimals: 0 })} at the low
        </text>
      </svg>
      <p aria-hidden="true" className="flex gap-4 px-5 pb-3 text-caption text-muted-foreground">
        <span className="flex items-center gap-2">
          <span className="h-0.5 w-4 bg-chart-1" /> Core Growth
        </span>
        <span className="flex items-center gap-2">
          <span className="w-4 border-subtle-foreground border-t-2 border-dashed" /> {MARKET_INDEX}, same start
        </span>
      </p>
    </div>
  )
}
