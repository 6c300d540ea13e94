import type { OptionChain, OptionContract } from '@ballast/contract'
import { toChartCsv, toFileName } from '../../components/charts/chart-data.ts'
import { downloadFile } from '../../lib/download.ts'
import { toChainCsv } from './chain-view.ts'

/** Saves all contracts that are listed. */
export function saveChain(chain: OptionChain): void {
  saveContracts(chain, chain.options)
}

/** Saves contracts of a chain, those of one expiry under its name. */
export function saveContracts(chain: OptionChain, contracts: readonly OptionContract[], expiry?: string): void {
  const title = [chain.ticker, 'options', expiry].filter(Boolean).join(' ')
  downloadFile(`${toFileName({ ...chain, title })}.csv`, toChartCsv(toChainCsv(contracts)))
}
