import type { AssetClass } from './market-data.ts'

/** The sector of a fund that holds many. */
export const DIVERSIFIED_FUND = 'Diversified Fund'

export interface FundKind {
  assetClass: AssetClass
  sector: string | null
  /** Internal diversification ratio, for the look-through of the diversification score. */
  internalDiversification: number
}

const BOND: FundKind = { assetClass: 'bond-fund', sector: 'Fixed Income', internalDiversification: 1.05 }
const COMMODITY: FundKind = { assetClass: 'commodity-fund', sector: 'Commodities', internalDiversification: 1 }
const sectorFund = (sector: string, internalDiversification: number): FundKind => ({
  assetClass: 'fund',
  sector,
  internalDiversification,
})
const broadFund = (internalDiversification: number): FundKind => sectorFund(DIVERSIFIED_FUND, internalDiversification)

/** Kinds of funds by the words of their names; the first rule that fits decides. */
const RULES: readonly (readonly [words: RegExp, kind: FundKind])[] = [
  [/dow jones industrial average/i, broadFund(1.6)],
  [/bitcoin|ether|crypto|solana/i, { assetClass: 'crypto', sector: 'Crypto', internalDiversification: 1 }],
  [/\bvix\b|volatility index/i, { assetClass: 'volatility', sector: 'Volatility', internalDiversification: 1 }],
  [/high.yield|junk|preferred/i, { ...BOND, internalDiversification: 1.3 }],
  [/corporate|investment.grade|credit/i, { ...BOND, internalDiversification: 1.1 }],
  [
    /bond|treasur|tips\b|fixed income|municipal|muni\b|aggregate|inflation.protected|\bmbs\b|mortgage.backed|ultra.short income|senior loan|government|t-bill|money market/i,
    BOND,
  ],
  [/miner|mining/i, sectorFund('Materials', 1.2)],
  [/gold|silver|platinum|palladium|crude|\boil fund|natural gas fund|commodit|copper|wheat|corn/i, COMMODITY],
  [
    /currency|dollar index|euro trust|yen trust/i,
    { assetClass: 'currency', sector: 'Currencies', internalDiversification: 1 },
  ],
  [/semiconductor|software|cyber|cloud|robotic|artificial intelligence/i, sectorFund('Technology', 1.3)],
  [/\btechnology|\binfo tech/i, sectorFund('Technology', 1.35)],
  [/communication|media|telecom/i, sectorFund('Communication Services', 1.4)],
  [/consumer discretionary|consumer cyclical|retail|homebuild/i, sectorFund('Consumer Discretionary', 1.4)],
  [/consumer staples|consumer defensive/i, sectorFund('Consumer Staples', 1.4)],
  [/biotech|pharma/i, sectorFund('Health Care', 1.6)],
  [/health/i, sectorFund('Health Care', 1.45)],
  [/\bbank|insurance|broker/i, sectorFund('Financials', 1.3)],
  [/financial/i, sectorFund('Financials', 1.35)],
  [/industrial|aerospace|defense|transport/i, sectorFund('Industrials', 1.4)],
  [/energy|oil|gas|mlp/i, sectorFund('Energy', 1.25)],
  [/materials/i, sectorFund('Materials', 1.35)],
  [/utilit/i, sectorFund('Utilities', 1.25)],
  [/real estate|reit/i, sectorFund('Real Estate', 1.35)],
  [/small.?cap|russell 2000|extended market/i, broadFund(2)],
  [/world|global|international|emerging|ex.?us|eafe|europe|acwi/i, broadFund(1.9)],
  [/nasdaq|qqq/i, broadFund(1.55)],
]

/** Class, sector and inner diversification of a fund, guessed from its name; a name that says nothing is a broad fund. */
export function toFundKind(name: string): FundKind {
  return RULES.find(([words]) => words.test(name))?.[1] ?? broadFund(1.75)
}
