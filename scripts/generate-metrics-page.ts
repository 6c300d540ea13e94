import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { METRIC_EXPLANATIONS } from '../packages/contract/src/metric-explanations.ts'
import { ROOT } from './launch/repository.mjs'

/** The page of the documents that explains every metric as the screens do. */
export function writeMetricsPage(): string {
  const entries = Object.values(METRIC_EXPLANATIONS).toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const sections = entries.map(({ name, meaning, formula, inputs, minimumObservations, whenMissing, convention }) =>
    [
      `## ${name}`,
      meaning,
      `\`${formula}\``,
      inputs.map((input) => `- ${input}`).join('\n'),
      minimumObservations > 1 ? whenMissing : '',
      convention ?? '',
    ]
      .filter(Boolean)
      .join('\n\n'),
  )
  return `# Every metric

This page explains each figure of the analysis and of a backtest, and how it is computed. On the screens, press a metric to see the same with
its period, its source and the numbers behind it. This page is written from the texts of the screens.

${sections.join('\n\n')}
`
}

if (import.meta.main) writeFileSync(path.join(ROOT, 'docs/metrics.md'), writeMetricsPage())
