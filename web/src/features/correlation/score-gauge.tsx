// Tests: analysis-page.test.tsx

import { SCORE_BANDS, toScoreBand } from './analysis-view.ts'

const WIDTH = 220
const HEIGHT = 132
const CENTRE_X = WIDTH / 2
const CENTRE_Y = 112
const RADIUS = 92
const STROKE = 13
/** Left free between two bands, in points of the score. */
const GAP = 0.6

const BANDS = [
  { from: 0, to: SCORE_BANDS.moderate, colour: 'destructive' },
  { from: SCORE_BANDS.moderate, to: SCORE_BANDS.well, colour: 'warning' },
  { from: SCORE_BANDS.well, to: 100, colour: 'gain' },
] as const

/** A point on the half circle: 0 at the left end, 100 at the right. */
function toPoint(score: number, radius: number): { x: number; y: number } {
  const angle = Math.PI * (1 - score / 100)
  return { x: CENTRE_X + radius * Math.cos(angle), y: CENTRE_Y - radius * Math.sin(angle) }
}

function toArc(from: number, to: number): string {
  const start = toPoint(from, RADIUS)
  const end = toPoint(to, RADIUS)
  return `M${start.x.toFixed(2)} ${start.y.toFixed(2)}A${RADIUS} ${RADIUS} 0 0 1 ${end.x.toFixed(2)} ${end.y.toFixed(2)}`
}

/** A score from 0 to 100 on its three bands; the band it lies in has its full colour. */
export function ScoreGauge({ score }: { score: number | null }) {
  const band = score === null ? null : toScoreBand(score)
  return (
    <div className="relative mx-auto" style={{ width: WIDTH, height: HEIGHT }}>
      <svg aria-hidden="true" width={WIDTH} height={HEIGHT}>
        {BANDS.map(({ from, to, colour }) => (
          <path
            key={colour}
            d={toArc(from === 0 ? 0 : from + GAP, to === 100 ? 100 : to - GAP)}
            fill="none"
            stroke={`var(--${colour})`}
            strokeWidth={STROKE}
            strokeOpacity={colour === band ? 1 : 0.3}
          />
        ))}
        {[SCORE_BANDS.moderate, SCORE_BANDS.well].map((limit) => {
          const { x, y } = toPoint(limit, RADIUS - 18)
          return (
            <text key={limit} x={x} y={y + 4} textAnchor="middle" className="fill-subtle-foreground text-axis tabular">
              {limit}
            </text>
          )
        })}
        {score !== null && <Needle score={score} />}
      </svg>
      <p className="absolute inset-x-0 bottom-0 text-center">
        <span className="block text-[38px] font-semibold tabular leading-[42px] tracking-tight">{score ?? '—'}</span>
        <span className="text-label text-muted-foreground">out of 100</span>
      </p>
    </div>
  )
}

function Needle({ score }: { score: number }) {
  const inner = toPoint(score, RADIUS - 11)
  const outer = toPoint(score, RADIUS + 11)
  const place = { x1: inner.x, y1: inner.y, x2: outer.x, y2: outer.y, strokeLinecap: 'round' } as const
  return (
    <>
      <line {...place} strokeWidth="7" className="stroke-card" />
      <line {...place} strokeWidth="3" className="stroke-foreground" />
    </>
  )
}
