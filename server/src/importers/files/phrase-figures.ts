// Tests: phrases.test.ts, pasted-text.test.ts

/** Which number of a typed line is that of the shares, and which the cost. */
import { isNothing, type NumberCells } from './number-cells.ts'

export const SHARE_WORD = /^(?:shares?|shs|sh|stocks?|units?|aktien|stück|stk|actions|aandelen|titres)$/i
export const COST_MARKS = new Set(
  '@ AT COST AVG AVERAGE PRICE FOR PAID BASIS EACH A ZU À AVG. COST: COSTS KURS PREIS'.split(' '),
)
/** Marks of punctuation around a word. */
export const TRAILING_MARKS = /(?<![:()!?])[:()!?]+$|^[(]+/g
/** Words between a number and what it is the number of. */
const JOINTS = /^(?:of|x|my|more|von|de|:|–|-|—)$/i

export interface PhraseFigures {
  shares: string | undefined
  cost: string | undefined
  /** Whether another number of the line may be that of the shares as well. */
  isOpen: boolean
}

interface Figure {
  text: string
  at: number
  isCost: boolean
}

/**
 * The number of shares is the first, unless a mark or the sign of money says that it is a cost. Where one number is marked as
 * the cost, and several are not, the shares are those beside the security or the word "shares".
 */
export function findFigures(
  words: readonly string[],
  numbers: NumberCells,
  isSecurity: (word: string) => boolean,
): PhraseFigures {
  const figures = listFigures(words, numbers)
  const [cost, secondCost] = figures.filter(({ isCost }) => isCost)
  const counts = figures.filter(({ isCost }) => !isCost)
  if (cost === undefined || counts.length < 2) {
    const [shares, second] = counts
    return { shares: shares?.text, cost: (cost ?? second)?.text, isOpen: false }
  }
  const isBeside = ({ at }: Figure) => {
    const behind = words.slice(at + 1).find((word) => !JOINTS.test(word)) ?? ''
    const before = words.slice(0, at).findLast((word) => !JOINTS.test(word)) ?? ''
    return SHARE_WORD.test(behind) || isSecurity(behind) || isSecurity(before)
  }
  const near = counts.filter(isBeside)
  return {
    shares: (near[0] ?? counts[0])?.text,
    cost: cost.text,
    isOpen: near.length !== 1 || secondCost !== undefined,
  }
}

function listFigures(words: readonly string[], numbers: NumberCells): Figure[] {
  const figures: Figure[] = []
  let isCostNext = false
  for (const [at, word] of words.entries()) {
    const plain = word.replace(TRAILING_MARKS, '')
    const text = plain.replace(/^@/, '').replace(/(?<=\d)(?:shares|shs|sh|x)$|^x(?=\d)/i, '')
    // A part of a portfolio is no number of shares, and 600p rather the strike of a put.
    if (
      text.endsWith('%') ||
      /\dp$/i.test(text) ||
      isNothing(text) ||
      numbers.textOf(text) === null ||
      !/\d/.test(text)
    ) {
      isCostNext = COST_MARKS.has(plain.toUpperCase())
      continue
    }
    figures.push({ text, at, isCost: isCostNext || plain.startsWith('@') || /[$€£]/.test(plain) })
    isCostNext = false
  }
  return figures
}
