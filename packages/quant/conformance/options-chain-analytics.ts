import { readFileSync } from 'node:fs'
import { type ChainFigureContract, computeChainFigures, findUnusualStrikes } from '../src/index.ts'
import { readChainFile } from './chain-files.ts'
import type { DataFiles } from './data-files.ts'
import type { Recorder } from './recorder.ts'
import { type Schema, statesSchema } from './registry.ts'

interface ExpectedFigures {
  readonly [field: string]: unknown
  readonly unusualContracts: readonly {
    readonly contractType: string
    readonly strikePrice: number
    readonly expirationDate: string
    readonly volume: number
  }[]
  readonly unusualStrikes: readonly { readonly strikePrice: number; readonly volume: number }[]
}

interface ChainCase {
  readonly id: string
  readonly source: string
  readonly expected: ExpectedFigures
  readonly perExpiry?: Readonly<Record<string, ExpectedFigures>>
}

/** Chain figures (ratios, open interest, average volatility, unusual volume) of recorded and simulated chains. */
export const optionsChainAnalytics: Schema = {
  name: 'options-chain-analytics/1',
  recognises: statesSchema('options-chain-analytics/1'),
  check: (content, recorder, data) => {
    for (const one of (content as { cases: ChainCase[] }).cases) checkCase(one, recorder, data)
  },
}

function checkCase(one: ChainCase, recorder: Recorder, data: DataFiles): void {
  const path = data.find(one.source)
  if (path === undefined) {
    recorder.skip(one.id, `needs ${one.source}; name its folder by --prices`)
    return
  }
  const contracts = readChainFile(JSON.parse(readFileSync(path, 'utf8')))
  recorder.attempt(one.id, () => compareChain(one.id, contracts, one.expected, recorder))
  for (const [expiry, expected] of Object.entries(one.perExpiry ?? {})) {
    const id = `${one.id} ${expiry}`
    const ofExpiry = contracts.filter((contract) => contract.expiry === expiry)
    recorder.attempt(id, () => compareChain(id, ofExpiry, expected, recorder))
  }
}

function compareChain(
  id: string,
  contracts: readonly ChainFigureContract[],
  expected: ExpectedFigures,
  recorder: Recorder,
): void {
  const figures = computeChainFigures(contracts)
  const strikes = findUnusualStrikes(contracts)
  const raw = contracts.map(({ impliedVolatility }) => impliedVolatility).filter((value) => value !== null)
  const found: Record<string, number | null> = {
    contracts: figures.contractCount,
    callVolume: figures.callVolume,
    putVolume: figures.putVolume,
    totalVolume: figures.totalVolume,
    callOpenInterest: figures.callOpenInterest,
    putOpenInterest: figures.putOpenInterest,
    totalOpenInterest: figures.totalOpenInterest,
    putCallRatioVolume: figures.putCallRatio,
    putCallRatioOpenInterest: figures.putCallRatioOpenInterest,
    averageIvValid: figures.averageImpliedVolatility,
    contractsWithValidIv: figures.validVolatilityCount,
    averageIvAllRaw: raw.length > 0 ? raw.reduce((sum, value) => sum + value, 0) / raw.length : null,
    averageVolumePerContract: figures.averageVolume,
    unusualContractCount: figures.unusualCount,
    averageVolumePerStrike: strikes.averageVolume,
    volumeImbalance: figures.volumeImbalance,
  }
  for (const [field, value] of Object.entries(found)) {
    const reference = expected[field]
    if (reference === undefined) continue
    recorder.compareNumber(id, field, value, reference as number | null, { absolute: 1e-12, relative: 1e-12 })
  }
  recorder.compareExactly(id, 'sentimentByVolume', figures.sentiment, (expected.sentimentByVolume ?? null) as string)
  const unusual = figures.unusual.map(({ contract: { type, strike, expiry }, volume }) => [
    type,
    strike,
    expiry,
    volume,
  ])
  const expectedUnusual = expected.unusualContracts.map((one) => [
    one.contractType,
    one.strikePrice,
    one.expirationDate,
    one.volume,
  ])
  recorder.compareExactly(id, 'unusualContracts', JSON.stringify(unusual), JSON.stringify(expectedUnusual))
  const foundStrikes = strikes.strikes.map(({ strike, volume }) => [strike, volume])
  const expectedStrikes = expected.unusualStrikes.map(({ strikePrice, volume }) => [strikePrice, volume])
  recorder.compareExactly(id, 'unusualStrikes', JSON.stringify(foundStrikes), JSON.stringify(expectedStrikes))
}
