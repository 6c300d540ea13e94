import { useChartFrame } from '../../src/components/charts/chart-frame.tsx'
import { BookGreeksTable } from '../../src/components/options/book-greeks-table.tsx'
import { HeatTable } from '../../src/components/options/heat-table.tsx'
import { MarketMoveChart } from '../../src/components/options/market-move-chart.tsx'
import { PayoffChart } from '../../src/components/options/payoff-chart.tsx'
import type { StrategyView } from '../../src/components/options/strategy-view.ts'
import { CURVES } from '../figures.ts'
import type { Stories } from '../stories.ts'

const GREEKS = {
  dollarBeta: 288_000,
  dollarDelta: 257_000,
  betaWeightedDelta: 431.2,
  dollarGammaPerPercent: 0,
  thetaPerDay: 0,
  vegaPerPoint: 0,
}
const HEAT = {
  prices: [110, 100, 90],
  days: [30, 15, 0],
  values: [
    [0.6, 0.2, 0],
    [3.1, 2.2, 0],
    [10.9, 10.4, 10],
  ],
}

const VIEW: StrategyView = {
  expiry: { expiry: '2027-02-19', years: 0.25, forward: 101, atmIV: 0.3 },
  isMixed: false,
  netCost: 500,
  maxLoss: -500,
  maxGain: null,
  breakEvens: [105],
  atExpiry: CURVES[0]?.points ?? [],
  now: CURVES[1]?.points ?? [],
  greeks: null,
}

function Moves() {
  const chart = useChartFrame({
    title: 'Profit by market move',
    finding: 'If the market falls 20%, you would lose $51,000.',
    asOf: '2026-11-20',
    simulated: true,
    columns: [],
    rows: [],
    legend: [],
  })
  const curves = CURVES.map((curve) => ({ ...curve, points: curve.points.map(({ x, y }) => ({ x: x - 100, y })) }))
  return <MarketMoveChart chart={chart} curves={curves} marketPercent={-20} height={232} />
}

export const stories: Stories = {
  'Greeks before and after': () => (
    <BookGreeksTable
      before={GREEKS}
      after={{ ...GREEKS, dollarDelta: 140_000, thetaPerDay: -38.2, vegaPerPoint: 210.4 }}
    />
  ),
  'Value of a bought put': () => <HeatTable heat={HEAT} spot={100} premium={3.1} side="buy" />,
  'Value of a sold put': () => <HeatTable heat={HEAT} spot={100} premium={3.1} side="sell" />,
  'Profit of a strategy': () => (
    <PayoffChart title="NVDA $100 call, bought" view={VIEW} spot={100} asOf="2026-11-20" simulated />
  ),
  'Profit by market move': () => <Moves />,
}
