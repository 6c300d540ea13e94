import type { ComprehensiveAnalysis } from '@ballast/contract'
import { nameSource } from '../../components/explained.tsx'
import { Grounded } from '../../components/grounded-text.tsx'
import { formatInstant } from '../../lib/format.ts'
import { describeModelsPart } from '../../lib/model-note.ts'
import { nameLeftOut } from '../../lib/ticker-label.ts'
import { describeEngine, describeVerification } from './run-view.ts'

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** How the analysis was made, from what, and who chose its sentences. */
export function Methodology({ analysis }: { analysis: ComprehensiveAnalysis }) {
  const { methodology, source, asOf } = analysis
  return (
    <div className="grid gap-x-8 gap-y-4 text-[13px] leading-[19px] lg:grid-cols-3">
      <section aria-labelledby="analysis-methodology">
        <h3 id="analysis-methodology" className="text-label text-muted-foreground">
          Methodology
        </h3>
        <p className="mt-1">
          <Grounded text={methodology.approachParts} />
        </p>
      </section>
      <section aria-labelledby="analysis-sources">
        <h3 id="analysis-sources" className="text-label text-muted-foreground">
          Sources
        </h3>
        <ol className="mt-1.5 grid gap-2">
          {methodology.dataSourceParts.map((text, place) => (
            <li key={methodology.dataSources[place]} className="grid grid-cols-[20px_minmax(0,1fr)] gap-2">
              <span
                aria-hidden="true"
                className="grid size-5 place-items-center rounded-badge bg-muted text-[11px] text-primary tabular"
              >
                {place + 1}
              </span>
              <span className="text-muted-foreground">
                <Grounded text={text} />
              </span>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="analysis-engine">
        <h3 id="analysis-engine" className="text-label text-muted-foreground">
          Engine and sentences
        </h3>
        <p className="text-muted-foreground">{capitalise(describeVerification(analysis))}.</p>
        <p className="text-muted-foreground">
          {nameSource(source)} of {formatInstant(asOf)}.
        </p>
      </section>
    </div>
  )
}

/** Who answers, and what the answer leaves out: said beside the answer, not under a fold. */
export function EngineNote({ analysis }: { analysis: ComprehensiveAnalysis }) {
  const modelsPart = describeModelsPart(analysis)
  return (
    <div className="text-[13px] text-muted-foreground leading-[18px]">
      <p>
        By {describeEngine(analysis)}
        {modelsPart && `. ${modelsPart}`}.
      </p>
      {analysis.leftOut.length > 0 && <p className="text-warning">Left out: {nameLeftOut(analysis.leftOut)}.</p>}
    </div>
  )
}
