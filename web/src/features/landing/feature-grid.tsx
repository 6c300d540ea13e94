import { MARKET_INDEX } from '@ballast/contract'
import type { ComponentType } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import {
  AnalysisDrawing,
  BacktestDrawing,
  DiscoveryDrawing,
  HedgeDrawing,
  MatrixDrawing,
  OptionsDrawing,
} from './feature-drawings.tsx'

interface Feature {
  title: string
  text: string
  pro?: boolean
  drawing: ComponentType
}

const FEATURES: readonly Feature[] = [
  {
    title: 'Agentic Option Discovery',
    text: 'Scans 40+ assets for option prices that disagree with 90 days of correlations.',
    pro: true,
    drawing: DiscoveryDrawing,
  },
  {
    title: 'AI Portfolio Analysis',
    text: 'One recommendation with its reasons. Every figure links to its source.',
    drawing: AnalysisDrawing,
  },
  {
    title: 'Correlation and risk analysis',
    text: `Beta against ${MARKET_INDEX}, concentration, sectors, and a matrix you can read at a glance.`,
    drawing: MatrixDrawing,
  },
  {
    title: 'Smart hedging',
    text: 'Put spreads, collars and diversifiers with cost, payoff and a ready ticket.',
    drawing: HedgeDrawing,
  },
  {
    title: 'Historical backtesting',
    text: `Replay 2000, 2008, 2020 or 2022 with your weights. 10+ metrics next to ${MARKET_INDEX}.`,
    drawing: BacktestDrawing,
  },
  {
    title: 'Options chain analysis',
    text: 'Each strike in one ladder, with Greeks, open interest and volume that stands out.',
    drawing: OptionsDrawing,
  },
]

export function FeatureGrid() {
  return (
    <section id="features" aria-labelledby="features-title" className="border-t bg-card/50">
      <div className="landing py-14">
        <h2 id="features-title" className="text-section-phone sm:text-[26px] sm:leading-8">
          From positions to protection
        </h2>
        <p className="mt-1 text-muted-foreground text-title font-normal">Six tools that share one set of numbers.</p>
        <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {FEATURES.map(({ title, text, pro, drawing: Drawing }) => (
            <li key={title} className="overflow-hidden rounded-card border bg-card shadow-card">
              <div className="grid h-[120px] place-items-center border-b px-5" aria-hidden="true">
                <Drawing />
              </div>
              <div className="px-5 pt-4 pb-5">
                <h3 className="flex items-center gap-2 text-title">
                  {title}
                  {pro && <Badge tone="pro">PRO</Badge>}
                </h3>
                <p className="mt-1 text-body text-muted-foreground">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
