// Tests: ../../features/hedges/hedge-verdicts.test.ts, ../../features/hedges/hedges.test.ts

import { type GroundedText, type HedgeAnalysis, namePosition } from '@ballast/contract'
import {
  type BookRisk,
  getScenario,
  type ProtectionEnd,
  type RuleFinding,
  type VulnerabilityRule,
} from '@ballast/quant'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, bare, ground, joinTexts, plain, toPlainText } from '../../grounding/grounded-text.ts'
import { listShown, say, tell } from '../../grounding/sentence.ts'
import type { CrisisBasis } from '../book/build-crises.ts'
import type { RiskFacts } from './risk-facts.ts'
import { RISK, VULNERABILITY } from './sentence-kinds.ts'

export const INDEX_NAME = 'S&P 500'

interface RiskFrame {
  ledger: FactLedger
  facts: RiskFacts
  risk: BookRisk
  vulnerabilities: readonly RuleFinding<VulnerabilityRule>[]
  crises: readonly CrisisBasis[]
  /** Tickers of which more is owed than held. */
  shorts: ReadonlySet<string>
  holdsOptions: boolean
  /** Where options that are held end within the term, and the limit with them. */
  protectionEnd: ProtectionEnd | null
}

/** A short position is named as one: its weight is what is owed. */
export const nameHolding = (ticker: string, shorts: ReadonlySet<string>) =>
  shorts.has(ticker) ? `the short position in ${namePosition(ticker)}` : namePosition(ticker)

/** The risk assessment: what the book could lose and why, in words and in numbers. */
export function writeRisk(frame: RiskFrame): HedgeAnalysis['riskAssessment'] {
  const { risk, vulnerabilities, crises } = frame
  const parts = {
    concentrationRisk: tell(RISK.concentration, writeConcentration(frame)),
    sectorExposure: tell(RISK.sectors, writeSectors(frame)),
    marketRisk: writeMarket(frame),
    keyVulnerabilities: vulnerabilities.map((finding) => writeVulnerability(frame, finding)),
    wrongIndexWarning: writeWrongIndex(frame),
  }
  const fit = risk.fits[0] ?? null
  const tail = risk.tails.at(-1)?.losses ?? null
  const proxies = new Map(crises.map(({ id, proxyShare }) => [id, proxyShare]))
  return {
    concentrationRisk: toPlainText(parts.concentrationRisk),
    sectorExposure: toPlainText(parts.sectorExposure),
    marketRisk: toPlainText(parts.marketRisk),
    keyVulnerabilities: parts.keyVulnerabilities.map(toPlainText),
    wrongIndexWarning: parts.wrongIndexWarning && toPlainText(parts.wrongIndexWarning),
    parts,
    value: risk.value,
    beta: risk.beta,
    rSquaredPercent: fit && 100 * fit.rSquared,
    volatilityPercent: toPercent(risk.diversification?.portfolioVolatility ?? null),
    shocks: risk.shocks.map(({ marketReturn, bookReturn, stressedReturn }) => ({
      marketPercent: roundPercent(marketReturn),
      profit: bookReturn * risk.value,
      profitPercent: 100 * bookReturn,
      stressedPercent: 100 * stressedReturn,
    })),
    crises: risk.crises.map(({ scenario, bookReturn }) => ({
      scenarioId: scenario,
      name: getScenario(scenario).name,
      lossPercent: -100 * bookReturn,
      proxyPercent: 100 * (proxies.get(scenario) ?? 0),
    })),
    tail: tail && { varPercent: 100 * tail.var95.value, cvarPercent: 100 * tail.cvar95.value, paths: PATHS },
    contributions: risk.contributions.map(({ ticker, weight, share }) => ({
      ticker,
      weightPercent: 100 * weight,
      riskPercent: 100 * share,
    })),
    indexFit: risk.fits.map(({ ticker, rSquared, beta }) => ({ index: ticker, rSquaredPercent: 100 * rSquared, beta })),
  }
}

/** Paths that the engine simulates. */
const PATHS = 2000
const toPercent = (fraction: number | null) => (fraction === null ? null : 100 * fraction)
/** −0.2 is −20 and not −20.000000000000004. */
export const roundPercent = (fraction: number) => Math.round(1e8 * fraction) / 1e6

function writeConcentration({ ledger, risk, shorts, holdsOptions }: RiskFrame): GroundedText {
  const { concentration } = risk
  if (concentration === null) {
    return plain(
      holdsOptions
        ? 'The portfolio holds only options and cash. The market risk section says what they depend on.'
        : 'The portfolio holds only cash, so nothing is concentrated.',
    )
  }
  const { level, detail } = concentration
  const writer = new FactWriter(ledger, 'concentration')
  const texts = [writeRule(writer, detail), writeLargest({ writer, risk, detail, shorts })]
  return joinTexts([ground`${level}: `, joinTexts(texts.filter(({ length }) => length > 0))], '')
}

type Detail = NonNullable<BookRisk['concentration']>['detail']

/** The rule that decided the level, in words: never another holding's weight beside it. */
function writeRule(writer: FactWriter, { rule, measured, maxName, maxSector, effectiveNames }: Detail): GroundedText {
  const equal = () =>
    effectiveNames === null
      ? plain('no position weighs much by itself.')
      : ground`the positions are as concentrated as ${writer.state('concentration.effectiveNames', effectiveNames)} of equal size.`
  switch (rule) {
    case 'largest-name':
      return maxName === null ? equal() : []
    case 'herfindahl':
      return equal()
    case 'largest-sector': {
      const sector = maxSector?.sector ?? ''
      return ground`${sector} alone is ${writer.state('sector.weightPercent', measured ?? 0, { key: 'sectorPercent', names: { sector } })} of the value.`
    }
    case 'top-three-names':
      return ground`the three largest companies are ${writer.state('concentration.topThreePercent', measured ?? 0)} of the value.`
    case 'few-holdings':
      return plain('only a few positions, and broad funds are less than half of the value.')
    case null:
      return plain('no single company, sector or handful of positions decides the portfolio.')
  }
}

/** The largest company with its weight and its share of the risk; nothing where no company is held. */
function writeLargest({
  writer,
  risk,
  detail: { maxName, rule },
  shorts,
}: {
  writer: FactWriter
  risk: BookRisk
  detail: Detail
  shorts: ReadonlySet<string>
}): GroundedText {
  if (maxName === null) return []
  const { ticker, weight } = findLargest(risk, maxName)
  const named = nameHolding(ticker, shorts)
  const kind = ticker === maxName.ticker ? 'company' : 'position'
  const name = rule === 'largest-name' ? named : `The largest ${kind}, ${named},`
  const own = writer.state('holding.weightOfAllPercent', weight, { key: 'largestWeightPercent', names: { ticker } })
  const share = risk.contributions.find((one) => one.ticker === ticker)?.share
  if (share === undefined) return ground`${name} is ${own} of the value.`
  const ofRisk = writer.state('holding.riskPercent', share, { key: 'largestRiskPercent', names: { ticker } })
  return ground`${name} is ${own} of the value and ${ofRisk} of the risk.`
}

/** A fund of a single thing, such as gold, concentrates a portfolio as a company does; companies are named where they do. */
function findLargest({ contributions, concentration }: BookRisk, name: { ticker: string; weight: number }) {
  if (concentration?.level === 'Low' || name.weight >= LEAST_NAMED) return name
  const largest = contributions.toSorted((a, b) => b.weight - a.weight || (a.ticker < b.ticker ? -1 : 1))[0]
  return largest !== undefined && largest.weight >= LEAST_NAMED ? largest : name
}

/** Below this share of the value no holding is what concentrates it. */
const LEAST_NAMED = 0.1

/** Names the whole that a sector's weight is a share of. */
export const nameSectorBasis = ({ tilts }: Pick<BookRisk, 'tilts'>, sector: string): string =>
  tilts.some((tilt) => tilt.sector === sector && tilt.isNet) ? 'the value, what is sold short taken off' : 'the value'

function writeSectors({ ledger, risk, facts, holdsOptions }: RiskFrame): GroundedText {
  const top = [...risk.tilts].sort((a, b) => b.weight - a.weight || (a.sector < b.sector ? -1 : 1))[0]
  if (top === undefined && risk.concentration === null)
    return plain(holdsOptions ? 'Options and cash have no sector.' : 'Cash has no sector.')
  if (top === undefined)
    return plain('No sector of companies stands out: broad funds hold many, and bonds belong to none.')
  const writer = new FactWriter(ledger, 'sector')
  const own = writer.state('sector.weightPercent', top.weight, { key: 'largestPercent', names: { sector: top.sector } })
  const basis = nameSectorBasis(risk, top.sector)
  if (top.indexWeight === null) return ground`${top.sector} is ${own} of ${basis}.`
  const index = writer.state('sector.indexPercent', top.indexWeight, {
    key: 'largestIndexPercent',
    names: { sector: top.sector },
    inputs: [facts.indexSectorsAsOf],
  })
  return ground`${top.sector} is ${own} of ${basis}, against ${index} in the ${INDEX_NAME} (as of ${facts.indexSectorsAsOf}).`
}

function writeMarket({ ledger, facts, risk, protectionEnd, holdsOptions }: RiskFrame): GroundedText {
  const { beta, lastDay, shock, lossPercent, lossUsd, stressedPercent, rSquared } = facts
  const loses = Number(lossPercent.value) < 0
  const end = protectionEnd && new FactWriter(ledger, 'protection').state('protection.end', protectionEnd.date)
  // The beta of today counts options that will be gone, and the loss does not.
  const opening = end ? ground`Hedging beta ${beta} until options end on ${end}` : ground`Hedging beta ${beta}`
  const first = loses
    ? holdsOptions && !end
      ? ground`${opening} today, options included: a market fall of ${shock} costs up to about ${abs(lossPercent)} (${abs(lossUsd)}) until ${lastDay}.`
      : ground`${opening}: a market fall of ${shock} ${end ? 'after that day ' : ''}implies a loss of about ${abs(lossPercent)} (${abs(lossUsd)}).`
    : Math.abs(Number(lossPercent.value)) < 0.005
      ? ground`${opening}: a market fall of ${shock} implies no loss.`
      : ground`${opening}: a market fall of ${shock} implies no loss, but a gain of about ${lossPercent} (${lossUsd}).`
  const harder = Number(stressedPercent.value) < Number(lossPercent.value) - 0.5
  return joinTexts(
    listShown([
      ...say(RISK.market, first),
      ...say(
        RISK.harder,
        harder && ground`If the positions fall as hard as on past falling days, it is ${abs(stressedPercent)}.`,
      ),
      ...say(
        RISK.explained,
        rSquared &&
          (Number(rSquared.value) < ALL
            ? ground`The index explains ${rSquared} of the portfolio’s variance; no index hedge covers the rest.`
            : ground`The index explains ${rSquared} of the portfolio’s variance.`),
      ),
      ...say(RISK.unexplained, risk.fits.length === 0 && plain(UNEXPLAINED)),
    ]),
  )
}

const UNEXPLAINED = 'There is too little history to say how much of the risk an index explains.'

/** Percent from which on one decimal says 100. */
const ALL = 99.95

type Parameters = RuleFinding['parameters']

/** A crisis of which proxies for more than this share of the holdings tell is not the portfolio's own. */
export const MOST_PROXIED = 0.4

const number = (parameters: Parameters, name: string): number => Number(parameters[name] ?? 0)
const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const word = (parameters: Parameters, name: string): string => String(parameters[name] ?? '')

const writeVulnerability = (frame: RiskFrame, { rule, parameters }: RuleFinding<VulnerabilityRule>) =>
  tell(VULNERABILITY[rule], VULNERABILITIES[rule](frame, parameters))

const VULNERABILITIES: Readonly<Record<VulnerabilityRule, (frame: RiskFrame, parameters: Parameters) => GroundedText>> =
  {
    'large-name': ({ ledger, shorts }, parameters) => {
      const ticker = word(parameters, 'ticker')
      const name = capitalise(nameHolding(ticker, shorts))
      const writer = new FactWriter(ledger, 'vulnerability.name')
      const weight = writer.state('holding.weightOfAllPercent', number(parameters, 'weight'), {
        key: 'weightPercent',
        names: { ticker },
      })
      if (parameters.share === undefined) return ground`${name} alone is ${weight} of the value.`
      const share = writer.state('holding.riskPercent', number(parameters, 'share'), {
        key: 'riskPercent',
        names: { ticker },
      })
      return ground`${name} alone is ${weight} of the value and ${share} of the risk.`
    },
    'heavy-sector': ({ ledger, facts, risk }, parameters) => {
      const sector = word(parameters, 'sector')
      const writer = new FactWriter(ledger, 'vulnerability.sector')
      const weight = writer.state('sector.weightPercent', number(parameters, 'weight'), {
        key: 'weightPercent',
        names: { sector },
      })
      const basis = nameSectorBasis(risk, sector)
      if (parameters.indexWeight === undefined) return ground`${sector} is ${weight} of ${basis}.`
      const index = writer.state('sector.indexPercent', number(parameters, 'indexWeight'), {
        names: { sector },
        inputs: [facts.indexSectorsAsOf],
      })
      return ground`${sector} is ${weight} of ${basis} and ${index} of the ${INDEX_NAME}.`
    },
    'high-beta': ({ facts }) =>
      ground`The portfolio moves more than the market: its beta is ${facts.beta}, so that a fall of ${facts.shock} costs ${abs(facts.lossPercent)}.`,
    'worse-in-crisis': ({ ledger, crises, holdsOptions }, parameters) => {
      const id = word(parameters, 'scenario')
      const { name } = getScenario(id)
      const [own, index] = [ledger.get(`crisis.${id}.profitPercent`), ledger.get(`crisis.${id}.indexPercent`)]
      const isProxied = (crises.find((crisis) => crisis.id === id)?.proxyShare ?? 0) > MOST_PROXIED
      return ground`In “${name}” ${isProxied ? 'its proxies' : 'it'} would have lost ${abs(own)}${holdsOptions ? ', options included' : ''}, the index ${abs(index)}.`
    },
    'falls-harder': ({ facts }) =>
      ground`On falling days the positions have moved more than usual: by those betas a fall of ${facts.shock} costs ${abs(facts.stressedPercent)} rather than ${abs(facts.lossPercent)}.`,
    'index-explains-little': ({ facts }, parameters) =>
      facts.rSquared && facts.residualMove
        ? ground`${word(parameters, 'index')} explains only ${facts.rSquared} of the variance; the rest may move the portfolio by ${facts.residualMove} within ${bare(facts.horizon)} trading days, hedged or not.`
        : plain('An index explains little of the variance.'),
    'better-index': ({ ledger }, parameters) => {
      const better = word(parameters, 'better')
      const writer = new FactWriter(ledger, 'vulnerability.index')
      const own = writer.state('vulnerability.index.rSquaredPercent', number(parameters, 'betterRSquared'), {
        key: 'rSquaredPercent',
        names: { better },
      })
      const usual = writer.state('vulnerability.index.usualRSquaredPercent', number(parameters, 'rSquared'), {
        key: 'usualRSquaredPercent',
        names: { index: word(parameters, 'index') },
      })
      return ground`${better} fits the portfolio better than ${word(parameters, 'index')}: it explains ${own} of the variance, against ${usual}.`
    },
    'within-limit': ({ facts }) =>
      ground`A market fall of ${facts.shock} stays within the limit of ${facts.limit} without any hedge.`,
  }

function writeWrongIndex(frame: RiskFrame): GroundedText | null {
  const { risk } = frame
  const [usual] = risk.fits
  if (risk.betterIndex === null || usual === undefined) return null
  const { ticker, rSquared } = risk.betterIndex
  const parameters = { index: usual.ticker, rSquared: usual.rSquared, better: ticker, betterRSquared: rSquared }
  return writeVulnerability(frame, { rule: 'better-index', parameters })
}
