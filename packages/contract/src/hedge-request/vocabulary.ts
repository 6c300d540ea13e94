import type { HedgeCrisis } from '../hedges.ts'

const list = (words: string) => new Set(words.split(' '))

/** Words that may stand between those of a template: they change nothing of what it says. */
export const SKIPPED = list(
  "a an the i my our we it its this that is are be am of to in on at by i'm i'd i'll we'd it's please want wants would like need should could can may might will shall let do does me us so just very about around roughly approximately total overall whole entire also any",
)
/** Words that say nothing that a search could heed: beside a template they change nothing either. */
export const IDLE = list(
  'or if when then than as because for with from against during hedge hedging hedged protect protection insurance portfolio account value money capital assets holdings shares share stocks options puts hello hi thanks thank you ok okay fine great good think sure help trading days more less most least max maximum under below within next only still all everything while even have has what happens happen cover s rather cheapest fidelity schwab vanguard robinhood ibkr',
)
/** Tickers that are words of every day: written small, they are no tickers. */
export const ENGLISH_TICKERS = list(
  'all an any app are art bar be bell best big bill bit boot box bro bug by can car case cash cat cave chef chew city club coin cost cure cut day deck dell dish dog doc door dow ear east eat ever eye fast fat fit fix five flow fly for form fun gap gas go gold good grow has he heat here hi high hold home hope hot how hub ibm ice ideas in info inn it java jack joe key kids kind land lead life like line live loan lot love low luck main man mark mass max may meta mind mob moon more most net new nice now nut old on one open or out own path pay peak pen pets pick play plus pool post pump pure push quad rail ran real red rent rest ride ring road rock run safe sand save sea see self she ship shop show sign six sky sleep snow so son sound spot star stay step stem sum sun swim tap team tech tell ten they tile time tip top toy tree true trip turn two uber up us user very vet wait walk wash watch wave way we well will wing wire wish wit wood word work world yard you zoom',
)
const ONES = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const TENS = ['fifteen', ...'twenty twenty-five thirty thirty-five forty forty-five fifty fifty-five sixty'.split(' ')]
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...ONES.map((word, at) => [word, at + 1] as const),
  ...TENS.map((word, at) => [word, 15 + 5 * at] as const),
])

/** What each crisis is called within a sentence, by which words, and by which years where it is said to come again. */
export const CRISES: Readonly<Record<HedgeCrisis, readonly [name: string, words: string, years: string]>> = {
  'dotcom-2000': ['the dot-com crash', 'dot[- ]?com|(?:tech|internet) bubble', '2000|2001'],
  'gfc-2007': ['the global financial crisis', 'financial crisis|gfc|great recession|subprime', '2007|2008|2009'],
  'lehman-2008': ['the Lehman collapse', 'lehman', ''],
  'debt-ceiling-2011': ['the debt ceiling and euro crisis', 'debt ceiling|euro crisis', '2011'],
  'china-oil-2015': ['the China and oil slump', '', '2015'],
  'volmageddon-2018': ['the volatility shock of February 2018', 'volmageddon', ''],
  'q4-2018': ['the fourth quarter of 2018', '', '2018'],
  'covid-2020': ['the COVID crash', 'covid(?:-19)?|corona|pandemic', '2020'],
  'bear-2022': ['the bear market of 2022', '', '2022'],
  'carry-2024': ['the carry trade unwind', 'carry trade', '2024'],
  'tariff-2025': ['the tariff crash', 'tariffs?', '2025'],
}
