import { isAllLabelWords, speaksOfOther } from '../files/header-grammar.ts'
import { findRole, type Role, toHeaderName } from '../files/header-names.ts'

/** What a column or a label of an image says about the figures under or beside it. */
export type ImageRole = Extract<
  Role,
  | 'symbol'
  | 'description'
  | 'quantity'
  | 'price'
  | 'value'
  | 'avgCost'
  | 'costTotal'
  | 'gain'
  | 'currency'
  | 'sector'
  | 'account'
>

const USED = new Set<Role>([
  ...(['symbol', 'description', 'quantity', 'price', 'value', 'avgCost', 'costTotal', 'gain', 'currency'] as const),
  ...(['sector', 'account'] as const),
])

/** Short forms that screens have no room to spell out. */
const SHORT_FORMS: Readonly<Record<string, ImageRole>> = {
  contract: 'symbol',
  sym: 'symbol',
  holdings: 'symbol',
  positions: 'symbol',
  symbolname: 'symbol',
  namesymbol: 'symbol',
  symboldescription: 'symbol',
  stockname: 'symbol',
  oty: 'quantity',
  aty: 'quantity',
  gty: 'quantity',
  qtv: 'quantity',
  pos: 'quantity',
  sh: 'quantity',
  share: 'quantity',
  owned: 'quantity',
  ofshares: 'quantity',
  yourshares: 'quantity',
  youown: 'quantity',
  stuck: 'quantity',
  stuckzahl: 'quantity',
  financialinstrument: 'symbol',
  pstn: 'quantity',
  openqty: 'quantity',
  availableunits: 'quantity',
  availableshares: 'quantity',
  availableqty: 'quantity',
  unitsavailable: 'quantity',
  sharesavailable: 'quantity',
  netqty: 'quantity',
  netpos: 'quantity',
  netposition: 'quantity',
  qtyheld: 'quantity',
  cant: 'quantity',
  qtd: 'quantity',
  qta: 'quantity',
  avg: 'avgCost',
  average: 'avgCost',
  myavg: 'avgCost',
  wtdavg: 'avgCost',
  avgfill: 'avgCost',
  entry: 'avgCost',
  buyin: 'avgCost',
  openrate: 'avgCost',
  avgopen: 'avgCost',
  avgecost: 'avgCost',
  acbshare: 'avgCost',
  acshare: 'avgCost',
  bvshare: 'avgCost',
  bep: 'avgCost',
  breakeven: 'avgCost',
  breakevenprice: 'avgCost',
  gav: 'avgCost',
  preçomédio: 'avgCost',
  precomedio: 'avgCost',
  pregomédio: 'avgCost',
  pregomedio: 'avgCost',
  pmcarico: 'avgCost',
  pmc: 'avgCost',
  acb: 'costTotal',
  taxcost: 'costTotal',
  aankoopwaarde: 'costTotal',
  ltp: 'price',
  cotação: 'price',
  cotacao: 'price',
  pricetoday: 'price',
  worthtoday: 'value',
  valuetoday: 'value',
  pdsh: 'avgCost',
  pdshare: 'avgCost',
  paidsh: 'avgCost',
  tradeprc: 'avgCost',
  dilutedcost: 'avgCost',
  stiick: 'quantity',
  cmp: 'price',
  lst: 'price',
  notional: 'value',
  montant: 'value',
  exposure: 'value',
  depotwert: 'value',
  avgpx: 'avgCost',
  avgprc: 'avgCost',
  avcost: 'avgCost',
  avgpaid: 'avgCost',
  averagepaid: 'avgCost',
  averagepricepaid: 'avgCost',
  avgcostsh: 'avgCost',
  costsh: 'avgCost',
  avgcostprice: 'avgCost',
  youraveragecost: 'avgCost',
  einstand: 'avgCost',
  einstandskurs: 'avgCost',
  lastpx: 'price',
  mktprice: 'price',
  mktpx: 'price',
  px: 'price',
  current: 'price',
  mktvalue: 'value',
  marketval: 'value',
  mv: 'value',
  currentval: 'value',
  yourequity: 'value',
  totalequity: 'value',
  unrlpl: 'gain',
  unrlpnl: 'gain',
  unrealpl: 'gain',
  unrealizedpandl: 'gain',
  openpandl: 'gain',
  alltimereturn: 'gain',
  alltimegain: 'gain',
  totalpl: 'gain',
}

/** A name that differs from these by one character was misread. */
const WELL_KNOWN = ['symbol', 'quantity', 'shares', 'averagecost', 'avgcost', 'marketvalue', 'costbasis', 'lastprice']
/** No misread word but the name of many funds. */
const FUND_FAMILY = 'ishares'
/** The recogniser knows no umlauts. */
const STUECK = /^st[uüil1]{1,3}ck/
const PER_CENT = /%|\bpct\b|percent/i
/** "($)", also as it is read. */
const DOLLARS_AT_END = / ?\([S8$§]{1,2}\)$/
/** The arrow of the column that a table is sorted by, as it is read. */
const SORT_MARK = / [1!|^v¥~+]$|[↓↑▲▼]$/i
const PLUS_MINUS = /^(?:\+ ?\/ ?[-–−]|±) ?\p{L}/u
const AS_OF = / as of [\d/.-]+$/i
const LONGEST_LABEL = 40
const LABELLED_AMOUNT = /^(\p{L}[\p{L}./ ]{0,20}?):? ?[$€£]?\d[\d.,']*[.,]\d{2}$/u

/**
 * What a label or the head of a column says, or undefined when it says nothing that matters here.
 *
 * @param find knows the names; {@link findKnownRole} leaves out those that only their words explain
 */
export function toImageRole(text: string, find: (name: string) => Role | undefined = findRole): ImageRole | undefined {
  if (text.length > LONGEST_LABEL || PER_CENT.test(text)) return undefined
  if (PLUS_MINUS.test(text)) return 'gain'
  const said = text
    .replace(AS_OF, '')
    .replace(SORT_MARK, '')
    .replace(DOLLARS_AT_END, '')
    .replace(/[§$€£]/g, ' ')
    .replace(/\((?:usd|eur|gbp|chf)\)|\b(?:in )?(?:usd|eur|gbp|chf)$/i, '')
  const name = toHeaderName(said).replace(STUECK, 'stuck')
  const role = SHORT_FORMS[name] ?? find(said)
  if (role !== undefined) return isImageRole(role) ? role : undefined
  // A digit was not misread: it is a figure with its label, as in "3 shares".
  if (/\d/.test(name)) return undefined
  const meant = WELL_KNOWN.find((known) => known.length > 5 && name !== FUND_FAMILY && differsByOne(known, name))
  const meantRole = meant === undefined ? undefined : findRole(meant)
  return meantRole !== undefined && isImageRole(meantRole) ? meantRole : undefined
}

/** Whether a label says something that is of no use here, such as the move of a day. */
export function isOfOtherMeaning(text: string): boolean {
  return PER_CENT.test(text) || speaksOfOther(text)
}

/** Whether a piece of text is an amount with a label that nobody knows: it may say what was paid. */
export function hasUnknownLabel(text: string): boolean {
  const label = LABELLED_AMOUNT.exec(text)?.[1]
  return label !== undefined && toImageRole(label) === undefined && !isOfOtherMeaning(label)
}

/** Whether a piece of text is a label, and one that is of no use here. */
export function isLabelOfOther(text: string): boolean {
  return speaksOfOther(text) && isAllLabelWords(text)
}

function isImageRole(role: Role): role is ImageRole {
  return USED.has(role)
}

/** True when one character was replaced, added or left out. */
function differsByOne(known: string, name: string): boolean {
  if (Math.abs(known.length - name.length) > 1) return false
  let start = 0
  while (start < known.length && known[start] === name[start]) start++
  const shorter = Math.min(known.length, name.length)
  let end = 0
  while (end < shorter - start && known[known.length - 1 - end] === name[name.length - 1 - end]) end++
  return Math.max(known.length, name.length) - start - end <= 1
}
