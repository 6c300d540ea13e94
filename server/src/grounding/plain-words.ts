// Tests: unsupported-sayings.test.ts, verify-text.test.ts

import { readFileSync } from 'node:fs'
import { ORDINARY_WORDS } from './ordinary-words.ts'
import { remembered } from './remembered.ts'

/*
 * The words in which analyses are written. What is not among them nobody has looked at: names of companies and people,
 * other languages, numbers in disguise, addresses, news, odds. Words that promise, prophesy, praise or order are left out
 * on purpose.
 */

/** Any word of a sentence that says nothing by itself. */
const FUNCTION_WORDS = `
  a about above across after again against alike all almost along already also although among an and another any
  approximately are aren't around as at away back be because been before behind being below beside besides between
  beyond both but by can can't cannot could couldn't day despite did didn't do does doesn't doing don't done down during
  each earlier early either else enough especially even ever every except few fewer first for from further had has
  hasn't have haven't having hence here how however if in instead into is isn't it it'd it's its itself just largely
  last late later least less let like little longer lot lots mainly many may meanwhile merely might month more moreover
  most mostly much must namely near nearly need neither next no none nor not nothing now of off often on once one only
  onto or other otherwise ought out over own particularly partly per quite rarely rather roughly same second seldom
  several should shouldn't since so some sometimes still such than that that's the their them then there therefore these
  they they're this those though through throughout thus till time times to today too toward towards under unless unlike
  until up usually very via was wasn't week were weren't what when where whereas whether which while who whom whose why
  will with within without won't would wouldn't year yet you you'd you're your yours yourself`

/** What holdings, markets, options and sizes are spoken of with; endings are understood. */
const SUBJECT_WORDS = `
  bring brought front fully mind name decide chance futures perfect never always ever recommend speak spoke spoken surprise
  accept accident account achieve across act action actual add addition advantage adverse adversely affect afford
  aggregate ago aim allow alone alternative amount amplify analyse analysis analyze annual annualised annualized
  anticipate anyone anything apart appear apply appreciate approach area argue argument arise asked asking assess asset
  assign assigned assignment assume assumption attach attractive attribute attribution available average avoid await
  back bad badly balance bank barely base basis basket bear became become begin begun behave behavior behaviour belong
  benchmark benefit best beta better bid big biggest bite blow bond book borne both bottom bought bounce breadth break
  broad broadly budget buffer build built bulk bundle burden business buy buyer calculate calendar call calm cap
  capital capture care careful carry carry-over case cash catch cause caution cautious ceiling ceilinged chain change
  cheap cheaply chiefly choice choose chop chosen chunk circumstance clear clearly climb close closely closing cluster
  coincide collapse collar collateral collect column combination combine come commission common communication company
  company-specific comparable compare comparison compensate compete component compute concentrate concentration concern
  condition confidence confident confirm connect consequence consider considerable considerably consistent constant
  consumer contain continue contract contrary contrast contribute contribution converge core correct correlate
  correlation cost costing costly count counter counterweight couple course cover coverage covered crash create credit
  crisis cumulative current currently curve cushion cut cycle cyclical daily damage data date dated deal dear dearer
  debit decay decent decision decline decrease deduct deep deepen deeper deeply default defence defense defensive
  defensives degree deliver delta demand depend dependence dependent depth derive describe desire detail deteriorate
  differ difference different differently difficult diminish direct direction directly disadvantage disappear
  discretionary distance distinct distinguish distinguishable distribute disturb diversification diversifier diversify
  dividend dominant dominate downside downswing downturn downward drag drain draw drawback drawdown drift drive driver
  drop drown due duration dwarf each ease easily easy effect effective effectively efficient elevated
  eliminate end energy engine enter entire entirely entry environment equal equally equity erode erosion error essence
  essential essentially estate estimate evaluate even evenly event everything evidence exact exactly exceed exception
  excess exchange exclude exercise exhaust exist expansion expect expectation expected expense expensive expiration
  expire expiry explain explanation expose exposure express extend extent extra extreme face fact factor fade fair
  fairly fall fallen familiar far fast fat favor favorable favour favourable feature fee fell figure fill finance
  financial financials find finding fit fixed flat floor flow fluctuate fluctuating fluctuation focus follow forecast
  forgo forgoes forgone form former forward forwent found fraction fraught frequent frequently full fully fund
  fundamental funded further gain gamma gap gave general generally get give given go goes going gone good got gradual
  gradually great greater grew group grow grown growth guard halve hamper hand handle hang happen hard hardly harm haven
  health healthcare heavily heavy heavyweight hedge hedgeable hedging height heighten held help helpful hence high
  higher highly hinge hit hold hold-up holder holding hope horizon huge hurt idea identify idiosyncratic idle illustrate
  imbalance immediate immediately impact implied imply important impose improve improvement include income incomplete
  increase incur independent independently index indexes indicate indices individual individually industrial industrials
 influence initial insensitive inside instance insurable insurance insure insured intact intend intent
  interest internal invest investment involve irrespective issue item join jointly judge jump keep kept key kick kind
  kinds knock know known lack large largely lasting late latter layer lead lean leave led left leg lend length lessen
  level leverage lie life lift light limit limited line linear link liquid liquidity list literal load local lock long
  long-dated loose lopsided lopsidedness lose losing loss lost low lower made magnify magnitude main maintain major make
  manage manner margin mark marked markedly market market-wide mass match material materials matter mature maturity
  maximum mean meaningful meant measure medium meet merit met mid middle midpoint mild minimum minor minus miss mitigate
  mix model moderate modest modestly moment momentum money moneyness mostly move move-against movement name narrow nasty
  natural nature need need-be needed negative negatively net net-of-cost neutral nevertheless news nominal nonetheless
  normal normally notable notably note noticeable notional number observation observe obtain obvious occasion occur odd
  offer offset offsetting often ongoing open operate opposed opposite option order orderly ordinary original outcome
  outlay outright outside outsized outstrip outweigh overall overlap overweight owe own owner package paid pain painful
  pair panic part partial partially particular partner partway past path pattern pay payback payment payoff payout peak
  peer percent percentage perform performance period permanent pick picture piece place plain plainly plan play plunge
  plus point policy pool poor poorly portfolio pose position positive positively possible potential potentially practice
  precise prefer premium present preserve press pressure prevent previous price pricey pricier pricing principal prior
  priority problem process produce profile profit profitable project pronounced proportion proportional proportionally
  protect protect-against protection protective prove provide pull pullback purchase purely purpose put quantity
  quarterly quickly quiet quite quotation quote raise rally random range rank rapid rate ratio reach react reaction
  readily real realise realised reality realize realized reallocate rearrange reason reasonable rebalance rebound
  receive recent recently recommendation recover recovery reduce reduced reduction refer reflect regard regardless
  region reinvest relate relation relationship relative relatively reliable relief relieve rely remain remainder
  remaining remedy remove renew renewal repeat replace represent require resample resampled reserve residual resist
  respect respond response rest result retain retrace retreat return reveal reverse review reward rich right rise risen
  risk risky role roll rolled room rose rotate round rule run running sacrifice said sake sale sample sank saving saw
  say scale scatter scenario score secondary section sector security see seek seem seen segment select sell sell-off
  seller selloff sensible sensitive sensitivity separate separately serious serve services set setback settle severe
  severely shape share share-price sharp sharply shave sheer shield shift shock short short-dated shorter shortfall
  shoulder show shown shrank shrink shrunk shy side sign significant significantly similar similarly simple simply
  simulate simulated simulation single sink sit situation size sizeable sized slice slide slight slightly slip slope
  slow slowly slump small smaller smallest smooth sober soften sold sole solely solid some someone something somewhat
  sooner sort source span spare specific specifically specify spend spent spike spread stabilise stability stabilize
  stable stage stagnate stake stand standard staple staples start state stay steadily steady steep stem step stick stock
  stood stop straight strategy strengthen stress stressed stretch strike strong strongly structure style subject
  substantial substantially subtract sudden suddenly suffer suffice sufficient suggest suit suitable sum sunk support
  surge surplus surrender susceptible sustain swallow swing switch systematic systemic tackle tail take taken takes tame
  target tax taxes technology temper tempered tend tendency term test thereby theta thick thin thing think third those
  threat threaten threshold ticket tie tied tight tighten tilt tiny together tolerance tolerate toll took top total
  touch tough trace track trade trade-off tradeoff trading trail tranche transaction transfer translate treat trend
  trigger trim trimming trouble trough true tumble turmoil turn turnover type typical typically unaffected unattractive
  uncertain uncertainty unchanged uncorrelated uncovered underlying underperform underweight undiversified undo uneven
  unexpected unexplained unfavorable unfavourable unhedged unit universe unpleasant unprotected unrelated untouched
  unwind upkeep upside upswing upward use used useful usual utilities utility valuation value valued variance variation
  vary vega versus view volatile volatility volume vulnerability vulnerable wait want warn watch way weak weaken
  weakness weekly weigh weight weighted well whipsaw whoever whole wholly wide wide-ranging widely widen window wipe
  wiped withstand word work works worse worsen worst worth worthwhile write written wrong yearly yield zone
  adviser advisor aside assignable compound counterparty defer deferred depress discover discovery dip
  finally falsify freeze frees freed incremental interplay lengthen likeliest look looked looking measured mute offload
  pass passed persist quicken reset restart reshape restrain scan scanned shed sheds shedding shelter shorten skew snap
  spill spot steepen straddle struck swap taxable taxed thinner tip ultimately upfront unwanted vanish wane whichever
  withdraw`

/** Words for things that can be bought, each with the securities that stand for them. */
export const ASSET_WORDS: Readonly<Record<string, readonly string[]>> = {
  gold: ['GLD', 'IAU', 'GDX', 'GC1'],
  silver: ['SLV'],
  oil: ['USO', 'XLE', 'XOM', 'CVX'],
  gas: ['UNG'],
  yen: ['FXY'],
  euro: ['FXE'],
  dollar: ['UUP'],
  currency: ['FXY', 'FXE', 'UUP'],
  commodity: ['DBC', 'GLD', 'USO'],
  treasury: ['TLT', 'IEF', 'SHY', 'GOVT', 'BIL'],
  treasuries: ['TLT', 'IEF', 'SHY', 'GOVT', 'BIL'],
  bitcoin: ['IBIT', 'BITO'],
}

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')

const OURS: ReadonlySet<string> = new Set([
  ...words(FUNCTION_WORDS),
  ...words(`${SUBJECT_WORDS} ${ORDINARY_WORDS}`).flatMap((word) => [word, ...word.split('-')]),
])

/** Words of every day; what stands before the first empty line says where they are from. */
const COMMON: ReadonlySet<string> = new Set(
  words(
    readFileSync(new URL('./ordinary-words.txt', import.meta.url), 'utf8')
      .split(/\n{2}/)
      .slice(1)
      .join(' '),
  ),
)

const VOWEL_ENDINGS = /(?:e|ed|er|es|est|ing|able)$/
/** Formed like those above, and something else. */
const OTHER_MEANINGS: ReadonlySet<string> = new Set([
  'likely',
  'lively',
  'goodly',
  'lied',
  'saver',
  'unlikely',
  'user',
  'users',
])

/** "falling", "fallen", "trimmed", "tries": what they are formed from, as far as spelling tells. */
function listStems(word: string): string[] {
  const base = word.replaceAll('’', "'").replace(/(?:'s|')$/, '')
  const stems = [base]
  for (const ending of ['s', 'es', 'd', 'ed', 'ing', 'r', 'er', 'st', 'est', 'ly', 'y']) {
    if (!base.endsWith(ending) || base.length - ending.length < 3) continue
    const stem = base.slice(0, -ending.length)
    stems.push(stem)
    if (VOWEL_ENDINGS.test(ending)) stems.push(`${stem}e`, stem.replace(/([bdgklmnprt])\1$/, '$1'))
    if (stem.endsWith('i')) stems.push(`${stem.slice(0, -1)}y`)
  }
  return stems
}

/** "Broker" is not formed from "broke": who does something is a person. */
const isAgent = (word: string, stem: string) => /ers?$/.test(word) && !/ers?$/.test(stem)

/** True for a word in which analyses are written. @param word in lower case */
export const isPlainWord = remembered(
  10_000,
  (word) =>
    !OTHER_MEANINGS.has(word) &&
    listStems(word).some((stem) => OURS.has(stem) || (COMMON.has(stem) && !isAgent(word, stem))),
)
