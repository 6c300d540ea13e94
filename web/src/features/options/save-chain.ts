import type { OptionChain } from '@ballast/contract'
import { toChartCsv, toFileName } from '../../components/charts/chart-data.ts'
import { downloadFile } from '../../lib/download.ts'
import { toChainCsv } from './chain-view.ts'

/** Saves the contracts of one expiry, or of all that are listed. */
export function saveChain(chain: OptionChain, expiry?: string): void {
  const contracts = expiry ? chain.options.filter(({ expirationDate }) => expirationDate === expiry) : chain.options
  const title = [chain.ticker, 'options', expiry].filter(Boolean).join(' ')
  downloadFile(`${toFileName({ ...chain, title })}.csv`, toChartCsv(toChainCsv(contracts)))
}
