import type { Fact } from '@ballast/contract'

/** A figure, and what is said about it. */
interface Judged {
  fact: Fact
  before: string
  lead: string
  saying: string
  sentence: string
}

interface Verdict {
  of: RegExp
  /** Whether the figure is such that these words are wrong. */
  is(value: number): boolean
  words: RegExp
  place: 'before' | 'lead' | 'saying' | 'sentence'
  says: string
}

/** What words call a figure, and what it must not be for it. */
const VERDICTS: readonly Verdict[] = [
  {
    of: /^diversification score/i,
    is: (value) => value < 50,
    words: /(?<!not |n['’]t |hardly )\b(?:well|excellently|highly|broadly|strongly|nicely|amply) diversified\b/i,
    place: 'sentence',
    says: 'that is poorly diversified',
  },
  {
    of: /^diversification score/i,
    is: (value) => value >= 60,
    words: /\b(?:poorly|badly|hardly) diversified\b/i,
    place: 'sentence',
    says: 'that is not poorly diversified',
  },
  {
    of: /^beta of the portfolio/i,
    is: (value) => value > 1,
    words:
      /\b(?:less|smaller|milder|calmer|weaker)\b[^,;]*\bthan the (?:market|index)\b|\b(?:defensive|hardly|barely|insensitive|calm)\b/i,
    place: 'sentence',
    says: 'that is more than the market',
  },
  {
    of: /^beta of the portfolio/i,
    is: (value) => value < 1,
    words:
      /\b(?:more|harder|larger|faster|stronger)\b[^,;]*\bthan the (?:market|index)\b|\b(?:amplif\w+|aggressive)\b/i,
    place: 'sentence',
    says: 'that is less than the market',
  },
  {
    of: /^share of \S+ in\b/i,
    is: (value) => value >= 40,
    words: /\b(?:only|merely|minor|small|tiny|modest|little|well spread|spread well|well diversified|balanced)\b/i,
    place: 'sentence',
    says: 'that is much',
  },
  {
    of: /\baction helps\b/i,
    is: (value) => value >= 50,
    words: /\b(?:only|merely|just|hardly)\b/i,
    place: 'before',
    says: 'that is most of them',
  },
  {
    of: /correlation\b/i,
    is: (value) => value > 0,
    words: /\b(?:against (?:each other|one another)|opposite|inversely|independent\w*|when the market falls)\b/i,
    place: 'sentence',
    says: 'that is the same way',
  },
  {
    of: /correlation\b/i,
    is: (value) => value < 0,
    words: /^(?!.*\bagainst\b).*\bmoves? (?:\w+ )?(?:with|together)\b/i,
    place: 'lead',
    says: 'that is the other way',
  },
  {
    of: /^cost\b|^premium\b/i,
    is: (value) => value > 0,
    words: /\b(?:credit|receives?|brings? in|income)\b(?: \w+){0,3}\s*$/i,
    place: 'before',
    says: 'that is paid',
  },
  {
    of: /^change of the\b/i,
    is: (value) => value > 0,
    words: /\b(?:worsens?|deteriorates?|falls?|drops?|declines?|lowers?)\b/i,
    place: 'before',
    says: 'that is a rise',
  },
  {
    of: /^change of the\b/i,
    is: (value) => value < 0,
    words: /\b(?:improves?|rises?|increases?|raises?|lifts?)\b/i,
    place: 'before',
    says: 'that is a fall',
  },
  {
    of: /^expected return\b/i,
    is: (value) => value < 0,
    words: /\b(?:cheap|attractive|profitable|good value)\b/i,
    place: 'sentence',
    says: 'that is a loss',
  },
]

const SHARE = /^(Share of .+ in) the holdings$/
const LESS = /\bunderweight\b|\bless \w+ than the (?:index|S&P)/i
const MORE = /\boverweight\b|\bmore \w+ than the (?:index|S&P)/i

/** What words call a figure that it is not: "well diversified" of a score of 32. */
export function findWrongVerdict(use: Judged, facts: readonly Fact[]): string | undefined {
  const { label, value } = use.fact
  if (typeof value !== 'number') return undefined
  const wrong = VERDICTS.find(({ of, is, words, place }) => of.test(label) && is(value) && words.test(use[place]))
  if (wrong) return wrong.says
  const share = SHARE.exec(label)?.[1]
  const indexs = share === undefined ? undefined : facts.find((fact) => fact.label === `${share} the S&P 500`)?.value
  if (typeof indexs !== 'number') return undefined
  if (value > indexs && LESS.test(use.sentence)) return 'that is more than the index'
  return value < indexs && MORE.test(use.sentence) ? 'that is less than the index' : undefined
}
