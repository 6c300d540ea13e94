// Tests: ../../features/hedges/own-risk.test.ts

import type { Fact, GroundedText } from '@ballast/contract'
import type { OwnRisk } from '@ballast/quant'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { ground } from '../../grounding/grounded-text.ts'
import type { RiskFacts } from './risk-facts.ts'

type DriverKind = OwnRisk['driver']['kind']

/** Drivers of the portfolio in words; the fall of its fund is a figure where the words do not say it. */
export const DRIVERS: Readonly<Record<DriverKind, { name: string; move: (fall: Fact) => GroundedText }>> = {
  rates: {
    name: 'the level of yields',
    move: (fall) => ground`yields rise by one point, which costs long Treasuries ${fall}`,
  },
  gold: { name: 'the price of gold', move: (fall) => ground`gold falls by ${fall}` },
  dollar: { name: 'the dollar', move: (fall) => ground`the dollar falls by ${fall} against other currencies` },
  euro: { name: 'the euro', move: (fall) => ground`the euro falls by ${fall} against the dollar` },
  yen: { name: 'the yen', move: (fall) => ground`the yen falls by ${fall} against the dollar` },
}

interface OwnRiskFrame {
  ledger: FactLedger
  risk: { readonly value: number }
  riskFacts: Pick<RiskFacts, 'value'>
}

/** Enters what a portfolio's own risk costs it. */
export function recordOwnRisk({ ledger, risk, riskFacts }: OwnRiskFrame, { driver, beta, loss }: OwnRisk) {
  const writer = new FactWriter(ledger, 'own')
  const fall = writer.state(driver.kind === 'rates' ? 'own.ratesFallPercent' : 'own.fallPercent', -driver.fall, {
    key: 'fallPercent',
    names: { ticker: driver.ticker },
  })
  const slope = writer.state('own.beta', beta, { names: { ticker: driver.ticker }, inputs: [riskFacts.value] })
  const lossPercent = writer.state('own.lossPercent', loss, { names: { ticker: driver.ticker }, inputs: [fall, slope] })
  const lossUsd = writer.state('own.lossUsd', loss * risk.value, { inputs: [lossPercent, riskFacts.value] })
  return { fall, lossPercent, lossUsd, move: DRIVERS[driver.kind].move(fall), name: DRIVERS[driver.kind].name }
}
