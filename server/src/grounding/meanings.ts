// Tests: borne-out.test.ts, said-of-figures.test.ts

import type { Fact } from '@ballast/contract'
import { type Cue, readCues, toCues } from './cues.ts'
import { remembered } from './remembered.ts'

/** What has to be said of a figure: of each group at least one cue. */
export interface Meaning {
  /** The same for figures of one kind, whatever they are of. */
  kind: string
  needs: readonly (readonly number[])[]
  /** Of what sort it is: where nothing is said of a figure, it goes on with the sort of the one before. */
  sort: string
  /** False for what so many words may stand for that they never tell that it is meant rather than another. */
  isTelling: boolean
}

/** A kind of label: groups of cues, divided by blanks; within a group any will do. `!` before a group: right beside it. */
type Row = readonly [label: RegExp, needs: string]

const ROWS: readonly Row[] = [
  [/^value of the portfolio$/i, '!value'],
  [/^beta of the portfolio$|^beta of \S+ to the portfolio$/i, 'beta'],
  [/^the most that may be lost$/i, '!limit'],
  [/^fall of the market that the limit/i, '!drop'],
  [/^the most that the hedge may cost|^budget$/i, 'budget'],
  [/^profit if the market .* fall as hard/i, 'loss|gain hard'],
  [/^(?:profit of the portfolio|the same in dollars) if the market falls/i, 'loss|gain drop'],
  [/^(?:profit of the portfolio|the same in dollars) if the market rises/i, 'gain rise'],
  [/^the same with the play/i, 'loss|gain'],
  [/^the portfolio of today through/i, 'loss|gain crisis'],
  [/^the index through/i, 'market crisis'],
  [/^value at risk/i, 'worst|chance'],
  [/^mean (?:loss over|of) the worst/i, 'worst'],
  [/^trading days for which/i, 'days'],
  [/index hedge cannot cover|does not explain$|^variance not explained/i, 'variance own'],
  [/^how far the part that/i, 'own|explain move'],
  [/^share of the portfolio.s variance that/i, 'variance explain'],
  [/of equal size that would be/i, 'equal'],
  [/^share of \S+ in the value/i, 'weight'],
  [/^share of \S+ in the variance/i, 'variance'],
  [/^share of .+ in the S&P/i, 'market'],
  [/^share of .+ in the holdings/i, 'weight'],
  [/^share of cash/i, 'cash'],
  [/^strike/i, '!strike'],
  [/^price above which gains/i, 'cap'],
  [/^last day of trading|^expiry$/i, 'expiry'],
  [/^day on which a third/i, 'renew'],
  [/^ask per share/i, '!ask'],
  [/^bid per share/i, '!bid'],
  [/^premium at the middle|^cost at the middle|^middle of the quote/i, 'middle'],
  [/^cost less cost at the middle/i, 'middle'],
  [/^premium/i, '!price|bid|ask'],
  [/^commissions/i, 'fee'],
  [/^cost a year if rolled/i, 'roll year|roll'],
  [/^cost a year/i, 'year'],
  [/^cost less mean payoff|^what it is expected to cost/i, 'net !net|loss|price'],
  [/^cost of one contract/i, '!price one'],
  [/^cost/i, '!price'],
  [/^loss with it/i, '!loss hedged'],
  [/^given up/i, 'upside'],
  [/^market move from which/i, 'itself'],
  [/^the most that (?:the options alone|one contract) can lose/i, 'most loss|price|most'],
  [/^mean payoff/i, 'payback'],
  [/^share of everything whose sale|^part of every holding/i, 'sell'],
  [/^expected return that selling/i, 'forgo'],
  [/^largest share of one company/i, 'limit|weight'],
  [/^(?:value|worth) of (?:the )?\S+ to|^shares of \S+ to/i, 'trade'],
  [/^contracts left over|^uncovered|^shares left over/i, 'contract|own'],
  [/^days to (?:expiry)|^calendar days to expiry/i, 'expiry'],
  [/^days to renewal/i, 'renew'],
  [/^variance explained beyond/i, 'variance|explain'],
  [/^diversification score/i, 'score'],
  [/^change of the diversification/i, 'score change'],
  [/^average correlation/i, 'corr'],
  [/^volatility of \S+ that its options/i, 'vol|implied'],
  [/^move of \S+ within/i, '!usual|move'],
  [/^share of resampled histories/i, 'history help'],
  [/^resampled histories/i, '!history|found'],
  [/^past stretches and crises in which/i, 'past help'],
  [/^past stretches and crises that/i, '!past'],
  [/^loss beyond the limit/i, 'beyond'],
  [/^loss at stake/i, '!stake'],
  [/^what it (?:takes off|adds to) the mean of the worst/i, 'worst !change|loss|help'],
  [/^what it (?:takes off|adds to) the mean loss over past/i, 'past !change|loss|help|mean'],
  [/^the most confidence/i, 'sure most'],
  [/^confidence/i, 'sure'],
  [/^improvement, as a share/i, 'help2'],
  [/^share of the value at stake from/i, 'help2|limit'],
  [
    /^share of the portfolio with a year|^share of the portfolio that traded|^day of the (?:newest|oldest)|^last close/i,
    'data',
  ],
  [/^share of the portfolio that one play/i, 'budget'],
  [/^share of the portfolio that is moved/i, 'trade|sell'],
  [/^share of the portfolio that is left out/i, 'data|own'],
  [/^share of the portfolio$/i, 'weight|explain'],
  [/^most confidence/i, 'sure'],
  [
    /^(?:further trades|assets|related assets|contracts (?:priced|that passed)|plays|tests|past crises|option contracts|daily returns|positions|holdings that|largest holdings)/i,
    '!found',
  ],
  [/^largest expected share of chance|^expected share of chance/i, 'chance'],
  [/^correlation of the position/i, 'corr'],
  [/^correlation of/i, 'corr'],
  [/^partial correlation/i, 'corr partial'],
  [/^share of other windows|^stability of/i, 'stable'],
  [/^share of the two halves/i, 'stable'],
  [/^mean return of the portfolio in those/i, 'tailpath !gain|loss|value'],
  [/^return on its cost in the worst/i, 'tailpath !gain|loss|payback'],
  [/^expected return on its cost/i, '!expect'],
  [/^mean return of \S+ on the portfolio/i, 'worst !gain|loss|mean'],
  [/^share of the portfolio.s worst days/i, 'worst !rise|loss'],
  [/^return of \S+ on those days beyond/i, 'worst beyond|explain'],
  [/^worst days of/i, 'worst'],
  [/^days in common|^trading days of the|^trading days whose/i, 'days'],
  [/^price of \S+ at which/i, '!breakeven'],
  [/^price of/i, 'price|value|trade|spot'],
  [/^beta-weighted delta/i, 'delta'],
  [/^theta/i, 'decay'],
  [/^delta$/i, 'delta'],
  [/^(?:gamma|vega|rho)\b/i, 'greek'],
  [/^fair value with/i, 'fair|band'],
  [/^fair value/i, 'fair'],
  [/^implied volatility/i, 'implied vol'],
  [/^volatility of this strike/i, 'vol'],
  [/^volatility (?:expected|at which)/i, 'vol'],
  [/^usual error/i, 'forecast|band'],
  [/^usual implied/i, 'vol|implied'],
  [/^score$/i, 'score'],
  [/^contracts (?:bought|sold|to buy)/i, ''],
  [/^what there is to hedge|^what one contract stands/i, 'value|one|stake'],
  [/^least that is worth/i, 'limit|most|help2'],
]

/** Sorts of figures that may follow one another without a word: a loss, and the same in dollars. */
const SORTS: readonly (readonly [sort: string, of: RegExp])[] = [
  [
    'loss',
    /^(?:profit|the same|the portfolio of|the index through|value at risk|mean (?:loss|of the worst|return of the portfolio)|loss with it|how far|the most that may be lost|return on)/i,
  ],
  [
    'price',
    /^(?:the most that (?:the hedge|the options|one contract)|cost|premium|commissions|what it is expected|mean payoff|expected return that)/i,
  ],
  ['part', /^share of \S.* in (?:the|what)/i],
  ['trade', /^(?:value|worth|shares) of .*\bto\b/i],
  ['usual', /^(?:volatility|move) of/i],
  ['delta', /^beta-weighted/i],
  ['contract', /^(?:strike|ask|bid|price|fair|middle)/i],
]
const GENERIC =
  /^!?(?:limit|price|value|weight|loss|gain|drop|market|found|strike|trade|help2|beyond|ask|bid|stake|one|contract|days|net|most|budget|sell|band)\b/

const meaningOfLabel = remembered(4_000, describe)

/** What a fact's label says that it is. Labels that nobody has described are what their own words stand for. */
export const meaningOf = ({ label }: Pick<Fact, 'label'>): Meaning => meaningOfLabel(label)

const toGroup = (group: string) => toCues(group.replace('!', '').split('|') as Cue[])

function describe(label: string): Meaning {
  const row = ROWS.find(([of]) => of.test(label))
  if (row === undefined) {
    const { plain } = readCues(label)
    return { kind: label, needs: plain.some((bits) => bits !== 0) ? [plain] : [], sort: label, isTelling: false }
  }
  const groups = row[1].split(' ').filter((group) => group !== '')
  const sort = SORTS.find(([, of]) => of.test(label))?.[0] ?? row[0].source
  const isTelling = !GENERIC.test(row[1])
  return { kind: row[0].source, needs: groups.map(toGroup), sort, isTelling }
}
