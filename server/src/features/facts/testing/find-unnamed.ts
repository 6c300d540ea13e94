/** Finds sentences that may stand after any other and do not name what they speak of. */
export const findUnnamed = (texts: readonly string[]): string[] =>
  texts.filter((text) => /^(?:It|Its|They|Their|That|Those|These|Together)\b/.test(text))
