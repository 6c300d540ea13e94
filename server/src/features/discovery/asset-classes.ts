import type { PremiumClass } from '@ballast/quant'

/** A kind of asset: why it moves as it does, and what would show that it no longer does. */
export interface AssetKind {
  /** As people call it; at most two ideas are of one kind. */
  name: string
  premiumClass: PremiumClass
  /** Why it moves by itself; whole sentences without figures. */
  mechanism: string
  /** Events that would falsify the idea behind its calls, and behind its puts; ends of "It would be falsified by …". */
  falsifiedBy: { call: string; put: string }
}

const KINDS = {
  'broad-us': {
    name: 'Broad US shares',
    premiumClass: 'index',
    mechanism:
      'Funds of the whole US market carry the market itself; what they do beyond it is a tilt towards size, style or growth.',
    falsifiedBy: {
      call: 'a fall in which every style of shares falls alike, as when cash itself is wanted',
      put: 'a change of leadership, in which this style holds up while the portfolio’s own names fall',
    },
  },
  international: {
    name: 'International shares',
    premiumClass: 'other',
    mechanism:
      'Shares abroad depend on other central banks, currencies and laws than those in New York. They also close at other hours.',
    falsifiedBy: {
      call: 'a crisis that is the whole world’s, in which the dollar rises and shares abroad fall further than American ones',
      put: 'trouble that is American alone, in which money moves abroad',
    },
  },
  technology: {
    name: 'Technology and communication',
    premiumClass: 'other',
    mechanism:
      'Tech shares are priced for profits far ahead. So they fall together when people doubt growth or interest rates rise.',
    falsifiedBy: {
      call: 'growth being doubted: then these shares fall first, and further than the rest',
      put: 'a flight into size and cash, in which the largest technology companies are the shelter',
    },
  },
  financials: {
    name: 'Financials',
    premiumClass: 'other',
    mechanism:
      'Banks and insurers earn from interest rates and from loans that are paid back. Other firms feel these things only later.',
    falsifiedBy: {
      call: 'doubts about a bank or about credit, in which financial shares fall before all others',
      put: 'long rates that rise while the economy holds, which widens what banks earn',
    },
  },
  energy: {
    name: 'Energy',
    premiumClass: 'other',
    mechanism:
      'Oil and gas firms follow the price of oil. A shock to supply lifts that price and hurts everybody else.',
    falsifiedBy: {
      call: 'a recession, in which demand for oil falls along with shares',
      put: 'a shock to supply, in which energy rises while the market falls',
    },
  },
  health: {
    name: 'Health care',
    premiumClass: 'other',
    mechanism:
      'People need medicine in good and bad years. Biotech also depends on trials, on approval and on cheap money.',
    falsifiedBy: {
      call: 'politics that turn to the price of medicine, or capital that becomes scarce for research',
      put: 'a search for earnings that do not depend on the economy, which health care then provides',
    },
  },
  cyclical: {
    name: 'Industry, materials and consumers',
    premiumClass: 'other',
    mechanism:
      'Makers, builders and shops earn with the cycle. Orders, housing and spending turn before the rest does.',
    falsifiedBy: {
      call: 'a recession, in which orders and purchases are the first to go',
      put: 'an economy that speeds up while your positions fall for other reasons',
    },
  },
  defensive: {
    name: 'Staples and utilities',
    premiumClass: 'other',
    mechanism:
      'People buy food and power in good and bad years, so money hides in these shares. When interest rates rise, their dividends look less good.',
    falsifiedBy: {
      call: 'a fall that comes from rising interest rates, which take these shares down with the rest',
      put: 'a flight out of growth, in which these shares are bought',
    },
  },
  'real-estate': {
    name: 'Real estate',
    premiumClass: 'other',
    mechanism:
      'Property firms borrow a lot. So interest rates and the mood of lenders move them more than earnings do.',
    falsifiedBy: {
      call: 'lenders who withdraw, as they do when property is the cause of the trouble',
      put: 'falling interest rates, which raise the value of rents while shares fall',
    },
  },
  rates: {
    name: 'Government and broad bonds',
    premiumClass: 'other',
    mechanism:
      'Bonds of the government rise when fear for growth pushes interest rates down, and they need nobody’s earnings for it.',
    falsifiedBy: {
      call: 'a fall of shares that comes from inflation and rising interest rates: then bonds fall along with them',
      put: 'fear for growth, in which interest rates fall and bonds rise',
    },
  },
  credit: {
    name: 'Corporate bonds',
    premiumClass: 'other',
    mechanism:
      'Corporate bonds lie between shares and government bonds. Interest rates move the good ones, and fear of default moves the others.',
    falsifiedBy: {
      call: 'spreads that widen as defaults are feared, in which these bonds fall along with shares',
      put: 'a buyer of last resort, as central banks have been, who holds credit up while shares fall',
    },
  },
  metals: {
    name: 'Precious metals',
    premiumClass: 'other',
    mechanism: 'Gold and silver follow real interest rates and fear, not earnings. They are nobody’s debt.',
    falsifiedBy: {
      call: 'a scramble for cash, in which gold is sold because it can be, or real interest rates that rise',
      put: 'stress in which metals are bought as a shelter',
    },
  },
  commodities: {
    name: 'Commodities',
    premiumClass: 'other',
    mechanism:
      'Supply moves raw materials. War, weather and quotas lift their price just when that hurts firms and shoppers most.',
    falsifiedBy: {
      call: 'a recession, in which demand for raw materials falls along with shares',
      put: 'a shock to supply, which raises them while shares fall',
    },
  },
  currencies: {
    name: 'Currencies',
    premiumClass: 'other',
    mechanism:
      'In a crisis people repay debts and close carry trades. That moves money back into the dollar and the yen.',
    falsifiedBy: {
      call: 'a fall of shares in which the shelter is another currency, or central banks that lean against the move',
      put: 'stress that sends money into just this currency',
    },
  },
  crypto: {
    name: 'Crypto',
    premiumClass: 'other',
    mechanism:
      'People buy bitcoin with borrowed money and trade it day and night. The taste for risk moves it more than any use does.',
    falsifiedBy: {
      call: 'a fall of shares in which margin is called, as bitcoin is then sold first',
      put: 'distrust of banks or currencies, in which bitcoin is bought as a way out',
    },
  },
  volatility: {
    name: 'Volatility',
    premiumClass: 'other',
    mechanism:
      'These futures jump when shares fall fast, because people buy protection when the house is on fire. In calm times they lose a bit each month as they are rolled.',
    falsifiedBy: {
      call: 'a fall that is slow and orderly: volatility then hardly rises, and rolling the futures costs more than it brings',
      put: 'a fast fall, in which volatility jumps',
    },
  },
  holding: {
    name: 'The portfolio’s own largest names',
    premiumClass: 'single-name',
    mechanism:
      'Each company has its own news. If it moves with your portfolio beyond the market, both depend on the same thing.',
    falsifiedBy: {
      call: 'news of the company’s own, which the rest of the portfolio does not share',
      put: 'good news of the company’s own on days on which the rest falls',
    },
  },
} as const satisfies Record<string, AssetKind>

export type AssetKindId = keyof typeof KINDS

const MEMBERS: readonly (readonly [AssetKindId, readonly string[]])[] = [
  ['broad-us', ['SPY', 'QQQ', 'IWM', 'DIA', 'USMV', 'ARKK']],
  ['international', ['EFA', 'EEM', 'FXI', 'EWJ', 'INDA', 'EWZ', 'VGK']],
  ['technology', ['XLK', 'SMH', 'SOXX', 'XLC']],
  ['financials', ['XLF', 'KRE']],
  ['energy', ['XLE', 'XOP']],
  ['health', ['XLV', 'XBI']],
  ['cyclical', ['XLI', 'XLY', 'XHB', 'XRT', 'XLB']],
  ['defensive', ['XLP', 'XLU']],
  ['real-estate', ['XLRE', 'VNQ']],
  ['rates', ['TLT', 'IEF', 'SHY', 'TIP', 'AGG']],
  ['credit', ['LQD', 'HYG']],
  ['metals', ['GLD', 'SLV', 'GDX']],
  ['commodities', ['USO', 'UNG', 'DBC']],
  ['currencies', ['UUP', 'FXE', 'FXY']],
  ['crypto', ['IBIT']],
  ['volatility', ['VXX']],
]
const KIND_OF: ReadonlyMap<string, AssetKindId> = new Map(
  MEMBERS.flatMap(([kind, tickers]) => tickers.map((ticker) => [ticker, kind] as const)),
)

/** The kind of a fund of the universe; whatever is not in it is one of the portfolio's own names. */
export const findKind = (ticker: string): AssetKindId => KIND_OF.get(ticker) ?? 'holding'

export const describeKind = (kind: AssetKindId): AssetKind => KINDS[kind]
