// Tests: borne-out.test.ts, said-of-figures.test.ts

import { remembered } from './remembered.ts'

/**
 * Cues: what single words let a figure beside them be. Each has the words that stand for it; their endings are understood,
 * and a word may stand for several. Labels of facts are held against them (`meanings.ts`).
 */
const WORDS = {
  loss: 'loss lose losing lost fall fell fallen drop decline down drawdown sink sank sunk damage hit plunge slump slide slid slip hurt shed wipe cost harm suffer bite shave setback dent bleed shrink shrank shrunk tumble erode strip knock toll destroy haircut ache swallow underwater | downside drain take took taken worse crash selloff blow underperform lag off leave stand end remain still through keep hold limit come down goes',
  gain: 'gain profit rise rose risen return up earn made climb rally improve grow grew grown yield positive | make win better lift plus add bring',
  price:
    'come cost price premium pay paid spend spent outlay bill debit credit charge dear cheap expensive fee collect costly insurance set | ticket receive income buy bought tag fund finance for of in total',
  value: 'value worth valued | total size',
  limit:
    'limit ceiling tolerance tolerate allow allowance accept acceptable threshold permit stomach boundary breach line set | cap target below under above over exceed beyond past inside bear bound floor overstep overshoot agree outside less more most wanted want asked ask keep kept stay hold than',
  budget: 'single budget afford spend allowance aside meant allow | most limit',
  drop: 'fall fell fallen drop decline slump slide selloff setback correction shock scenario plunge tumble dip retreat rout downturn pullback | crash down asked same such stress move loss market that',
  market: 'market index benchmark broad sp |',
  rise: 'rise rose rising rally strong stronger climb upside rebound bull upturn | gain good up',
  upside:
    'upside give gave given giving forgo forwent surrender sacrifice forfeit pass cede miss | strong rise rising rally bull participate participation gain cost',
  crisis:
    'market crisis crises turmoil bubble pandemic covid lehman tariff dotcom episode replay meltdown rout | crash bear shock quarter then that',
  past: 'past stretch window crises crisis episode period trial occasion |',
  hard: 'hard harder hardest stress stressed severe harsh | past',
  worst: 'hurt worst tail extreme severe shortfall twentieth adverse cvar | bad risk',
  mean: 'mean average typical usual |',
  variance: 'variance risk volatility | swing fluctuation variation',
  explain: 'explain account follow track due driven attribute attributable shared common reflect | market',
  own: 'cannot unexplained unhedged specific company companies particular single residual outside remain remainder idiosyncratic uncovered untouched escape unrelated neither | not no own beyond open leave left rest without alone individual none nothing',
  move: 'move moved moving swing shift drift stray jump wander | either cost',
  weight:
    'lot keep weight weigh heavier weighting share part portion account dominate stake largest comprise slice concentrate concentration heavy overweight | make made sit hold held own position portfolio holdings invest lie money big biggest value holding put stand tie',
  equal: 'equal equally effective concentrate concentrated concentration | name companies',
  strike: 'strike | put call below above beyond level price at',
  cap: 'cap capped ceiling | above beyond gain upside stop end lid top limit past',
  expiry:
    'expire expiry expiration maturity worthless | close end options lapse last until run dated put call date trading life',
  renew: 'eye renew renewal roll rolled look again review revisit third diary reassess | mark check life',
  roll: 'roll rolled rolling early earlier | third sooner',
  year: 'year annual annum yearly annualise annualize | renew',
  middle: 'limit outset middle mid midpoint halfway centre center offer first sensible | start begin starting work',
  ask: 'ask offer buy bought pay buying | share less',
  bid: 'bid sell sold receive selling collect sale write written short | share more',
  fee: 'commission fee brokerage charge |',
  payback: 'payback payoff back recover recoup repay | pay get mean average hand return expect',
  net: 'counted once end net expect expected balance | average likely come',
  most: 'most maximum limit worst whole entire capped | all nothing risk lose beyond never more',
  sell: 'sell sold selling sale dispose | reduce cut part slice',
  forgo: 'forgo forgone forwent sacrifice | give given return expect sell selling miss',
  chance:
    'allow chance luck lucky coincidence random false spurious noise accident accidental significant discovery fluke |',
  score: 'score diversification diversify diversified |',
  change:
    'rise rose raise lift up increase add improve gain fall lower drop change grow reduce cut ease shrink soften relief relieve shave trim decline | better point take took smaller off down dent more worse less',
  corr: 'correlation correlate correlated | together tandem relation link lockstep opposite against',
  partial: 'partial given | market explain beyond',
  stable: 'sign stable stability | same window',
  implied: 'imply implied | price priced option',
  vol: 'volatility volatile vol |',
  usual: 'usual move swing stray | month within option either',
  history: 'history histories resample resampled simulated | path draw',
  help: 'help helped improve better soften work held smaller favour useful worth nothing same | hold agree up stood say',
  sure: 'confidence confident sure certain conviction |',
  days: 'day | over within',
  expect: 'expect expected expectation forecast | view direction alone average',
  tailpath: 'worst tail tenth | path bad stress',
  breakeven: 'back break even | pay paid earn above below profit',
  itself: 'water ticket itself break even better earn | ahead keep pay from',
  delta: 'delta exposure |',
  decay: 'theta time decay | day',
  fair: 'fair told model | value worth between',
  forecast: 'forecast expect expected |',
  band: 'band range error fair | between lower higher low high from to',
  found:
    'list more asset scan scanned universe relation related significant chain priced pass passed play test tests chosen analyse replay holding position name daily | look looked read contract found choose survive company',
  data: 'data trades quote fresh traded newest close oldest chain | price own year history date',
  cash: 'cash |',
  sector: 'sector index benchmark sp |',
  beyond: 'beyond above over exceed overstep overshoot | past more limit',
  stake: 'stake particular | cost cap lose loss own',
  help2: 'worth below improvement recommend rule call calls act action | worst take off stake from',
  contract: 'contract leftover | left over',
  trade:
    'buy sell sold bought trade sale purchase proceeds | worth put shift move each go goes come add split spread among',
  one: 'contract one each contract apiece per |',
  greek: 'gamma vega rho sensitivity |',
  beta: 'beta |',
  hedged:
    'from to becomes return hedge hedged spread collar put call instead still keep kept leave left limit after bring then protect trim sale sell sold selling remain remaining reallocation shield soften cut reduce lower with it step action insured protected bonds | only them this down would order trade hold',
  spot: 'trades quoted stands climb rise fall level | price from at now today',
} as const

export type Cue = keyof typeof WORDS

const NAMES = Object.keys(WORDS) as Cue[]
const BITS = 30
/** Cues are bits: those that words plainly stand for, then those that they may stand for. */
const WIDTH = Math.ceil(NAMES.length / BITS)

export interface Cues {
  plain: readonly number[]
  vague: readonly number[]
}

const NOTHING: readonly number[] = new Array<number>(WIDTH).fill(0)
const NO_CUES: Cues = { plain: NOTHING, vague: NOTHING }

function toBits(names: Iterable<Cue>): number[] {
  const bits = [...NOTHING]
  for (const name of names) {
    const place = NAMES.indexOf(name)
    const field = Math.floor(place / BITS)
    bits[field] = (bits[field] ?? 0) | (1 << (place % BITS))
  }
  return bits
}

/** Cues of which any will do. */
export function toCues(names: readonly Cue[]): readonly number[] {
  return toBits(names)
}

const PLURAL = ['es', 's']
const ENDINGS = ['ing', 'ed', 'ly']
const SHORTEST = 3

/** A word without its ending, as far as three letters are left. */
export const stem = remembered(10_000, (word) => {
  const cut = cutOff(cutOff(word, PLURAL), ENDINGS)
  const bare = cut.length > SHORTEST ? cut.replace(/[eiy]$/, '') : cut
  return bare.replace(/([bdgklmnprt])\1$/, '$1')
})

function cutOff(word: string, endings: readonly string[]): string {
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= SHORTEST)
  return ending === undefined || word.endsWith('ss') ? word : word.slice(0, -ending.length)
}

const BY_STEM: ReadonlyMap<string, Cues> = collect()

function collect(): ReadonlyMap<string, Cues> {
  const named = new Map<string, { plain: Set<Cue>; vague: Set<Cue> }>()
  for (const name of NAMES) {
    const [plain = '', vague = ''] = WORDS[name].split('|')
    for (const [words, how] of [
      [plain, 'plain'],
      [vague, 'vague'],
    ] as const) {
      for (const word of words.split(' ').filter((one) => one !== '')) {
        const names = named.get(stem(word)) ?? { plain: new Set(), vague: new Set() }
        names[how].add(name)
        named.set(stem(word), names)
      }
    }
  }
  return new Map([...named].map(([word, { plain, vague }]) => [word, { plain: toBits(plain), vague: toBits(vague) }]))
}

/** What a word stands for. @param word in lower case */
export const cuesOf = remembered(5_000, (word) => BY_STEM.get(stem(word.replace(/['’]s?$/, ''))) ?? NO_CUES)

const WORD = /\p{L}+(?:['’]\p{L}+)?/gu

/** What all words of a text stand for; the same clause is looked at for each of its figures. */
export const readCues = remembered(5_000, collectCues)

function collectCues(text: string): Cues {
  const [plain, vague] = [[...NOTHING], [...NOTHING]]
  const lower = text.toLowerCase().replaceAll('sell-off', 'selloff').replaceAll('s&p', 'index')
  for (const word of lower.match(WORD) ?? []) {
    const cues = cuesOf(word)
    for (let place = 0; place < WIDTH; place += 1) {
      plain[place] = (plain[place] ?? 0) | (cues.plain[place] ?? 0)
      vague[place] = (vague[place] ?? 0) | (cues.vague[place] ?? 0)
    }
  }
  return { plain, vague }
}

export function shareBits(a: readonly number[], b: readonly number[]): boolean {
  for (let place = 0; place < WIDTH; place += 1) if (((a[place] ?? 0) & (b[place] ?? 0)) !== 0) return true
  return false
}

const unite = (a: readonly number[], b: readonly number[]) => a.map((bits, place) => bits | (b[place] ?? 0))

export const join = (a: Cues, b: Cues): Cues => ({ plain: unite(a.plain, b.plain), vague: unite(a.vague, b.vague) })

export const isSilent = ({ plain, vague }: Cues): boolean =>
  !plain.some((bits) => bits !== 0) && !vague.some((bits) => bits !== 0)
