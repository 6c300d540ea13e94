import { type Answers, MARKET_FALL } from './ask-every-screen.ts'
import { type StatedFigure, toNumber } from './stated-figures.ts'

/** Figures of one quantity and one basis that cannot be one value, each once with the place that it contradicts. */
export function findContradictions(figures: readonly StatedFigure[]): string[] {
  const first = new Map<string, StatedFigure[]>()
  const found: string[] = []
  for (const figure of figures) {
    const key = `${figure.quantity}, ${figure.basis}`
    const others = first.get(key) ?? []
    const other = others.find(
      (one) => Math.abs(Math.abs(one.value) - Math.abs(figure.value)) > one.rounding + figure.rounding + 1e-9,
    )
    if (other) found.push(`${key}: ${other.value} (${other.place}) and ${figure.value} (${figure.place})`)
    first.set(key, [...others, figure])
  }
  return found
}

/** Sums of shares that are not 100 % of what they say they are of. */
export function findBadSums({ analysis, backtests, hedges, report }: Answers): string[] {
  const sums: [place: string, shares: number[], within: number][] = [
    ['analysis.sectorExposure', analysis.sectorExposure.map(({ percentage }) => percentage), 0.051],
    ['analysis.sectorExposureLookThrough', analysis.sectorExposureLookThrough.map((one) => one.percentage), 0.051],
    ...Object.entries(backtests).flatMap(([id, { coverage }]): typeof sums => [
      [`backtest ${id} coverage`, coverage.details.map((one) => Math.abs(one.weightPercent)), 1e-6],
      [`backtest ${id} parts`, [coverage.ownPercent, coverage.proxyPercent, coverage.excludedPercent], 1e-6],
    ]),
    ['hedges contributions', hedges?.riskAssessment.contributions.map(({ riskPercent }) => riskPercent) ?? [], 1e-4],
    [
      'report What it holds',
      report.sections.flatMap(({ table }) =>
        table?.columns[1] === 'Weight' && !table.rows.some(([name = '']) => / more$/.test(name))
          ? table.rows.map(([, share = '']) => Math.abs(toNumber(share)))
          : [],
      ),
      0.51,
    ],
  ]
  return sums.flatMap(([place, shares, within]) => {
    const sum = shares.reduce((total, share) => total + share, 0)
    return shares.length === 0 || Math.abs(sum - 100) <= within ? [] : [`${place} sums to ${sum} %`]
  })
}

/** Where options make figures of two pages differ, each page names its basis; what is missing of that. */
export function findUnnamedBases({ options, hedges, advice, backtests, report }: Answers): string[] {
  if (!options.positions.some(({ price }) => price !== null)) return []
  const whole = hedges && `${hedges.summary} ${hedges.whyParts.map(({ text }) => text).join('')}`
  const notes = report.sections.flatMap(({ sentences }) => sentences).join(' ')
  const replayed = Object.values(backtests).map(({ coverage }) => coverage.sentence ?? '')
  return [
    ...(whole && !whole.includes('Backtest leaves them out') ? ['hedges do not say that options count'] : []),
    ...(replayed.every((text) => text.includes('options of today did not exist then'))
      ? []
      : ['a backtest does not say that options are left out']),
    ...(Object.keys(backtests).length === 0 || notes.includes('leave options out')
      ? []
      : ['the report does not say that options are left out of past falls']),
    ...(advice?.reasoning.some((text) => /would (?:have lost|they)/.test(text) && !text.includes('options'))
      ? ['advice replays a crisis without saying that options count']
      : []),
  ]
}

/** Orders that nobody can type at a broker: parts of a share. */
export function findBrokenShares({ advice }: Answers): string[] {
  const operations = (advice?.actions ?? []).flatMap((one) => [...one.operations, ...(one.step?.operations ?? [])])
  return operations.flatMap((one) =>
    one.kind === 'trade' && !Number.isInteger(one.shares) ? [`${one.shares} shares of ${one.ticker}`] : [],
  )
}

/** Where Hedges and AI Analysis judge the owner's limit differently, or the analysis holds on to a loss beyond it. */
export function findTwoVerdicts(answers: Answers): string[] {
  const { hedges, advice } = answers
  if (hedges === null || advice === null) return []
  const isBeyond = hedges.outcome === 'hedge' || hedges.outcome === 'cannot-be-met'
  const figureOf = (key: string) => Number(advice.facts.find((fact) => fact.key === key)?.value ?? 0)
  const limit = figureOf('request.limitPercent')
  const own = figureOf('own.lossPercent')
  const move = figureOf('move.lossPercent')
  // Only the worst move is said there, and a rise may cost more than the fall that Hedges judges.
  const isRise = figureOf('move.risePercent') > 0
  const fall = Math.max(-figureOf(`shock.m${MARKET_FALL}.profitPercent`), own, isRise ? 0 : move)
  const isSaidBeyond = fall > limit + 0.005
  const said = `Hedges: ${hedges.outcome}, ${hedges.summary} AI Analysis: ${advice.recommendation}`
  return [
    ...(isBeyond && advice.headline === 'hold' ? [`held on to beyond the limit. ${said}`] : []),
    ...(isBeyond !== isSaidBeyond && !(isBeyond && isRise && move > limit)
      ? [`${fall} % against ${limit} %. ${said}`]
      : []),
    ...(isBeyond || !hedges.summary.includes('more than the limit') ? [] : [`no hedge, and beyond the limit. ${said}`]),
    ...(advice.actions.some(({ operations }) => operations.length > 0) ||
    isBeyond === / more than the limit /.test(advice.recommendation) ||
    move > limit
      ? []
      : [`what is said is not what is judged. ${said}`]),
  ]
}
