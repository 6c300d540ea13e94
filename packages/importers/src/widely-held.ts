import widelyHeld from './widely-held.json' with { type: 'json' }

/**
 * Tickers and names of funds and companies that many people hold and that the simulated market does not have. They help to
 * read and to spell; they have no prices here.
 */
export const WIDELY_HELD: readonly { ticker: string; name: string }[] = widelyHeld.map(([ticker = '', name = '']) => ({
  ticker,
  name,
}))
