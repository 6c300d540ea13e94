// Tests: hedges-page.test.tsx

import { type GroundedText, type HedgeAnalysis, namePosition } from '@ballast/contract'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FactFigure, Grounded } from '../../components/grounded-text.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Disclosure } from '../../components/ui/disclosure.tsx'
import { countOf, formatNumber, formatPercent, formatShare } from '../../lib/format.ts'
import { type RiskLevel, readLevel, toMarketLevel, toSectorLevel } from './hedge-view.ts'

/** Card of what could hurt the portfolio: concentration, sectors, the market, and the vulnerabilities by name. */
export function RiskCard({ analysis }: { analysis: HedgeAnalysis }) {
  const { riskAssessment: risk, facts } = analysis
  const { parts } = risk
  const idOf = (key: string) => facts.find((fact) => fact.key === key)?.id
  // The figure is the one that the sentence below it names first: that of the rule which decided the level.
  const concentration = parts.concentrationRisk.find(({ fact }) => fact !== undefined)
  const levels = {
    Concentration: readLevel(risk.concentrationRisk),
    Sector: readLevel(risk.sectorExposure) ?? toSectorLevel(facts),
    Market: readLevel(risk.marketRisk) ?? toMarketLevel(risk.beta),
  }
  const sector = facts.find(({ key }) => key === 'sector.largestPercent')
  return (
    <Card folded title="Risk Assessment" description={describeLevels(levels, parts.keyVulnerabilities.length)}>
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_1fr_1.5fr]">
        <Part
          title="Concentration risk"
          level={levels.Concentration}
          figure={concentration?.fact ? <FactFigure id={concentration.fact}>{concentration.text}</FactFigure> : '—'}
          text={parts.concentrationRisk}
        />
        <Part
          title="Sector exposure"
          level={levels.Sector}
          figure={sector ? <FactFigure id={sector.id}>{sector.text}</FactFigure> : '—'}
          text={parts.sectorExposure}
        />
        <Part
          title="Market risk"
          level={levels.Market}
          figure={
            <>
              β <FactFigure id={idOf('book.beta')}>{formatNumber(risk.beta)}</FactFigure>
              <span className="block text-caption text-subtle-foreground">
                sum of the positions’ betas, each drawn towards what is usual
              </span>
            </>
          }
          text={parts.marketRisk}
        />
        <div className="min-w-0 max-xl:sm:col-span-2 xl:border-l xl:pl-6">
          <h3 className="text-[13px] text-muted-foreground">Key vulnerabilities</h3>
          <ul className="mt-2 grid gap-2">
            {parts.keyVulnerabilities.map((text, place) => (
              // The list of a finished analysis never changes its order.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={place} className="flex gap-2.5 text-[13px] leading-[19px]">
                <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 text-warning" />
                <span className="min-w-0">
                  <Grounded text={text} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <FurtherFigures analysis={analysis} />
    </Card>
  )
}

/** `Concentration medium, sector low, market medium; 2 key vulnerabilities`. */
function describeLevels(levels: Readonly<Record<string, RiskLevel | null>>, vulnerabilities: number): string {
  const known = Object.entries(levels).flatMap(([name, level]) => (level ? `${name} ${level.name}`.toLowerCase() : []))
  const text = `${known.join(', ')}; ${countOf(vulnerabilities, 'key vulnerability', 'key vulnerabilities')}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

interface PartProps {
  title: string
  level: RiskLevel | null
  figure: ReactNode
  text: GroundedText
}

function Part({ title, level, figure, text }: PartProps) {
  return (
    <div className="min-w-0">
      <div className="flex min-h-[22px] items-center justify-between gap-2">
        <h3 className="text-[13px] text-muted-foreground">{title}</h3>
        {level && <Badge tone={level.tone}>{level.name}</Badge>}
      </div>
      <p className="mt-1 text-small-stat tabular">{figure}</p>
      <p className="mt-1 text-[13px] text-muted-foreground leading-[19px]">
        <Grounded text={text} />
      </p>
    </div>
  )
}

/** Figures that the texts above leave out: the tail, who carries the risk, and which index fits best. */
function FurtherFigures({ analysis: { riskAssessment: risk, repricing } }: { analysis: HedgeAnalysis }) {
  const holdsOptions = repricing.book.options.length > 0
  const carriers = risk.contributions.toSorted((a, b) => b.riskPercent - a.riskPercent).slice(0, 5)
  return (
    <Disclosure summary="Worst days, largest risks, fit to the index" className="mt-3 border-t pt-2">
      <div className="grid gap-5 text-[13px] leading-[19px] sm:grid-cols-3">
        <Rows
          title={holdsOptions ? 'Tail, 95% over three months, without options' : 'Tail, 95% over three months'}
          rows={
            risk.tail
              ? [
                  ['Value at risk', formatShare(risk.tail.varPercent)],
                  ['Mean beyond it', formatShare(risk.tail.cvarPercent)],
                  ['Paths simulated', formatNumber(risk.tail.paths, { decimals: 0 })],
                ]
              : [['Too little history', '—']]
          }
        />
        <Rows
          title="Share of the risk (of the value)"
          rows={carriers.map(({ ticker, riskPercent, weightPercent }) => [
            weightPercent === 0 ? `Options on ${namePosition(ticker)}` : namePosition(ticker),
            `${formatShare(riskPercent)} (${formatShare(weightPercent)})`,
          ])}
        />
        <Rows
          title="Index fit, R²"
          rows={risk.indexFit.map(({ index, rSquaredPercent, beta }) => [
            `${index}, beta ${formatNumber(beta)}`,
            formatPercent(rSquaredPercent, 1),
          ])}
        />
      </div>
      {risk.parts.wrongIndexWarning && (
        <p className="mt-3 text-[13px] text-warning">
          <Grounded text={risk.parts.wrongIndexWarning} />
        </p>
      )}
    </Disclosure>
  )
}

function Rows({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <div>
      <h3 className="text-muted-foreground">{title}</h3>
      <dl className="mt-1.5 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {rows.map(([name, text]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt>{name}</dt>
            <dd className="text-right tabular">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
