import type { HedgeWish } from '@ballast/contract'

/** What is known of the portfolio that the words are about, and of the day on which they are read. */
export interface PromptSubject {
  /** Tickers held. */
  held: ReadonlySet<string>
  /** Tickers by a word of their company's name that no other holding has, in lower case: "apple". */
  names?: ReadonlyMap<string, string>
  /** Value of the portfolio in US dollars, into which amounts are translated; null when it is not known. */
  value: number | null
  /** Day number, in New York; without it named days are not understood. */
  today?: number
}

export interface UnderstoodPrompt {
  wish: Omit<HedgeWish, 'customPrompt'>
  /** What was understood, by the words that said it. */
  understood: { words: string; meaning: string; field: keyof Omit<HedgeWish, 'customPrompt'> | undefined }[]
  /** Words that nothing follows from, so that nobody thinks it did. */
  notUsed: string[]
}
