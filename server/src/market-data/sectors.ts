import sp500 from './sp500-members.json' with { type: 'json' }

/** The eleven sectors of the Global Industry Classification Standard; its "Information Technology" is "Technology". */
export const GICS_SECTORS = [
  'Technology',
  'Communication Services',
  'Consumer Discretionary',
  'Consumer Staples',
  'Financials',
  'Health Care',
  'Industrials',
  'Energy',
  'Materials',
  'Utilities',
  'Real Estate',
] as const
export type GicsSector = (typeof GICS_SECTORS)[number]

/** Names that providers, brokers and people give the sectors, in lower case. */
const SYNONYMS: ReadonlyMap<string, GicsSector> = new Map([
  ...GICS_SECTORS.map((sector) => [sector.toLowerCase(), sector] as const),
  ['information technology', 'Technology'],
  ['tech', 'Technology'],
  ['it', 'Technology'],
  ['communications', 'Communication Services'],
  ['communication', 'Communication Services'],
  ['telecommunications', 'Communication Services'],
  ['telecommunication services', 'Communication Services'],
  ['consumer cyclical', 'Consumer Discretionary'],
  ['consumer defensive', 'Consumer Staples'],
  ['financial services', 'Financials'],
  ['financial', 'Financials'],
  ['finance', 'Financials'],
  ['healthcare', 'Health Care'],
  ['health', 'Health Care'],
  ['industrial', 'Industrials'],
  ['basic materials', 'Materials'],
  ['realestate', 'Real Estate'],
])

/** The GICS sector that a name stands for ("Healthcare", "IT", "Financial Services"), or `undefined` for other words. */
export function toGicsSector(name: string): GicsSector | undefined {
  return SYNONYMS.get(name.trim().replaceAll(/\s+/g, ' ').toLowerCase())
}

export interface ListedCompany {
  name: string
  sector: GicsSector
}

const companies = new Map<string, ListedCompany>()
for (const [ticker = '', name = '', sectorName = ''] of sp500.members) {
  const sector = toGicsSector(sectorName)
  if (sector) companies.set(ticker, { name, sector })
}

/** Canonical tickers of the members of the S&P 500. */
export const LISTED_TICKERS: readonly string[] = [...companies.keys()]

/** Name and sector of a member of the S&P 500 by canonical ticker, for when the provider does not know them. */
export function findListedCompany(ticker: string): ListedCompany | undefined {
  return companies.get(ticker)
}
