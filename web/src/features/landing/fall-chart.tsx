// Tests: landing.test.tsx

import { MARKET_INDEX } from '@ballast/contract'
import { toValueScale } from '../../components/charts/chart-scale.ts'
import { SeriesPath } from '../../components/charts/series-path.tsx'
import { formatMoney } from '../../lib/format.ts'
import type { HeroFall } from './hero-data.ts'

const HEIGHT = 300
const TOP = 30
const BOTTOM = 12
/** Units of the drawing from its left end to its right, whatever its width is on the screen. */
const UNITS = 1_000

/** The picture of the fall; its figures stand as text around it. It takes any width without being measured. */
export function FallChart({ fall }: { fall: HeroFall }) {
  const { ticks } = toValueScale([...fall.portfolio, ...fall.benchmark])
  const bottom = ticks[0] ?? 0
  const top = ticks.at(-1) ?? 1
  const x = (index: number) => (index / (fall.portfolio.length - 1)) * UNITS
  const share = (index: number) => `${(x(index) * 100) / UNITS}%`
  const y = (value: number) => TOP + (1 - (value - bottom) / (top - bottom)) * (HEIGHT - TOP - BOTTOM)
  const low = fall.portfolio[fall.trough] ?? 0
  const labelOnLeft = x(fall.trough) > UNITS / 2
  return (
    <div className="mt-2">
      <svg aria-hidden="true" width="100%" height={HEIGHT} className="block overflow-visible px-5">
        {ticks.map((tick) => (
          <line key={tick} x1="0" x2="100%" y1={y(tick)} y2={y(tick)} strokeDasharray="2 4" className="stroke-border" />
        ))}
        <rect
          x={share(fall.peak)}
          y={TOP - 18}
          width={share(fall.trough - fall.peak)}
          height={HEIGHT - TOP - BOTTOM + 18}
          className="fill-loss/7"
        />
        <text x={share(fall.peak)} dx="8" y={TOP - 4} className="fill-muted-foreground text-caption">
          High to low
        </text>
        <svg
          key={fall.id}
          aria-hidden="true"
          width="100%"
          height={HEIGHT}
          viewBox={`0 0 ${UNITS} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="animate-draw overflow-visible [&_path]:[vector-effect:non-scaling-stroke]"
        >
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
        </svg>
        <circle cx={share(fall.trough)} cy={y(low)} r="4.5" strokeWidth="2" className="fill-primary stroke-card" />
        <text
          x={share(fall.trough)}
          dx={labelOnLeft ? -12 : 12}
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
