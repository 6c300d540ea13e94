/** Every limit on input, in one table: the server enforces it, screens and documentation quote it. */

const KIB = 1024
const MIB = 1024 * KIB

export const LIMITS = {
  /** Bytes of an ordinary JSON body. */
  jsonBodyBytes: MIB,
  /** Bytes of a message to the MCP server. */
  mcpBodyBytes: 64 * KIB,
  /** Bytes of an upload, an import or a save-from-review. */
  uploadBodyBytes: 8 * MIB,
  /** One image, how many of them in one request, and the request as a whole. */
  imageBytes: 10 * MIB,
  imagesPerRequest: 10,
  imageUploadBytes: 101 * MIB,
  /** Width × height of an image, from its header. */
  imagePixels: 20_000_000,
  /** Bytes of the request head. */
  headerBytes: 16 * KIB,
  /** Nesting of a JSON body. */
  jsonDepth: 20,
  /** Positions in one upload, and in one portfolio. */
  positionsPerPortfolio: 20_000,
  portfoliosPerUser: 100,
  groupsPerUser: 20,
  positionsPerUser: 100_000,
  /** Columns of a CSV file and characters of one cell. */
  csvColumns: 50,
  cellCharacters: 1_000,
  portfolioNameCharacters: 100,
  sectorCharacters: 60,
  accountNameCharacters: 60,
  /** Problems of one upload that are listed; the rest is counted. */
  listedProblems: 20,
  /** Largest magnitude of a number of shares, and of a cost per share. */
  shares: 1e12,
  avgCost: 1e12,
  /** Decimals that shares and costs are stored with. */
  decimals: 10,
  preferencesBytes: 64 * KIB,
  /** Tickers that nobody has asked for before, which one user may have the provider of market data asked for in an hour. */
  newTickersPerHour: 2_000,
  idempotencyKeyCharacters: 200,
} as const

/**
 * Requests per minute; `RATE_LIMITS` multiplies them. `login` counts per address, `assistant` per access token, the others
 * per user. `search` is for what the provider of market data is asked for each time anew, `compute` for calls that may
 * compute in a worker thread. What a user's assistants ask of `ai` and `compute` is counted there too, and stops at
 * `assistantAi` and `assistantCompute`, so that some of it is left for the screens.
 */
export const RATE_LIMITS_PER_MINUTE = {
  default: 300,
  login: 20,
  upload: 30,
  ocr: 10,
  ai: 10,
  refresh: 6,
  search: 60,
  compute: 60,
  export: 12,
  assistant: 120,
  assistantAi: 6,
  assistantCompute: 40,
} as const

/** Prices are shared by all users and refetched after this many seconds. */
export const PRICE_MAX_AGE_SECONDS = 300
/** A manual refresh fetches again only what is older than this many seconds. */
export const REFRESH_MAX_AGE_SECONDS = 15
