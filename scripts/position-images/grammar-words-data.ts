/** Meaning of a figure of a position. */
export type Field = 'quantity' | 'avgCost' | 'costTotal' | 'price' | 'value' | 'gain' | 'gainPercent' | 'day' | 'weight'

export interface Language {
  locale: string
  currency: '$' | '€'
  titles: readonly string[]
  labels: Readonly<Record<Field, readonly string[]>>
  identity: readonly string[]
  total: readonly string[]
}

const ENGLISH: Language = {
  locale: 'en-US',
  currency: '$',
  titles: ['Portfolio', 'Holdings', 'My positions', 'Investments', 'Stocks & ETFs', 'Account summary', 'What you own'],
  labels: {
    quantity: ['Shares', 'Qty', 'Quantity', 'Units', 'Shares owned', 'No. of shares', 'Share count', 'Position size'],
    avgCost: [
      ...['Avg cost', 'Average cost', 'Avg price', 'Cost/share', 'Purchase price', 'Unit cost', 'Entry price'],
      ...['Cost per share', 'Avg. price paid', 'Average buy price', 'Avg cost per share', 'Price paid'],
    ],
    costTotal: ['Cost basis', 'Total cost', 'Invested', 'Amount invested', 'Book value', 'Book cost', 'Money in'],
    price: ['Price', 'Last', 'Last price', 'Current price', 'Market price', 'Quote', 'Price now', 'Mark'],
    value: ['Value', 'Market value', 'Mkt value', 'Current value', 'Total value', 'Worth', 'Market val.'],
    gain: ['Gain', 'Gain/Loss', 'P/L', 'Total return', 'Unrealized P&amp;L', 'Profit', 'Open P&amp;L', 'Total gain'],
    gainPercent: ['Gain %', 'Return %', 'P/L %', 'Gain/Loss %', 'Total return %'],
    day: ["Today's change", 'Day change', 'Day gain', 'Today', 'Chg', '1D change'],
    weight: ['Weight', '% of portfolio', 'Allocation', '% of account', 'Portfolio %'],
  },
  identity: ['Symbol', 'Ticker', 'Name', 'Holding', 'Security', 'Stock', 'Instrument', 'Asset'],
  total: ['Total', 'Account total', 'Total value', 'Portfolio value'],
}

const GERMAN: Language = {
  locale: 'de-DE',
  currency: '€',
  titles: ['Depot', 'Mein Depot', 'Wertpapiere', 'Depotübersicht'],
  labels: {
    quantity: ['Stück', 'Anzahl', 'Bestand', 'Menge'],
    avgCost: ['Kaufkurs', 'Einstandskurs', 'Ø Kaufkurs', 'Einstandspreis'],
    costTotal: ['Einstandswert', 'Kaufwert', 'Investiert'],
    price: ['Kurs', 'Aktueller Kurs', 'Letzter Kurs'],
    value: ['Wert', 'Kurswert', 'Marktwert', 'Gesamtwert'],
    gain: ['Gewinn', 'Gewinn/Verlust', 'G/V', 'Entwicklung'],
    gainPercent: ['G/V %', 'Entwicklung %', 'Rendite %'],
    day: ['Heute', 'Tagesveränderung'],
    weight: ['Anteil %', 'Gewichtung'],
  },
  identity: ['Symbol', 'Wertpapier', 'Name', 'Titel'],
  total: ['Summe', 'Gesamt', 'Depotwert'],
}

const FRENCH: Language = {
  locale: 'fr-FR',
  currency: '€',
  titles: ['Portefeuille', 'Mes titres', 'Positions'],
  labels: {
    quantity: ['Quantité', 'Qté', 'Nombre'],
    avgCost: ['PRU', 'Prix de revient', "Prix d'achat", 'Cours moyen'],
    costTotal: ["Valeur d'achat", 'Montant investi'],
    price: ['Cours', 'Dernier cours', 'Prix'],
    value: ['Valorisation', 'Valeur', 'Montant'],
    gain: ['+/- value', 'Plus-value', 'Gain'],
    gainPercent: ['+/- value %', 'Perf. %'],
    day: ['Variation du jour', 'Var.'],
    weight: ['Poids', 'Poids %'],
  },
  identity: ['Titre', 'Symbole', 'Libellé', 'Nom'],
  total: ['Total', 'Total du portefeuille'],
}

/** English more often than the others, as screens are. */
export const LANGUAGES: readonly Language[] = [ENGLISH, ENGLISH, ENGLISH, ENGLISH, ENGLISH, GERMAN, FRENCH]

/** Clauses of a sentence about one holding, each with the figure that it states in braces. */
export const CLAUSES: Readonly<Record<'quantity' | 'avgCost' | 'costTotal' | 'value', readonly string[]>> = {
  quantity: [
    ...['You own {} shares', '{} shares', 'You hold {} shares', 'Holding {} shares', '{} shares owned', 'Own {} sh'],
    ...['Your position: {} shares', '{} units', 'Qty {}'],
  ],
  avgCost: [
    ...['at an average of {}', 'at {} each', 'bought at {}', 'at an average cost of {}', '@ {}', 'avg cost {}'],
    ...['at {} per share', 'average price {}', 'paid {} a share', 'avg {}'],
  ],
  costTotal: ['for {} in total', 'total cost {}', 'cost basis {}', '{} invested', 'bought for {} in all'],
  value: ['worth {}', 'now worth {}', 'market value {}', 'currently valued at {}', 'value {}', 'worth {} today'],
}

export const EXCHANGES = ['NASDAQ', 'NYSE', 'NYSEARCA', 'AMEX', 'BATS'] as const

export interface Theme {
  page: string
  card: string
  text: string
  faint: string
  line: string
  up: string
  down: string
}

const theme = (page: string, card: string, text: string, faint: string, line: string, up: string, down: string) => ({
  page,
  card,
  text,
  faint,
  line,
  up,
  down,
})

export const THEMES: readonly Theme[] = [
  theme('#ffffff', '#ffffff', '#16181d', '#6a7079', '#e2e5ea', '#0a8a3c', '#c5221f'),
  theme('#f3f4f6', '#ffffff', '#1c2430', '#667085', '#d6dae1', '#127a45', '#b42318'),
  theme('#fbf7ef', '#fffdf8', '#2b2620', '#7c7266', '#e4dccb', '#3b7d23', '#a83a1b'),
  theme('#eef4fb', '#ffffff', '#0b2545', '#5b7090', '#c9d8ea', '#00796b', '#c2185b'),
  theme('#000000', '#111316', '#f5f6f7', '#9aa0a8', '#2a2d31', '#00c805', '#ff5000'),
  theme('#0f1420', '#182030', '#dfe6f2', '#8794ab', '#2a3448', '#34d399', '#f87171'),
  theme('#1b1b1f', '#26262c', '#e9e6e1', '#a19c94', '#3a3a42', '#8bd17c', '#ff8f7a'),
  theme('#102a2e', '#16383d', '#d8efe9', '#86aca8', '#245056', '#7fe3a1', '#ffb199'),
]

/** Faces that the repository brings, and those that most machines have. */
export const FONTS = [
  ...['Inter, sans-serif', 'Inter, sans-serif', '"DejaVu Sans", sans-serif', '"Liberation Sans", sans-serif'],
  ...['"JetBrains Mono", monospace', '"DejaVu Sans Condensed", "Liberation Sans Narrow", sans-serif'],
  ...['"DejaVu Serif", "Liberation Serif", serif'],
]
