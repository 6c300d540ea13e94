import type { HedgeCrisis } from '../hedges.ts'

const list = (words: string) => new Set(words.split(' '))

/** Words that may stand between those of a template: they change nothing of what it says. */
export const SKIPPED = list(
  "a an the i my our we it its this that is are be am of to in on at by i'm i'd i'll we'd it's please want wants would like need should could can may might will shall let do does me us so just very about around roughly approximately total overall whole entire also any",
)
/** Words that say nothing that a search could heed, so that nobody is told that they were not understood. */
export const IDLE = list(
  'and or if when then than as but because for with from against during hedge hedging hedged protect protection insurance portfolio account value money capital assets holdings shares share stocks options puts hello hi thanks thank you ok okay fine great good think sure help trading days more less most least max maximum under below within next only still all everything while even have has what happens happen cover s rather cheapest fidelity schwab vanguard robinhood ibkr',
)
/** What says of a clause that it is refused, over, or about what one has: nothing in it is read. */
export const SPOILERS = list(
  'not no never without nor neither except unless instead ago last past previous already since was were had lost bought sold owned earned gained held retired matter matters care unsure maybe perhaps either',
)
export const NEGATIONS = list(
  "not don't dont cannot can't cant won't wont never without avoid no shouldn't mustn't doesn't",
)
/** Tickers that are words of every day: written small, they are no holdings. */
export const ENGLISH_TICKERS = list(
  'all an any app are art bar be bell best big bill bit boot box bro bug by can car case cash cat cave chef chew city club coin cost cure cut day deck dell dish dog doc door dow ear east eat ever eye fast fat fit fix five flow fly for form fun gap gas go gold good grow has he heat here hi high hold home hope hot how hub ibm ice ideas in info inn it java jack joe key kids kind land lead life like line live loan lot love low luck main man mark mass max may meta mind mob moon more most net new nice now nut old on one open or out own path pay peak pen pets pick play plus pool post pump pure push quad rail ran real red rent rest ride ring road rock run safe sand save sea see self she ship shop show sign six sky sleep snow so son sound spot star stay step stem sum sun swim tap team tech tell ten they tile time tip top toy tree true trip turn two uber up us user very vet wait walk wash watch wave way we well will wing wire wish wit wood word work world yard you zoom',
)
export const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, at) => [word, at + 1] as const)
    .concat(
      'twenty thirty forty fifty sixty'
        .split(' ')
        .flatMap((ten, at) =>
          ['', ...'one two three four five six seven eight nine'.split(' ')].map(
            (one, more) => [one === '' ? ten : `${ten}-${one}`, 10 * (at + 2) + more] as const,
          ),
        ),
    ),
)
/** Parts of a whole, in percent, where "of my portfolio" follows. */
export const PARTS: Readonly<Record<string, number>> = { tenth: 10, fifth: 20, quarter: 25, third: 33.3, half: 50 }

/** What crises are called. */
export const CRISIS_NAMES: Readonly<Record<string, HedgeCrisis>> = {
  'dot-com': 'dotcom-2000',
  dotcom: 'dotcom-2000',
  'tech bubble': 'dotcom-2000',
  'internet bubble': 'dotcom-2000',
  'financial crisis': 'gfc-2007',
  gfc: 'gfc-2007',
  'great recession': 'gfc-2007',
  subprime: 'gfc-2007',
  lehman: 'lehman-2008',
  'debt ceiling': 'debt-ceiling-2011',
  'euro crisis': 'debt-ceiling-2011',
  volmageddon: 'volmageddon-2018',
  covid: 'covid-2020',
  corona: 'covid-2020',
  pandemic: 'covid-2020',
  'carry trade': 'carry-2024',
  tariff: 'tariff-2025',
  tariffs: 'tariff-2025',
}
/** What a year stands for where it is said to come again. */
export const CRISIS_YEARS: Readonly<Record<string, HedgeCrisis>> = {
  2000: 'dotcom-2000',
  2001: 'dotcom-2000',
  2007: 'gfc-2007',
  2008: 'gfc-2007',
  2009: 'gfc-2007',
  2011: 'debt-ceiling-2011',
  2015: 'china-oil-2015',
  2018: 'q4-2018',
  2020: 'covid-2020',
  2022: 'bear-2022',
  2024: 'carry-2024',
  2025: 'tariff-2025',
}
