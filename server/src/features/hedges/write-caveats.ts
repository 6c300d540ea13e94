// Tests: hedge-tickets.test.ts, hedge-verdicts.test.ts

import { type Fact, type GroundedText, namePosition } from '@ballast/contract'
import type { CaveatRule, HedgeProposal } from '@ballast/quant'
import { CAVEAT } from '../../advice/texts/sentence-kinds.ts'
import { FACT_KINDS, type FactKindId } from '../../grounding/fact-kinds.ts'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, bare, ground, plain } from '../../grounding/grounded-text.ts'
import { tell } from '../../grounding/sentence.ts'

type Caveat = HedgeProposal['caveats'][number]
type Text = GroundedText | string

type Found = Extract<FactKindId, `found.${string}`>

interface Reader {
  name(parameter: string): string
  has(parameter: string): boolean
  /** @param parameter the kind’s own name where it is left out */
  fact(kind: Found, parameter?: string): Fact
}

/** A caveat in words. @param key of the strategy among facts, and of the caveat within it */
export function writeCaveat(ledger: FactLedger, key: string, { rule, parameters }: Caveat): GroundedText {
  const text = CAVEATS[rule](createReader(ledger, `strategy.${key}.${rule}`, parameters))
  return tell(CAVEAT[rule], typeof text === 'string' ? plain(text) : text)
}

/** Parameters of a rule as facts, entered when the words need them. */
export function createReader(ledger: FactLedger, prefix: string, parameters: Caveat['parameters']): Reader {
  const writer = new FactWriter(ledger, prefix)
  return {
    name: (parameter) => namePosition(String(parameters[parameter] ?? '')),
    has: (parameter) => parameters[parameter] !== undefined,
    fact: (kind, parameter = kind.slice('found.'.length)) => {
      const found = parameters[parameter]
      const value = FACT_KINDS[kind].unit === 'date' ? String(found ?? '') : Number(found ?? 0)
      return writer.state(kind, value as never, { key: parameter })
    },
  }
}

const CAVEATS: Readonly<Record<CaveatRule, (read: Reader) => Text>> = {
  'early-assignment': (read) =>
    ground`The ${read.name('ticker')} ${bare(read.fact('found.strike'))} call that is sold can be assigned before ${read.fact('found.expiry')}; the shares are then delivered at the strike.`,
  'ex-dividend-assignment': (read) =>
    ground`If ${read.name('ticker')} pays a dividend, assignment is likeliest on the day before it, when the call is in the money.`,
  'short-put-assignment': (read) =>
    ground`The ${read.fact('found.contractsSold', 'contracts')} of the ${read.name('ticker')} ${bare(read.fact('found.strike'))} put sold can be assigned early in a deep fall, or at expiry near the strike. They may deliver ${read.fact('found.deliveredValue', 'cash')} of ${read.name('ticker')}; exercising bought puts covers them.`,
  'ratio-left-over': (read) =>
    ground`More puts are bought than sold: protection below the lower strike goes on with ${read.fact('found.contractsLeftOver', 'contracts')}.`,
  'margin-needed': (read) =>
    ground`${read.fact('found.uncoveredCalls', 'contracts')} of the calls sold are not covered by your shares. That needs a margin account, and there is no limit to the loss when the market rises.`,
  'tax-straddle': () =>
    'In the United States, shares with options against them can be a straddle for tax. That delays losses and can restart holding periods. Ask a tax adviser.',
  'tax-collar': () =>
    'For tax in the United States, a collar is not a qualified covered call, so the straddle rules apply. Ask a tax adviser.',
  'tax-constructive-sale': (read) =>
    ground`United States taxes: a put as deep in the money as ${bare(read.fact('found.strike'))} can count as selling ${read.name('ticker')}. Ask a tax adviser.`,
  'tax-on-sale': (read) => {
    if (!read.has('tax'))
      return 'Selling may realise gains that are taxed. The cost shown does not include that tax: state your tax rate to include it.'
    const rest = read.has('unknownValue') ? read.fact('found.unknownValue') : null
    const more =
      Number(rest?.value) > 0.5 && rest !== null
        ? ground` The cost of ${rest} of these shares is not known, so more tax may be due.`
        : []
    const gain = read.fact('found.gain')
    return Number(gain.value) > 0
      ? ground`The cost shown includes ${read.fact('found.tax')} of tax on gains of ${gain}.${more}`
      : ground`The sales realise no gain to tax, as far as their costs are known.${more}`
  },
  decay: (read) =>
    ground`The options lose time value every day and are gone in ${read.fact('found.daysToExpiry')}; with ${read.fact('found.daysToRenewal')} passed, a third of their life is left and decay quickens.`,
  'ends-before-horizon': (read) =>
    ground`This protection ends before your term: after ${read.fact('found.daysToExpiry')} of ${read.fact('found.horizonDays')}.`,
  'odd-lot': (read) => ground`Contracts come in hundreds: ${read.fact('found.shares')} stay without protection.`,
  'outside-united-states': () => 'Some positions trade outside the United States, at hours when these options do not.',
  'income-not-hedge': () => 'This is income, not a hedge: it cushions a fall by the premium and no more.',
  'cash-settled': () => 'These options settle in cash and can be exercised at expiry only.',
  'bonds-fell-too': () => 'Never guaranteed: in the bear market of rising rates, bonds fell together with shares.',
  'covers-part': (read) => {
    if (read.has('sector')) {
      return ground`It covers ${read.name('sector')} only, ${read.fact('found.shareOfPortfolio', 'share')} of the portfolio, and of these what the sector does as a whole.`
    }
    return read.has('ticker')
      ? ground`It covers ${read.name('ticker')} only, ${read.fact('found.shareOfPortfolio', 'share')} of the portfolio.`
      : ground`It covers ${read.fact('found.shareOfHoldings', 'share')} of the positions. It does not cover odd lots, or positions without options.`
  },
  'wide-quotes': (read) =>
    ground`Bid and ask lie far apart: limit orders at the middle may save up to ${read.fact('found.saving')}.`,
  'quotes-off-spot': (read) =>
    ground`Its quotes were made with ${read.name('ticker')} at ${read.fact('found.spot')}, ${read.fact('found.gap')} away from its own price of ${read.fact('found.elsewhere')}: compare both before ordering.`,
  'old-trade': (read) =>
    ground`The ${read.name('ticker')} ${bare(read.fact('found.strike'))} contract last traded ${read.fact('found.daysSinceTrade', 'days')} ago: perhaps nobody deals at its quote.`,
  'expected-to-cost': (read) =>
    ground`Protection costs money on average. Over all simulated paths it costs ${abs(read.fact('found.netCost'))} in the end.`,
}
