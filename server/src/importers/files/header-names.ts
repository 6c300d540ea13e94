// Tests: mutated-files.test.ts, file-fixtures.test.ts

/** What brokers call their columns, and which column that makes it. */
import { findRoleByWords, toPlainLetters } from './header-grammar.ts'

export const ROLES = [
  'account',
  'accountName',
  'symbol',
  'description',
  'quantity',
  'price',
  'value',
  'avgCost',
  'costTotal',
  'gain',
  'currency',
  'assetType',
  'cusip',
  'isin',
  'sector',
  'asOf',
  'percent',
  'multiplier',
  'expiry',
  'strike',
  'right',
  'side',
] as const
export type Role = (typeof ROLES)[number]

/** Where each role stands, counted from 0. */
export type Columns = Partial<Record<Role, number>>

/** Names of a role as {@link toHeaderName} writes them; a name that ends in `*` is the beginning of one. */
export type HeaderNames = Partial<Record<Role, readonly string[]>>

const NAMES: Readonly<Record<Role, readonly string[]>> = {
  account: [
    'accountnumber',
    'account',
    'accountno',
    'accountid',
    'acct',
    'acctnumber',
    'accountnamenumber',
    'clientaccountid',
    'konto',
  ],
  accountName: ['accountname', 'accountnickname', 'portfolio', 'portfolioname', 'accounttitle'],
  symbol: [
    ...[
      'symbol',
      'ticker',
      'tickersymbol',
      'symbolcusip',
      'symbolisin',
      'symboolisin',
      'stocksymbol',
      'securitysymbol',
    ],
    ...[
      'instrument',
      'stock',
      'tickercode',
      'code',
      'symbole',
      'simbolo',
      'kürzel',
      'etf',
      'tickers',
      'symbols',
      'asset',
    ],
  ],
  description: [
    ...[
      'description',
      'investmentname',
      'securitydescription',
      'name',
      'product',
      'securityname',
      'company',
      'security',
    ],
    ...['companyname', 'fundname', 'holding', 'investment', 'securityinformation', 'produkt', 'produit', 'producto'],
    ...[
      'prodotto',
      'produto',
      'bezeichnung',
      'assetname',
      'stockname',
      'instrumentname',
      'longname',
      'fund',
      'titre',
      'société',
      'nom',
      'libellé',
      'nombre',
      'nome',
    ],
  ],
  quantity: [
    ...[
      'quantity',
      'qty',
      'qtyquantity',
      'shares',
      'menge',
      'units',
      'aantal',
      'anzahl',
      'quantité',
      'cantidad',
      'quantità',
    ],
    ...['quantidade', 'numberofshares', 'noofshares', 'totalshares', 'sharesheld', 'sharesowned', 'sharequantity'],
    ...['quantityshares', 'position', 'holdings', 'qtyheld', 'currentshares', 'stück', 'stk', 'shs', 'contracts'],
    ...['currentquantity', 'sharesunits', 'qtyshares', 'shareqty', 'totalquantity', 'totalqty', 'openquantity'],
  ],
  price: [
    ...['price', 'lastprice', 'shareprice', 'mark', 'markprice', 'closeprice', 'currentprice', 'marketprice', 'last'],
    ...['closingprice', 'closing', 'slotkoers', 'schlusskurs', 'kurs', 'latestprice', 'priceclose', 'cours', 'koers'],
    ...['cierre', 'quote', 'pricepershare', 'unitprice', 'nav', 'lasttrade', 'presentprice', 'todaysprice', 'preço'],
  ],
  value: [
    ...['currentvalue', 'mktvalmarketvalue', 'mktval', 'marketvalue', 'totalvalue', 'value', 'positionvalue', 'netliq'],
    ...['holdingvalue', 'worth', 'valeur', 'wert', 'marktwert', 'waarde', 'valor', 'balance', 'currentmarketvalue'],
    ...['equity', 'totalmarketvalue', 'endingvalue', 'currentbalance', 'valueusd', 'marketvalueusd', 'presentvalue'],
  ],
  avgCost: [
    ...[
      'averagecostbasis',
      'averagecost',
      'avgcost',
      'costshare',
      'costpershare',
      'pricepaid',
      'unitcost',
      'costprice',
    ],
    ...[
      'avgprice',
      'averageprice',
      'tradeprice',
      'avgcostpershare',
      'averagecostpershare',
      'purchaseprice',
      'buyprice',
    ],
    ...['averagepurchaseprice', 'avgopenprice', 'openprice', 'entryprice', 'avgentryprice', 'averageentryprice'],
    ...[
      'costbasispershare',
      'costbasisprice',
      'avgpricepaid',
      'averagepricepaid',
      'avgcostbasis',
      'averagebuyprice',
      'costperunit',
    ],
    ...[
      'avgunitcost',
      'averageopenprice',
      'einstandskurs',
      'einstandspreis',
      'avg',
      'kaufkurs',
      'averagecostshare',
      'avgbuyprice',
      'gak',
      'gav',
      'pru',
    ],
    ...['costbasisshare', 'unitcostbasis', 'avgpurchaseprice', 'yourcost', 'avgcostshare'],
  ],
  costTotal: [
    ...['costbasistotal', 'costbasis', 'totalcost', 'totalcostbasis', 'bookvalue', 'bookcost', 'purchasevalue', 'cost'],
    ...['einstand', 'kosten', 'costo', 'coste', 'coût', 'custo'],
    ...[
      'investedamount',
      'totalinvested',
      'amountinvested',
      'invested',
      'paid',
      'adjustedcost',
      'totalpurchasecost',
      'basis',
    ],
    ...[
      'purchasecost',
      'acquisitioncost',
      'totalbookcost',
      'originalcost',
      'totalcostbasisusd',
      'costvalue',
      'costbasismoney',
    ],
  ],
  gain: [
    ...[
      'totalgainlossdollar',
      'gaingainloss',
      'unrealizedgainloss',
      'totalgain',
      'unrealizedpl',
      'unrealizedgain',
      'gain',
    ],
    ...['totalunrealizedgain', 'totalgainloss', 'unrealizedpnl', 'plopen', 'unrealizedgl', 'gainloss', 'pl', 'pnl'],
    ...['profitloss', 'totalreturn', 'openpl', 'openpnl', 'unrealizedprofitloss', 'gl', 'totalgl', 'profit'],
  ],
  currency: [
    'currency',
    'ccy',
    'baseccy',
    'localccy',
    'currencycode',
    'currencyprimary',
    'devise',
    'währung',
    'valuta',
    'moneda',
    'curr',
  ],
  assetType: [
    ...[
      'assettype',
      'securitytype',
      'assetclass',
      'assetcategory',
      'instrumenttype',
      'type',
      'producttype',
      'category',
    ],
    ...['securitycategory', 'investmenttype', 'holdingtype'],
  ],
  cusip: ['cusip', 'cusipno', 'cusipnumber'],
  isin: ['isin', 'isincode'],
  sector: ['sector', 'gicssector', 'industrysector'],
  asOf: ['cobdate', 'pricingdate', 'asof', 'asofdate', 'snapshotdate', 'valuationdate', 'positiondate'],
  percent: ['percentofaccount', '%ofacct%ofaccount', '%ofaccount', '%ofportfolio', 'weight', 'allocation', '%ofnav'],
  multiplier: ['mult', 'multiplier', 'contractsize'],
  expiry: ['expdate', 'expirationdate', 'expiry', 'expiration', 'exp', 'expires', 'expirydate'],
  strike: ['strikeprice', 'strike'],
  right: ['callput', 'putcall', 'optiontype', 'cp', 'right'],
  side: ['side', 'longshort', 'direction', 'quantitydirection', 'positiontype', 'positionside'],
}

const EXACT = new Map<string, Role>()
const WITHOUT_ACCENTS = new Map<string, Role>()
for (const role of ROLES) {
  for (const name of NAMES[role]) {
    if (!EXACT.has(name)) EXACT.set(name, role)
    const plain = toPlainLetters(name)
    if (!WITHOUT_ACCENTS.has(plain)) WITHOUT_ACCENTS.set(plain, role)
  }
}

const LONGEST_HEADER = 60
const NOT_IN_A_NAME = /[^\p{L}\p{N}%]+/gu

/** A header cell without case, blanks and punctuation; `%` stays, because it tells a gain from its percentage. */
export function toHeaderName(cell: string): string {
  if (cell.length > LONGEST_HEADER) return ''
  return cell.toLowerCase().replace(NOT_IN_A_NAME, '')
}

/** "Wert CHF", "Value in EUR": the currency says nothing of what the column holds. */
const MONEY_AT_END = /(?:in)?(?:usd|eur|gbp|chf|cad|aud|sek|nok|dkk|pln|pence|gbx)$/

/** The role that a header cell names in any known layout, or by its words; else `undefined`. */
export function findRole(cell: string): Role | undefined {
  return findKnownRole(cell) ?? (cell.length > LONGEST_HEADER ? undefined : findRoleByWords(cell))
}

/** The role that a header cell names in any known layout, or `undefined`. */
export function findKnownRole(cell: string): Role | undefined {
  const name = toHeaderName(cell)
  return EXACT.get(name) ?? EXACT.get(name.replace(MONEY_AT_END, '')) ?? WITHOUT_ACCENTS.get(toPlainLetters(name))
}

/** How many different roles a row of cells names. */
export function countKnownHeaders(cells: readonly string[]): number {
  return new Set(cells.slice(0, 60).flatMap((cell) => findKnownRole(cell) ?? [])).size
}

/**
 * Which column plays which role.
 *
 * @param special names that mean something else in this layout, which win over what they mean elsewhere
 */
export function toRoleColumns(cells: readonly string[], special: HeaderNames = {}): Columns {
  const columns: Columns = {}
  for (const [index, cell] of cells.entries()) {
    const name = toHeaderName(cell)
    if (name === '') continue
    const role = findSpecial(name, special) ?? (isClaimed(name, special) ? undefined : EXACT.get(name))
    if (role !== undefined && columns[role] === undefined) columns[role] = index
  }
  return columns
}

function findSpecial(name: string, special: HeaderNames): Role | undefined {
  return ROLES.find((role) => special[role]?.some((known) => matches(known, name)))
}

/** A layout that names a role's columns itself does not want the names of other layouts for it. */
function isClaimed(name: string, special: HeaderNames): boolean {
  const role = EXACT.get(name)
  return role !== undefined && special[role] !== undefined
}

function matches(known: string, name: string): boolean {
  return known.endsWith('*') ? name.startsWith(known.slice(0, -1)) : known === name
}
