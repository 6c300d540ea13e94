// Tests: ../history-questions.test.ts

import { abs, ground, plain } from '../../../grounding/grounded-text.ts'
import type { Answers } from '../question.ts'
import { caveat, evidence, gained, listNames, unknown, verdict } from './writing.ts'

/** Questions about how a portfolio has done as it was held. */
export const HISTORY_ANSWERS = {
  async done(desk) {
    const history = await desk.history()
    const { figures, unanswered, covers } = history.content
    if (figures === null) {
      const gain = desk.find(await desk.overview(), 'totalGain.value')
      return [
        caveat(plain('A return needs two closes. Ballast does not know two closes of this portfolio yet.')),
        evidence(gain && ground`Since you bought, the portfolio has ${gained(gain)}.`),
      ]
    }
    const [first, last] = [desk.cite(history, 'first'), desk.cite(history, 'last')]
    const byTime = desk.find(history, 'figures.timeWeightedPercent')
    const byTimeAYear = desk.find(history, 'figures.timeWeightedAnnualPercent')
    const [gain, moneyIn] = [desk.cite(history, 'figures.gain'), desk.cite(history, 'figures.moneyIn')]
    const byMoney = desk.find(history, 'figures.moneyWeighted.0.percent')
    const rates = figures.moneyWeighted.length
    return [
      byTime
        ? verdict(
            ground`From ${first} to ${last}, the portfolio ${gained(byTime)}. Money that you moved does not count.`,
          )
        : unknown('the return by time'),
      verdict(ground`In dollars, the portfolio ${gained(gain)}.`),
      evidence(
        Number(moneyIn.value) !== 0 &&
          (Number(moneyIn.value) > 0
            ? ground`You put in ${moneyIn} after the first day.`
            : ground`You took out ${abs(moneyIn)} after the first day.`),
        byTimeAYear && ground`By time, the return is ${byTimeAYear} a year.`,
        rates === 1 && byMoney && ground`With the days on which your money came and went, the return is ${byMoney}.`,
      ),
      caveat(
        rates > 1 && plain('More than one return fits the days on which your money came and went.'),
        unanswered > 0 &&
          plain('Some changes count with money that Ballast proposes. On Overview, you can say how much it was.'),
        covers.leftOut.length > 0 &&
          plain(`Left out, because closes are missing: ${listNames(covers.leftOut.map(({ ticker }) => ticker))}.`),
      ),
    ]
  },
  async 'hedge-results'(desk) {
    const history = await desk.history()
    const { hedges } = history.content
    if (hedges === null)
      return [verdict(plain('No hedge was placed here yet. So nothing was paid, and nothing came back.'))]
    const [count, paid, back] = ['count', 'paid', 'paidBack'].map((name) => desk.cite(history, `hedges.${name}`))
    const worth = desk.find(history, 'hedges.worth')
    if (!count || !paid || !back) return [unknown('what hedges cost')]
    const placed = hedges.count === 1 ? ground`You placed ${count} hedge.` : ground`You placed ${count} hedges.`
    return [
      verdict(
        hedges.paid < 0
          ? ground`${placed} They brought ${abs(paid)}, and paid back ${back}.`
          : ground`${placed} They cost ${paid}, and paid back ${back}.`,
      ),
      evidence(worth && ground`Your open hedges are worth ${worth} now.`),
      caveat(
        hedges.worth === null && plain('The worth of open hedges is not known, because an option has no price.'),
        hedges.closedEarly > 0 &&
          plain('Some hedges were closed early. Ballast does not know what they were sold for.'),
      ),
    ]
  },
} satisfies Answers
