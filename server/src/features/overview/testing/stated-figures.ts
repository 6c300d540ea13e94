import { type Fact, toOptionTerms } from '@ballast/contract'
import { type Answers, MARKET_FALL, REPLAYED_CRISES, type ReplayedCrisis } from './ask-every-screen.ts'
import { listTexts, SECTORS } from './shown-texts.ts'

/** One figure as one place states it. */
export interface StatedFigure {
  /** Quantity that is measured, and its subject. Two figures with one quantity and one basis are one figure. */
  quantity: string
  basis: string
  value: number
  /** Half of the last digit that the place shows. */
  rounding: number
  /** Screen or call, and the field or sentence. */
  place: string
}

const EXACT = 1e-4
/** A list that sums to 100.0 by largest remainders: a share may be a whole digit off. */
const SHARED_OUT = 0.1

/** The table: every quantity that more than one place states, with its basis, as each of them states it. */
export function stateFigures(answers: Answers): StatedFigure[] {
  return [
    ...stateWorth(answers),
    ...stateWeights(answers),
    ...stateSectors(answers),
    ...stateRisk(answers),
    ...stateFalls(answers),
    ...stateCrises(answers),
    ...stateSentences(answers),
  ]
}

const WHOLE = 'everything that has a price'

/** Hedges and advice may leave out more than the rest: foreign listings without rates, adjusted options. */
export const isWholeBook = ({ hedges, overview }: Answers) =>
  hedges !== null && hedges.leftOut.length === overview.covers.value.leftOut.length

function stateWorth(answers: Answers): StatedFigure[] {
  const { overview, analysis, hedges, advice, report, lowerRisk } = answers
  const worth = (value: number | null | undefined, place: string, rounding = EXACT): StatedFigure[] =>
    value == null ? [] : [{ quantity: 'worth', basis: WHOLE, value, rounding, place }]
  const cash = (value: number | undefined, place: string, rounding: number): StatedFigure[] =>
    value === undefined ? [] : [{ quantity: 'cash', basis: 'held as cash', value: Math.abs(value), rounding, place }]
  const own = answers.exported.positions.filter(({ kind }) => kind === 'cash')
  const isDollars = own.every(({ ticker }) => ticker === 'CASH' || ticker === 'USD')
  const rest = report.sections.flatMap(({ table }) => table?.rows ?? []).find(([name]) => name === 'Cash')
  const sector = analysis.sectorExposure.find((one) => one.sector === 'Cash')
  return [
    ...worth(overview.marketValue, 'overview.marketValue'),
    ...worth(analysis.marketValue, 'analysis.marketValue'),
    ...worth(report.figures.find(({ label }) => label === 'Value')?.value, 'report Value'),
    ...(isWholeBook(answers)
      ? [
          ...worth(hedges?.riskAssessment.value, 'hedges.riskAssessment.value'),
          ...worth(findFact(hedges?.facts, 'book.value'), 'hedges book.value', 0.5),
          ...worth(findFact(advice?.facts, 'book.value'), 'advice book.value', 0.5),
        ]
      : []),
    ...(isDollars && own.length > 0 && answers.overview.covers.value.leftOut.every(({ ticker }) => ticker !== 'CASH')
      ? cash(
          own.reduce((sum, { shares }) => sum + shares, 0),
          'export',
          EXACT,
        )
      : []),
    ...cash(sector?.value, 'analysis.sectorExposure Cash', 0.01),
    ...cash(rest?.[2] === undefined ? undefined : toNumber(rest[2]), 'report What it holds: Cash', 0.5),
    ...[/The portfolio holds (\$[\d,.]+) in cash/.exec(sayAll(answers))?.[1]].flatMap((said) =>
      said === undefined ? [] : cash(toNumber(said), 'ask', 0.5),
    ),
    ...(lowerRisk.grossValue > 0
      ? [
          {
            quantity: 'gross value',
            basis: WHOLE,
            value: lowerRisk.grossValue,
            rounding: EXACT,
            place: 'lowerRisk.grossValue',
          },
          ...analysis.tickers.slice(0, 1).flatMap(({ value, weightPercent }) =>
            Math.abs(weightPercent) < 1
              ? []
              : [
                  {
                    quantity: 'gross value',
                    basis: WHOLE,
                    value: (100 * value) / weightPercent,
                    rounding: 1e-6 * lowerRisk.grossValue,
                    place: 'analysis.tickers value ÷ weight',
                  },
                ],
          ),
        ]
      : []),
  ]
}

/** Everything that Ask has answered. */
const sayAll = ({ turns }: Answers) =>
  turns.flatMap(({ sentences }) => sentences.map((parts) => parts.map(({ text }) => text).join(''))).join(' ')

function stateWeights(answers: Answers): StatedFigure[] {
  const { overview, analysis, lowerRisk, backtests, hedges, report } = answers
  const weight = (ticker: string, value: number, place: string, rounding = EXACT): StatedFigure => ({
    quantity: `weight of ${ticker}`,
    basis: 'gross value of everything that has a price',
    value,
    rounding,
    place,
  })
  const [top] = overview.topRisk?.tickers ?? []
  const { largestName = null, topFive = [] } = analysis.concentration ?? {}
  return [
    ...analysis.marketCorrelations.map((one) => weight(one.ticker, one.weightPercent, 'analysis.marketCorrelations')),
    ...analysis.tickers.map((one) => weight(one.ticker, one.weightPercent, 'analysis.tickers')),
    ...topFive.map((one) => weight(one.ticker, one.weightPercent, 'analysis.concentration.topFive')),
    ...(analysis.diversification?.proxies ?? []).map((one) =>
      weight(one.ticker, one.weightPercent, 'analysis.diversification.proxies'),
    ),
    ...lowerRisk.holdings.map((one) => weight(one.ticker, one.weightPercent, 'lowerRisk.holdings')),
    ...(top && overview.topRisk?.tickers.length === 1
      ? [weight(top, overview.topRisk.weightPercent, 'overview.topRisk')]
      : []),
    ...(largestName
      ? [weight(`${largestName.ticker} by size`, largestName.weightPercent, 'analysis.concentration.largestName')]
      : []),
    ...Object.entries(backtests).flatMap(([id, { coverage }]) =>
      coverage.details.map((one) => weight(one.ticker, one.weightPercent, `backtest ${id} coverage`)),
    ),
    ...(isWholeBook(answers) && hedges
      ? hedges.riskAssessment.contributions.map((one) =>
          weight(one.ticker, one.weightPercent, 'hedges.riskAssessment.contributions'),
        )
      : []),
    ...[/^(\S+) is ([\d.]+)% of the portfolio\./.exec(answers.weightRule.sentence ?? '')].flatMap((match) =>
      match ? [weight(match[1] ?? '', Number(match[2]), 'watch', 0.05)] : [],
    ),
    ...report.sections.flatMap(({ table }) =>
      table?.columns[1] === 'Weight'
        ? table.rows
            .filter(([name = '']) => !/^\d+ more$/.test(name) && !name.includes(' '))
            .map(([name = '', share = '']) => weight(name, toNumber(share), 'report What it holds', 0.05))
        : [],
    ),
    ...(isWholeBook(answers) && hedges && largestName
      ? [hedges.facts.filter(({ label }) => label.includes(largestName.ticker))]
          .map((own) => findFact(own, 'concentration.largestWeightPercent'))
          .flatMap((value) =>
            value === undefined
              ? []
              : [weight(`${largestName.ticker} by size`, Math.abs(value), 'hedges concentration')],
          )
      : []),
  ]
}

function stateSectors(answers: Answers): StatedFigure[] {
  const { analysis, hedges, advice } = answers
  const share = (sector: string, value: number, place: string, rounding: number): StatedFigure => ({
    quantity: `share of sector ${sector}`,
    basis: 'gross value of everything that has a price',
    value,
    rounding,
    place,
  })
  const { largestSector = null } = analysis.concentration ?? {}
  const ofFacts = (facts: readonly Fact[] | undefined, place: string) =>
    (facts ?? [])
      .filter(({ key }) => /^(?:vulnerability\.)?sector\./.test(key))
      .flatMap(({ label, value, key }) => {
        const sector = SECTORS.find((name) => label.includes(name))
        // What is sold short is taken off a sector there, and the sentence says so.
        return sector && !isMixed(answers, sector) && !key.includes('ndex') && typeof value === 'number'
          ? [share(sector, Math.abs(value), `${place} ${key}`, 0.06)]
          : []
      })
  return [
    ...analysis.sectorExposure.map((one) => share(one.sector, one.percentage, 'analysis.sectorExposure', SHARED_OUT)),
    ...(isWholeBook(answers) && findFact(advice?.facts, 'basis.cashPercent') !== undefined
      ? [share('Cash', Math.abs(findFact(advice?.facts, 'basis.cashPercent') ?? 0), 'advice basis.cashPercent', EXACT)]
      : []),
    ...(largestSector
      ? [share(largestSector.sector, largestSector.weightPercent, 'analysis.concentration.largestSector', EXACT)]
      : []),
    ...(isWholeBook(answers) ? [...ofFacts(hedges?.facts, 'hedges'), ...ofFacts(advice?.facts, 'advice')] : []),
  ]
}

/** True if the page says that the weight of a sector is one net of what is sold short. */
const isMixed = (answers: Answers, sector: string) =>
  listTexts(answers).some(({ text }) => text.includes(`${sector} is`) && text.includes('what is sold short taken off'))

function stateRisk(answers: Answers): StatedFigure[] {
  const { overview, analysis, hedges, advice, report, lowerRisk } = answers
  const state = (quantity: string, basis: string, place: string, value: number | null | undefined, rounding = EXACT) =>
    value == null ? [] : [{ quantity, basis, value, rounding, place }]
  const PATH = 'the last year of today’s positions'
  const TODAY = 'the weights of today, held constant'
  const figure = (label: string) => report.figures.find((one) => one.label === label)?.value
  const percent = (fraction: number | undefined) => (fraction === undefined ? undefined : 100 * fraction)
  const single = overview.topRisk?.tickers.length === 1 ? overview.topRisk : null
  const isWhole = isWholeBook(answers) && overview.coverage.missingHistory.length === 0
  const ofGross = (hedges?.riskAssessment.volatilityPercent ?? null) !== null
  return [
    ...state('beta', PATH, 'overview.risk.beta', overview.risk.beta),
    ...state('beta', PATH, 'analysis.portfolioBeta', analysis.portfolioBeta),
    ...state('beta', PATH, 'report', figure('Beta to the S&P 500')),
    ...state('volatility', PATH, 'overview.risk', overview.risk.volatilityPercent),
    ...state('volatility', PATH, 'report', percent(figure('Volatility, a year'))),
    ...state('deepest fall', PATH, 'overview.risk', overview.risk.maxDrawdownPercent),
    ...state('deepest fall', PATH, 'report', percent(figure('Deepest fall of the last year'))),
    ...state('volatility', TODAY, 'analysis', analysis.diversification?.portfolioVolatilityPercent),
    ...state('volatility', TODAY, 'lowerRisk', lowerRisk.todayVolatilityPercent),
    ...state('score', TODAY, 'overview', overview.risk.diversification?.score),
    ...state('score', TODAY, 'analysis', analysis.diversificationScore),
    ...state(
      'share of proxies in the score',
      TODAY,
      'analysis.proxiedPercent',
      analysis.diversification?.proxiedPercent,
    ),
    ...state(
      'share of proxies in the score',
      TODAY,
      'analysis.proxies',
      analysis.diversification?.proxies.reduce((sum, { weightPercent }) => sum + Math.abs(weightPercent), 0),
    ),
    ...(isWhole && ofGross
      ? [
          ...state('score', TODAY, 'advice', findFact(advice?.facts, 'diversification.score')),
          ...(single
            ? [
                ...state(
                  `share of risk of ${single.tickers[0]}`,
                  TODAY,
                  'overview.topRisk',
                  single.riskSharePercent,
                  0.05,
                ),
                ...state(
                  `share of risk of ${single.tickers[0]}`,
                  TODAY,
                  'hedges.contributions',
                  hedges?.riskAssessment.contributions.find(({ ticker }) => ticker === single.tickers[0])?.riskPercent,
                  0.05,
                ),
              ]
            : []),
        ]
      : []),
    ...state('hedging beta', TODAY, 'hedges', hedges?.riskAssessment.beta, 0.005),
    ...state('hedging beta', TODAY, 'advice', findFact(advice?.facts, 'book.beta'), 0.005),
  ]
}

/** States the cost of a fall of the market: of everything, at once, options at their value then. */
function stateFalls({ hedges, advice, report, watch, turns, options }: Answers): StatedFigure[] {
  const holdsOptions = options.positions.some(({ price }) => price !== null)
  const AT_ONCE = 'at once, of everything that has a price'
  const IN_TERM = holdsOptions ? 'on the worst day of the term, of everything that has a price' : AT_ONCE
  const state = (basis: string, place: string, value: number | null | undefined, rounding: number): StatedFigure[] =>
    value == null ? [] : [{ quantity: `change if the market falls ${MARKET_FALL} %`, basis, value, rounding, place }]
  const shock = hedges?.riskAssessment.shocks.find(({ marketPercent }) => marketPercent === -MARKET_FALL)
  const label = `Change if the market falls ${MARKET_FALL}% at once`
  const fraction = report.figures.find((one) => one.label === label)?.value
  const watched = /(lose|gain) about \$[\d,.]+ \(([\d.]+)%\)/.exec(watch.sentence ?? '')
  const [asked] = turns
    .flatMap(({ sentences }) => sentences.map((parts) => parts.map(({ text }) => text).join('')))
    .flatMap((text) => [
      /If the market falls [\d.]+% at once, you would (lose|gain) about \$[\d,]+ \(([\d.]+)%\)/.exec(text) ?? [],
    ])
    .filter(({ length }) => length > 0)
  const signed = (match: readonly string[] | null | undefined) =>
    match ? (match[1] === 'lose' ? -1 : 1) * Number(match[2]) : null
  return [
    ...state(IN_TERM, 'hedges.shocks', shock?.profitPercent, EXACT),
    ...state(IN_TERM, 'advice', findFact(advice?.facts, `shock.m${MARKET_FALL}.profitPercent`), 0.05),
    ...state(AT_ONCE, 'report', fraction === undefined ? null : 100 * fraction, EXACT),
    ...state(AT_ONCE, 'watch', signed(watched), 0.05),
    ...state(AT_ONCE, 'ask', signed(asked), 0.05),
  ]
}

/** Past crises: Backtest and the report leave options out, Hedges has them at their value on each day. */
function stateCrises(answers: Answers): StatedFigure[] {
  const { backtests, hedges, report, options, lowerRisk } = answers
  const holdsOptions = options.positions.some(({ price }) => price !== null)
  const years: Record<string, string> = { 'gfc-2007': '2008', 'covid-2020': '2020', 'bear-2022': '2022' }
  const state = (quantity: string, basis: string, place: string, value: number | null | undefined, rounding: number) =>
    value == null ? [] : [{ quantity, basis, value, rounding, place }]
  const strategies = [...(hedges?.hedgeStrategies ?? [])]
  return REPLAYED_CRISES.flatMap((id): StatedFigure[] => {
    const replay = backtests[id]
    const row = strategies.flatMap(({ crises }) => crises ?? []).find(({ scenarioId }) => scenarioId === id)
    const own = hedges?.riskAssessment.crises.find(({ scenarioId }) => scenarioId === id)
    const year = years[id] ?? ''
    const label = `Change if ${year} came again`
    const fraction = report.figures.find((one) => one.label === label)?.value
    const deepest = report.figures.find((one) => one.label === `Deepest fall within ${year}`)?.value
    const excluded = replay?.coverage.details.some(
      ({ method, ticker }) => method === 'excluded' && !toOptionTerms(ticker),
    )
    const REPLAYED = 'positions that are replayed, without options'
    const HEDGED = holdsOptions ? 'everything, options included' : REPLAYED
    const isSame = isWholeBook(answers) && !excluded
    return [
      ...state(`return in ${id}`, REPLAYED, 'backtest', replay?.metrics.totalReturn, EXACT),
      ...state(`return in ${id}`, REPLAYED, 'report', fraction === undefined ? null : 100 * fraction, EXACT),
      ...state(`deepest fall in ${id}`, REPLAYED, 'backtest', replay?.metrics.maxDrawdown, EXACT),
      ...state(`deepest fall in ${id}`, REPLAYED, 'report', deepest === undefined ? null : 100 * deepest, EXACT),
      ...state(
        `deepest fall in ${id}`,
        REPLAYED,
        'lowerRisk',
        lowerRisk.crises.find((one) => one.id === id)?.todayFallPercent,
        EXACT,
      ),
      ...(isSame
        ? [
            ...state(`return in ${id}`, HEDGED, 'hedges.crises', own && -own.lossPercent, 0.01),
            ...state(`return in ${id}`, HEDGED, 'hedges.strategies', row?.unhedgedPercent, 0.01),
            ...state(`stood in for in ${id}`, WHOLE, 'backtest', replay?.coverage.proxyPercent, EXACT),
            ...state(`stood in for in ${id}`, WHOLE, 'hedges.crises', replay && own?.proxyPercent, EXACT),
          ]
        : []),
      ...stateNotYetTraded(answers, id, year),
    ]
  })
}

/** Share of the value that had not begun to trade by a crisis: in the sentence of Backtest and in the report. */
function stateNotYetTraded({ backtests, report }: Answers, id: ReplayedCrisis, year: string): StatedFigure[] {
  const notes = report.sections.flatMap(({ sentences }) => sentences).join(' ')
  const said = {
    backtest: /positions \(([\d.]+)% of value\) did not trade then/.exec(backtests[id]?.coverage.sentence ?? ''),
    report: new RegExp(`In ${year}, ([\\d.]+)% of the value did not trade yet`).exec(notes),
  }
  return Object.entries(said).flatMap(([place, match]) =>
    match
      ? [{ quantity: `not traded yet in ${id}`, basis: WHOLE, value: Number(match[1]), rounding: 0.05, place }]
      : [],
  )
}

/** States what sentences say of weights and counts, on any page. */
function stateSentences(answers: Answers): StatedFigure[] {
  const { overview } = answers
  const isWhole = isWholeBook(answers)
  return listTexts(answers)
    .flatMap(({ place, text }): StatedFigure[] => {
      if (!isWhole && /^\.(?:hedges|advice|discovery)/.test(place)) return []
      const figures: StatedFigure[] = []
      for (const [, all] of text.matchAll(/\d+ of (\d+) positions/g)) {
        const value = Number(all)
        figures.push({ quantity: 'positions', basis: 'chip', value, rounding: 0, place: `${place}: ${text}` })
      }
      const weights =
        /(?:^|[.:;] )([A-Z][A-Z.]{0,5}) (?:alone )?is ([\d.]+)% of (?:the )?(?:gross )?(?:value|portfolio)\b/g
      for (const [, ticker, share = ''] of text.matchAll(weights)) {
        figures.push({
          quantity: `weight of ${ticker}`,
          basis: 'gross value of everything that has a price',
          value: Number(share),
          rounding: 0.5 * 10 ** -(share.split('.')[1]?.length ?? 0),
          place: `${place}: ${text}`,
        })
      }
      return figures
    })
    .concat([
      {
        quantity: 'positions',
        basis: 'chip',
        value: overview.covers.value.positions,
        rounding: 0,
        place: 'overview.covers',
      },
    ])
}

function findFact(facts: readonly Fact[] | undefined, key: string): number | undefined {
  const value = facts?.find((fact) => fact.key === key)?.value
  return value === undefined ? undefined : Number(value)
}

export const toNumber = (text: string) => Number(text.replace('−', '-').replace(/[$,%+]/g, ''))
