// Tests: ../ask.test.ts

import { type AiRun, type AiRunEntry, type Fact, type HedgeAnalysis, namePosition } from '@ballast/contract'
import { nameCrisis } from '@ballast/contract/hedge-request'
import { abs, ground, plain } from '../../../grounding/grounded-text.ts'
import type { Sentence } from '../../../grounding/sentence.ts'
import type { Desk, Source } from '../desk.ts'
import type { Answer, AnswerQuestion, Answers, Slots } from '../question.ts'
import { caveat, evidence, extra, listNames, toTable, Unanswered, unknown, verdict } from './writing.ts'

/** Questions about the newest hedge search, the newest analysis and how good such advice was. */
export const HEDGE_ANSWERS = {
  hedge: ofHedge((found) => {
    const { strategy, cite } = found
    return [
      verdict(
        ground`The recommended hedge is ${nameOf(strategy)}, for ${cite('cost.total')} (${cite('cost.percent')} of the portfolio).`,
      ),
      verdict(writeFall(found)),
      lasts(found),
    ]
  }),
  'cheaper-hedge': ofHedge((found) => {
    const { desk, analysis, strategy, place, cite } = found
    const options = analysis.content.hedgeStrategies
      .map((one, at) => ({ ...one, at }))
      .filter(({ role, at }) => at !== place && role !== 'comparator')
    const cheaper = options.filter(({ cost }) => cost.total < strategy.cost.total)
    const [nearest] = cheaper.toSorted((a, b) => a.lossAtShockPercent - b.lossAtShockPercent)
    const of = (at: number, name: string) => desk.cite(analysis, `hedgeStrategies.${at}.${name}`)
    const limit = desk.cite(analysis, 'request.limitPercent')
    const rows = [{ ...strategy, at: place }, ...options].map(({ at, ...one }) => [
      nameOf(one),
      of(at, 'cost.total'),
      of(at, 'lossAtShockPercent'),
      one.holdsLimit ? 'Yes' : 'No',
    ])
    return [
      verdict(
        ground`${nameOf(strategy)} costs ${cite('cost.total')}. In the fall you ${loseOrGain(cite('lossAtShockPercent'))} with it; the limit is a loss of ${limit}.`,
      ),
      nearest
        ? verdict(
            nearest.holdsLimit
              ? ground`${nameOf(nearest)} costs less, ${of(nearest.at, 'cost.total')}, and keeps the limit by other means: you ${loseOrGain(of(nearest.at, 'lossAtShockPercent'))}.`
              : ground`${nameOf(nearest)} costs less, ${of(nearest.at, 'cost.total')}, but leaves a loss of ${of(nearest.at, 'lossAtShockPercent')} and does not keep the limit.`,
          )
        : verdict(plain('No other proposed hedge costs less.')),
      toTable('Hedges that were proposed', ['Hedge', 'Cost', 'Loss', 'Keeps the limit'], rows),
    ]
  }),
  'hedge-cost': ofHedge(({ strategy, cite, find }) => {
    const upside = strategy.upsideGivenUpPercent > 0 ? find('upsideGivenUpPercent') : undefined
    return [
      verdict(ground`${nameOf(strategy)} costs ${cite('cost.total')}, ${cite('cost.percent')} of the portfolio.`),
      lasts({ find }),
      caveat(upside && ground`The hedge also gives up gains of ${upside}.`),
    ]
  }),
  'hedge-effect': ofHedge((found, { percent }) => [
    caveat(
      percent !== undefined &&
        percent !== found.analysis.content.request.shockPercent &&
        ground`The last search asked about a fall of ${found.desk.cite(found.analysis, 'request.shockPercent')}. For another fall, move the slider on Hedges.`,
    ),
    verdict(writeFall(found)),
    evidence(ground`With its cost taken off, the hedge saves ${found.cite('netLossAvoided')}.`),
    toTable(
      'Loss with and without the hedge',
      ['', 'Loss'],
      [
        ['Without it', found.cite('unhedgedLossAtShockPercent')],
        ['With it', found.cite('lossAtShockPercent')],
      ],
    ),
  ]),
  'hedge-gaps': ofHedge(({ desk, analysis, strategy, cite, find }) => {
    const open = find('openRiskPercent')
    const on = [...new Set(strategy.legs.map(({ underlying }) => namePosition(underlying)))]
    return [
      open
        ? verdict(
            ground`With what ${nameOf(strategy)} leaves open, you may ${loseOrGain(open)}, where you would otherwise ${loseOrGain(cite('lossAtShockPercent'))}.`,
          )
        : verdict(writeFall({ desk, analysis, cite })),
      caveat(on.length > 0 && plain(`The options are on ${listNames(on)}. They cover no other position by itself.`)),
    ]
  }),
  async 'hedge-crisis'(desk, { crisis = '' }) {
    const found = await findHedge(desk)
    const at = found.strategy.crises.findIndex(({ scenarioId }) => scenarioId === crisis)
    if (at === -1) return [unknown('how the hedge would have done then')]
    const [without, with_] = [
      found.cite(`crises.${at}.worstUnhedgedPercent`),
      found.cite(`crises.${at}.worstHedgedPercent`),
    ]
    return [
      verdict(
        ground`On the worst day of ${nameCrisis(crisis)}, the portfolio would have been ${abs(with_)} ${Number(with_.value) < 0 ? 'down' : 'up'} with the hedge and ${abs(without)} ${Number(without.value) < 0 ? 'down' : 'up'} without it.`,
      ),
      found.age,
      toTable(
        'Worst day of the crisis',
        ['', 'Change'],
        [
          ['Without it', without],
          ['With it', with_],
        ],
      ),
    ]
  },
  async recommendation(desk) {
    const run = await findAnalysis(desk)
    const { comprehensive } = run.content
    return [
      verdict(plain(`The last analysis says: ${HEADLINES[comprehensive?.headline ?? 'hold']}.`)),
      evidence(ground`The evidence for the last analysis is ${desk.cite(run, 'comprehensive.confidence')}.`),
      comprehensive?.isCurrent === false ? caveat(plain('The positions have changed since.')) : [],
    ]
  },
  async confidence(desk) {
    const run = await findAnalysis(desk)
    const of = (name: string) => desk.cite(run, `comprehensive.confidenceDetail.${name}`)
    return [
      verdict(ground`The evidence for the last analysis is ${desk.cite(run, 'comprehensive.confidence')}.`),
      evidence(
        ground`The advice of the last analysis helps in ${of('resamples')} of the resampled histories and ${of('windows')} of the past crises.`,
      ),
      evidence(ground`${of('data')} of the value has a year of its own prices.`),
    ]
  },
  async 'track-record'(desk) {
    const record = await desk.record()
    const which = record.content.live.made > 0 ? 'live' : 'simulated'
    const of = (name: string) => desk.cite(record, `${which}.${name}`)
    const rate = desk.find(record, `${which}.successRatePercent`)
    return [
      rate
        ? verdict(ground`${rate} of ${of('scored')} scored ${which} recommendations beat doing nothing.`)
        : verdict(
            ground`${of('scored')} of ${of('made')} ${which} recommendations have been scored so far. A rate is given from ${of('needed')} on.`,
          ),
      caveat(which === 'simulated' && plain('This record was made on simulated data.')),
    ]
  },
} satisfies Answers

const HEADLINES: Readonly<Record<NonNullable<AiRun['comprehensive']>['headline'], string>> = {
  'reduce-concentration': 'reduce the concentration',
  'hedge-market-risk': 'hedge the market risk',
  diversify: 'diversify',
  'improve-data': 'improve the data first',
  hold: 'hold what you have',
}

/** The newest analysis. @throws Unanswered where there is none */
async function findAnalysis(desk: Desk): Promise<Source<AiRun>> {
  const { content } = await desk.use<{ runs: AiRunEntry[] }>('list_ai_runs')
  const runId = content.runs.find(({ kind }) => kind === 'comprehensive')?.id
  if (runId !== undefined) return desk.use<AiRun>('get_ai_run', { runId })
  const text = 'There is no analysis of this portfolio yet. Run one on the AI Analysis screen; asking never starts one.'
  throw new Unanswered(caveat(plain(text)), ['biggest-risk', 'diversification', 'worst-crisis'])
}

type Strategy = HedgeAnalysis['hedgeStrategies'][number]
const nameOf = ({ type, legs }: Pick<Strategy, 'type' | 'legs'>) =>
  legs[0] ? `the ${type} on ${legs[0].underlying}` : type

/** "lose 12.1%", "gain 1.7%". */
const loseOrGain = (loss: Fact) => (Number(loss.value) < 0 ? ground`gain ${abs(loss)}` : ground`lose ${loss}`)

const writeFall = ({ desk, analysis, cite }: Pick<FoundHedge, 'desk' | 'analysis' | 'cite'>) =>
  ground`If the market falls ${desk.cite(analysis, 'request.shockPercent')}, you would ${loseOrGain(cite('lossAtShockPercent'))} with the hedge and ${loseOrGain(cite('unhedgedLossAtShockPercent'))} without it.`

interface FoundHedge {
  desk: Desk
  analysis: Source<HedgeAnalysis>
  strategy: Strategy
  place: number
  cite(path: string): ReturnType<Desk['cite']>
  find(path: string): ReturnType<Desk['find']>
  /** How old the search is, and whether it is about what is held. */
  age: Sentence[]
}

/** The recommended hedge of the newest search. @throws Unanswered where there is none */
async function findHedge(desk: Desk): Promise<FoundHedge> {
  const analysis = await desk.hedge()
  const next = ['market-fall', 'worst-crisis', 'put-price']
  const text = 'There is no hedge search of this portfolio yet. Run one on the Hedges screen; asking never starts one.'
  if (!analysis) throw new Unanswered(caveat(plain(text)), next)
  const place = analysis.content.hedgeStrategies.findIndex(({ role }) => role === 'recommended')
  const strategy = analysis.content.hedgeStrategies[place]
  if (!strategy || strategy.family === 'do-nothing')
    throw new Unanswered(verdict(plain('The last hedge search recommends no hedge.')), next)
  const day = desk.cite(analysis, 'createdAt')
  return {
    desk,
    analysis,
    strategy,
    place,
    cite: (path) => desk.cite(analysis, `hedgeStrategies.${place}.${path}`),
    find: (path) => desk.find(analysis, `hedgeStrategies.${place}.${path}`),
    age: analysis.content.isCurrent
      ? extra(ground`This is the hedge search of ${day}.`)
      : caveat(ground`This is the hedge search of ${day}; the positions have changed since.`),
  }
}

function ofHedge(write: (found: FoundHedge, slots: Slots) => Answer): AnswerQuestion {
  return async (desk, slots) => {
    const found = await findHedge(desk)
    return [...write(found, slots), found.age]
  }
}

/** How long the options of a hedge last, where it has any. */
const lasts = ({ find }: Pick<FoundHedge, 'find'>) => {
  const days = find('daysToExpiry')
  return evidence(days && ground`The hedge lasts ${days}.`)
}
