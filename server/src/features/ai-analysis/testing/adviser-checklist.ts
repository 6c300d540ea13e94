import type { ComprehensiveAnalysis, GroundedText, HedgeAnalysis, HedgeStrategy } from '@ballast/contract'

interface Answers {
  hedges: HedgeAnalysis
  advice: ComprehensiveAnalysis
}

/** A question that an adviser has to be able to answer before they sign, and what the answers leave open: nothing if empty. */
interface Question {
  question: string
  findFault(answers: Answers & { pick: HedgeStrategy | null; summary: Spoken; whole: Spoken; actions: Spoken }): string
}

/** A text and the kinds of the figures that it states. */
interface Spoken {
  text: string
  kinds: ReadonlySet<string>
}

function read(parts: GroundedText, { facts }: Pick<HedgeAnalysis, 'facts'>): Spoken {
  const kinds = new Map(facts.map(({ id, kind }) => [id, kind]))
  return {
    text: parts.map(({ text }) => text).join(''),
    kinds: new Set(parts.flatMap(({ fact }) => kinds.get(fact ?? '') ?? [])),
  }
}

const SLACK = 1e-6
const sellsCall = ({ legs }: Pick<HedgeStrategy, 'legs'>) =>
  legs.some(({ type, contracts }) => type === 'call' && contracts < 0)
const needsOf = (spoken: Spoken, ...kinds: string[]) =>
  kinds.filter((kind) => !spoken.kinds.has(kind)).map((kind) => `does not say ${kind}`)

/** True if a ticket keeps the limit in every fall down to the asked one, on every day of the term, by the map of losses. */
function keepsByMap({ losses }: HedgeStrategy, { request, term }: HedgeAnalysis): boolean {
  if (losses === null || term === null) return false
  return losses.days.every(({ date }, day) =>
    losses.fallsPercent.every(
      (fall, place) =>
        date > term.lastDay ||
        fall > request.shockPercent ||
        (losses.hedgedPercent[day]?.[place] ?? Number.NaN) <= request.limitPercent + SLACK,
    ),
  )
}

const ORDER = ['data', 'trim', 'diversify', 'rebalance', 'hedge', 'monitor']

const QUESTIONS: readonly Question[] = [
  {
    question: 'What would I lose, and when?',
    findFault: ({ hedges, whole }) => {
      const risk = read(hedges.riskAssessment.parts.marketRisk, hedges)
      const isSaid = risk.kinds.has('shock.profitPercent') || risk.text.includes('implies no loss')
      return isSaid || whole.kinds.size > 0 ? '' : 'no loss is named'
    },
  },
  {
    question: 'Is the limit kept on every day, and in smaller falls?',
    findFault: ({ hedges, pick, summary }) => {
      if (pick === null || hedges.request.crisisId !== null || hedges.ownRisk !== null) return ''
      if (pick.holdsLimit !== keepsByMap(pick, hedges)) return 'the map of losses says otherwise'
      const isClaimed = /on any day until .* then costs at most/.test(summary.text)
      if (pick.legs.length === 0) return isClaimed ? 'a ticket is claimed' : ''
      return isClaimed === pick.holdsLimit ? '' : 'what is claimed is not what the map says'
    },
  },
  {
    question: 'When does the protection end?',
    findFault: ({ hedges, advice, pick, whole, actions }) => {
      const ends = hedges.protectionEnd === null ? [] : needsOf(whole, 'protection.end')
      const own =
        hedges.protectionEnd === null ? [] : needsOf(read(advice.recommendationParts, advice), 'protection.end')
      const hedged = advice.actions.some(({ operations }) => operations.some(({ kind }) => kind === 'option'))
      return [
        ...ends,
        ...own,
        ...(pick === null || pick.legs.length === 0 ? [] : needsOf(read(pick.instrumentParts, hedges), 'leg.expiry')),
        ...(hedged ? needsOf(actions, 'request.lastDay') : []),
      ].join(', ')
    },
  },
  {
    question: 'In which fall does it stop, and what then?',
    findFault: ({ hedges, pick, summary, advice, actions }) => {
      const sold = (legs: readonly { type: string; contracts: number }[]) =>
        legs.some(({ type, contracts }) => type === 'put' && contracts < 0)
      const isSpread = pick !== null && sold(pick.legs) && hedges.request.crisisId === null
      const isAdvised = advice.actions.some(({ operations }) =>
        operations.some((one) => one.kind === 'option' && one.contracts < 0 && one.symbol.at(-9) === 'P'),
      )
      return [
        ...(isSpread ? needsOf(summary, 'search.beyond.strikePercent', 'search.beyond.lossUsd') : []),
        ...(isAdvised ? needsOf(actions, 'search.beyond.strikePercent') : []),
      ].join(', ')
    },
  },
  {
    question: 'What do I pay?',
    findFault: ({ hedges, pick, summary }) => {
      if (pick === null || pick.legs.length === 0) return ''
      const paid = pick.legs.reduce(
        (sum, { contracts, multiplier, bid, ask }) =>
          sum + contracts * multiplier * ((contracts > 0 ? ask : bid) ?? NaN),
        pick.cost.fees,
      )
      const isPaid = Math.abs(paid - pick.cost.total) < 0.005
      return isPaid
        ? needsOf(summary, 'strategy.cost.premium').join()
        : `${hedges.portfolioName}: quotes come to ${paid}`
    },
  },
  {
    question: 'What will it have cost in the end, and how often does it pay?',
    findFault: ({ hedges, pick, whole, advice, actions }) => {
      const isBought = pick !== null && pick.expected !== null
      const odds =
        isBought && pick.cost.total > 0 ? needsOf(read(pick.reasoningParts, hedges), 'strategy.paysNothingPercent') : []
      const isAdvised = advice.actions.some(({ operations }) => operations.some(({ kind }) => kind === 'option'))
      const isClosing = advice.actions.some(({ description }) => description.includes('to close'))
      return [
        ...(isBought ? needsOf(whole, 'strategy.expectedCostLow', 'strategy.expectedCostHigh') : []),
        ...odds,
        ...(isAdvised && !isClosing ? needsOf(actions, 'strategy.expectedCostLow') : []),
      ].join(', ')
    },
  },
  {
    question: 'What gains do I give up?',
    findFault: ({ pick, whole, advice, actions }) => {
      const isAdvised = advice.actions.some(({ operations }) =>
        operations.some((one) => one.kind === 'option' && one.contracts < 0 && one.symbol.at(-9) === 'C'),
      )
      return [
        ...(pick !== null && sellsCall(pick) ? needsOf(whole, 'strategy.upsideGivenUpPercent') : []),
        ...(isAdvised ? needsOf(actions, 'cap.strike') : []),
      ].join(', ')
    },
  },
  {
    question: 'Would selling do, at which tax?',
    findFault: ({ hedges, pick, summary, whole }) => {
      const selling = hedges.hedgeStrategies.find(({ family }) => family === 'reduce-exposure')
      if (selling === undefined || hedges.ownRisk !== null) return ''
      const faults = needsOf(whole, 'strategy.soldPercent')
      if (!/\btax/.test(whole.text)) faults.push('says nothing of tax')
      const { account, gainsTaxPercent } = hedges.request
      const isTaxKnown = account === 'ira' || gainsTaxPercent !== null
      const isCheaper = selling.holdsLimit && selling.cost.total < (pick?.expected?.netCost ?? Number.NEGATIVE_INFINITY)
      if (isTaxKnown && isCheaper && !summary.text.startsWith('Selling is expected to cost less'))
        faults.push('selling is cheaper, and does not come first')
      return faults.join(', ')
    },
  },
  {
    question: 'Is there anything cheaper?',
    findFault: ({ hedges, pick, summary }) => {
      if (pick === null || pick.legs.length === 0) return ''
      const isRival = ({ family, holdsLimit, cost }: HedgeStrategy) =>
        holdsLimit && cost.total < pick.cost.total - 0.5 && (hedges.ownRisk === null || family === 'own-risk')
      const cheaper = hedges.hedgeStrategies.filter((one) => one.family !== 'do-nothing' && isRival(one))
      const isHidden = cheaper.some(({ family }) => family !== 'reduce-exposure')
      return [
        ...(isHidden ? needsOf(summary, 'search.cheapest.cost') : []),
        ...(cheaper.length > 0 && /cheapest hedge( that was found)? is/.test(summary.text)
          ? ['it is called cheapest']
          : []),
      ].join(', ')
    },
  },
  {
    question: 'Does what is free come first, and where does the plan end?',
    findFault: ({ advice, hedges }) => {
      const done = advice.actions.filter(({ step }) => step !== null)
      const places = done.map(({ type }) => ORDER.indexOf(type))
      const faults = places.some((place, k) => place < (places[k - 1] ?? 0)) ? ['steps are out of order'] : []
      const last = done.at(-1)?.step
      if (last === undefined || last === null) return faults.join()
      const said = read(advice.recommendationParts, advice)
      if (!said.kinds.has('plan.lossPercent') && !said.kinds.has('own.lossAfterPercent'))
        faults.push('does not say where it ends')
      const isWithin = last.left.lossPercent <= 15.05
      if (hedges.ownRisk === null && said.text.includes('within the limit of') !== isWithin)
        faults.push('says otherwise than its last step')
      return faults.join(', ')
    },
  },
  {
    question: 'What stays open?',
    findFault: ({ hedges, pick, whole }) => {
      const unnamed = hedges.leftOut.slice(0, 3).filter(({ ticker }) => !whole.text.includes(ticker))
      if (unnamed.length > 0) return `does not name ${unnamed.map(({ ticker }) => ticker).join()}`
      return pick === null || pick.residualRisk.length > 0 ? '' : 'says nothing of what is not covered'
    },
  },
  {
    question: 'How sure is it, and does something else do better?',
    findFault: ({ advice }) => {
      const { within, alternative } = advice.confidenceDetail
      const said = read(advice.recommendationParts, advice).text
      const hundredths = (share: number) => Math.round(100 * share)
      const isBetter = within !== null && alternative !== null && hundredths(alternative) > hundredths(within)
      if (advice.evidence === '') return 'there is no evidence'
      if (/confiden/i.test(said)) return 'speaks of confidence'
      return isBetter && !said.includes('Compare it before you trade') ? 'what does better is not named' : ''
    },
  },
]

/** Lists what an adviser's twelve questions find wanting in the two answers for one portfolio. */
export function listFaults(hedges: HedgeAnalysis, advice: ComprehensiveAnalysis): string[] {
  const pick = hedges.hedgeStrategies.find(({ role }) => role === 'recommended') ?? null
  const summary = read(hedges.summaryParts, hedges)
  const whole = read([...hedges.summaryParts, ...hedges.whyParts], hedges)
  const actions = read(
    advice.actions.flatMap(({ parts }) => parts),
    advice,
  )
  return QUESTIONS.flatMap(({ question, findFault }) => {
    const fault = findFault({ hedges, advice, pick, summary, whole, actions })
    return fault === '' ? [] : [`${question} ${fault}`]
  })
}
