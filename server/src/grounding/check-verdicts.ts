// Tests: borne-out.test.ts, unsupported-sayings.test.ts

import type { Fact } from '@ballast/contract'
import { indexFacts } from './fact-index.ts'
import { remembered } from './remembered.ts'

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
    words:
      /\b(?:only(?! (?:holding|position|company|one))|merely|minor|small|tiny|modest|little|well spread|spread well|well diversified|balanced)\b/i,
    place: 'sentence',
    says: 'that is much',
  },
  {
    of: /\baction helps\b/i,
    is: (value) => value >= 67,
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
    is: (value) => value > 0,
    words: /\b(?:moves?|goes|runs?) (?:\w+ )?against the (?:portfolio|market|holdings)\b(?!.* {2})/i,
    place: 'lead',
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
    of: /^beta of the portfolio/i,
    is: (value) => Math.abs(value) < 0.3,
    words: /^(?!.*\b(?:hardly|barely|little|not|no)\b).*\b(?:moves?|falls?|rises?) (?:\w+ )?with the market\b/i,
    place: 'sentence',
    says: 'that is hardly',
  },
  {
    of: /^correlation of the position/i,
    is: (value) => value < 0,
    words: /\b(?:lose|loses|falls?|drops?) when (?:it|the portfolio|the market) (?:falls|drops|declines)\b/i,
    place: 'sentence',
    says: 'that is the other way',
  },
  {
    of: /^correlation of the position/i,
    is: (value) => value > 0,
    words: /\b(?:gains?|rises?|pays?) when (?:it|the portfolio|the market) (?:falls|drops|declines)\b/i,
    place: 'sentence',
    says: 'that is the other way',
  },
  {
    of: /^beta-weighted delta with/i,
    is: (value) => value > 0,
    words: /\b(?:lose|loses) (?:with|in|from) a rising market\b|\bgains? (?:with|in|from) a falling market\b/i,
    place: 'sentence',
    says: 'that is the other way',
  },
  {
    of: /^(?:share of resampled histories in which|confidence)/i,
    is: (value) => value < 66,
    words:
      /\b(?:strong|convincing|solid|robust|compelling|clear|overwhelming) (?:case|evidence)\b|\b(?:case|evidence)(?: \w+){0,3} is (?:strong|convincing|solid|robust|compelling|clear|overwhelming)\b/i,
    place: 'sentence',
    says: 'that is weak',
  },
  {
    of: /^average correlation/i,
    is: (value) => value < 0.3,
    words:
      /^(?!.*\b(?:hardly|barely|little|loosely|rarely|weakly|not|no|n['’]t)\b).*\b(?:(?:moves?|falls?|rises?|acts?|swings?) (?:\w+ )?(?:together|alike|as one|in (?:step|lockstep|unison|tandem|the same))|most of (?:them|the holdings)|closely|strongly|highly|tightly)\b/i,
    place: 'sentence',
    says: 'that is little',
  },
  {
    of: /^average correlation/i,
    is: (value) => value > 0.5,
    words: /\b(?:hardly|barely|little|loosely|weakly|independent\w*|apart|unrelated|low)\b/i,
    place: 'sentence',
    says: 'that is much',
  },
  {
    of: /^what it adds to the mean/i,
    is: (value) => value > 0,
    words: /\b(?:takes?|improves?|lowers?|reduces?|cuts?|falls?|eases?|saves?|smaller|better|milder|relieves?)\b/i,
    place: 'before',
    says: 'that is a rise',
  },
  {
    of: /^what it takes off the mean/i,
    is: (value) => value > 0,
    words: /\b(?:adds?|worsens?|raises?|rises?|increases?|grows?|larger|worse|deepens?)\b/i,
    place: 'before',
    says: 'that is a fall',
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

const verdictsOf = remembered(4_000, (label) => VERDICTS.filter(({ of }) => of.test(label)))

/** What words call a figure that it is not: "well diversified" of a score of 32. */
export function findWrongVerdict(use: Judged, facts: readonly Fact[]): string | undefined {
  const { label, value } = use.fact
  if (typeof value !== 'number') return undefined
  const wrong = verdictsOf(label).find(({ is, words, place }) => is(value) && words.test(use[place]))
  if (wrong) return wrong.says
  const share = SHARE.exec(label)?.[1]
  const indexs = share === undefined ? undefined : indexFacts(facts).byLabel.get(`${share} the S&P 500`)?.value
  if (typeof indexs !== 'number') return undefined
  if (value > indexs && LESS.test(use.sentence)) return 'that is more than the index'
  return value < indexs && MORE.test(use.sentence) ? 'that is less than the index' : undefined
}
