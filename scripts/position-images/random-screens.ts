// Tests: random-screens.test.ts

import { Dice } from './dice.ts'
import {
  CLAUSES,
  EXCHANGES,
  type Field,
  FONTS,
  LANGUAGES,
  type Language,
  THEMES,
  type Theme,
} from './grammar-words-data.ts'
import { type Holding, inventHoldings, OTHER_SECURITIES, round, SECURITIES } from './holdings.ts'
import { basisOf, gainOf, moveOf, worthOf } from './written-figures.ts'

/** How the holdings of a screen are set out. */
export type Structure = 'table' | 'list' | 'cards' | 'sentences'

/** One screen of invented holdings, ready to be drawn by a browser. */
export interface RandomScreen {
  structure: Structure
  /** Every word that the grammar chose, for people who look for what is hard. */
  description: string
  width: number
  scale: number
  /** JPEG of this quality; null for PNG. */
  jpegQuality: number | null
  /** The picture ends in the first line of the last holding. */
  isCut: boolean
  /** A whole document. Each holding has the class `item`, its first line `first`. */
  html: string
  /** In the order of the document. */
  positions: readonly TruePosition[]
}

/** Position as a person reads it. */
export interface TruePosition {
  ticker: string
  shares: number
  /** Per share; null when the screen states neither it nor the total. */
  avgCost: number | null
  /** Cost of all shares, where the screen states only that. */
  costTotal: number | null
}

type IdentityStyle =
  | 'ticker'
  | 'ticker over name'
  | 'name over ticker'
  | 'beside'
  | 'brackets'
  | 'exchange below'
  | 'exchange beside'

/** Features that all pictures of a layout share. */
interface Grammar {
  structure: Structure
  language: Language
  theme: Theme
  font: string
  width: number
  scale: number
  size: number
  columns: number
  identity: IdentityStyle
  separator: string
  fields: readonly Field[]
  labels: Readonly<Record<Field, string>>
  hasSigns: boolean
  hasSignedUnits: boolean
  isStacked: boolean
  isUnlabelled: boolean
  labelPlace: 'above' | 'below' | 'beside'
  align: 'left' | 'center' | 'right'
  rule: 'none' | 'lines' | 'zebra' | 'boxes'
  clauses: readonly string[]
  joint: string
  hasTotal: boolean
  hasTitle: boolean
  hasAvatar: boolean
  letterSpacing: number
  jpegQuality: number | null
  turn: number
  noise: number
  isCut: boolean
  holdings: number
  pad: number
}

/**
 * A screen that the grammar draws.
 *
 * @param layoutSeed everything that a broker's programmers decide; layouts are held apart by it, never by the picture
 * @param pictureSeed the holdings
 */
export function drawRandomScreen(layoutSeed: number, pictureSeed: number): RandomScreen {
  const grammar = drawGrammar(layoutSeed)
  const { structure, width, scale, jpegQuality, isCut, language, labels, fields } = grammar
  const random = new Dice(layoutSeed * 1009 + pictureSeed)
  const holdings = inventHoldings(grammar.holdings, random.next, [...SECURITIES, ...OTHER_SECURITIES]).map((holding) =>
    language.locale === 'en-US' ? holding : { ...holding, shares: round(holding.shares, 3) },
  )
  const states = (field: Field) => fields.includes(field)
  return {
    structure,
    width,
    scale,
    jpegQuality,
    isCut,
    description: [structure, grammar.identity, ...fields.map((field) => labels[field]), ...grammar.clauses].join(' | '),
    html: toDocument(grammar, holdings),
    positions: holdings.map((holding) => ({
      ticker: holding.ticker,
      shares: holding.shares,
      avgCost: states('avgCost') ? holding.cost : null,
      costTotal: !states('avgCost') && states('costTotal') ? basisOf(holding) : null,
    })),
  }
}

const STRUCTURES: readonly Structure[] = ['table', 'list', 'cards', 'sentences', 'list', 'cards', 'table']
const MORE_FIELDS: readonly Field[] = ['price', 'value', 'gain', 'gainPercent', 'day', 'weight']

function drawGrammar(seed: number): Grammar {
  const { pick, chance, between, whole } = new Dice(seed)
  const structure = STRUCTURES[seed % STRUCTURES.length] ?? 'table'
  const language = pick(structure === 'sentences' ? LANGUAGES.slice(0, 1) : LANGUAGES)
  const isPhone = structure === 'table' ? chance(0.2) : structure === 'cards' ? chance(0.35) : chance(0.7)
  const columns = structure !== 'cards' || isPhone ? 1 : whole(2, 3)
  const cost = chance(0.7) ? 'avgCost' : chance(0.7) ? 'costTotal' : undefined
  const needed: Field[] = cost ? ['quantity', cost] : ['quantity']
  const most = structure === 'sentences' ? 1 : structure === 'table' && !isPhone ? 5 : 3
  const more: Field[] = MORE_FIELDS.filter(() => chance(0.55)).slice(0, most)
  const isTold = more.includes('value') || more.includes('price')
  const fields = shuffle([...needed, ...(isTold ? more : (['value', ...more] as const))], between)
  const labels = Object.fromEntries(
    Object.entries(language.labels).map(([field, names]) => [field, pick(names)]),
  ) as Record<Field, string>
  const clauses = structure === 'sentences' ? drawClauses(cost, chance(0.7), pick) : []
  return {
    structure,
    language,
    columns,
    labels,
    clauses,
    fields:
      structure === 'sentences' ? [...needed, ...(clauses.length > needed.length ? (['value'] as const) : [])] : fields,
    theme: pick(THEMES),
    font: pick(FONTS),
    width: isPhone ? whole(360, 430) : structure === 'table' ? 560 + 110 * fields.length : whole(700, 1000),
    scale: isPhone ? pick([2, 2, 3]) : pick([1, 1, 1.25, 1.5, 2]),
    size: isPhone ? whole(13, 17) : whole(13, 18),
    identity: pick([
      'ticker',
      'ticker over name',
      'name over ticker',
      'beside',
      'brackets',
      'exchange below',
      'exchange beside',
    ]),
    separator: pick([' · ', ' - ', ' | ', ', ']),
    hasSigns: chance(0.75),
    hasSignedUnits: chance(0.3),
    isStacked: structure === 'table' && chance(isPhone ? 0.8 : 0.2),
    isUnlabelled: structure !== 'table' && chance(0.25),
    labelPlace: pick(['above', 'below', 'beside']),
    align: pick(['right', 'right', 'left', 'center']),
    rule: pick(['none', 'lines', 'lines', 'zebra', 'boxes']),
    joint: pick([' ', ', ', ' · ', '. ']),
    hasTotal: chance(0.4),
    hasTitle: chance(0.7),
    hasAvatar: structure !== 'table' && chance(0.2),
    letterSpacing: chance(0.2) ? between(-0.02, 0.05) : 0,
    jpegQuality: chance(0.35) ? whole(60, 95) : null,
    turn: chance(0.1) ? between(-1.2, 1.2) : 0,
    noise: chance(0.1) ? between(0.05, 0.16) : 0,
    isCut: chance(0.12),
    holdings: structure === 'table' ? whole(4, 8) : columns > 1 ? columns * whole(2, 3) : whole(3, 6),
    pad: whole(6, 16),
  }
}

function shuffle<Item>(items: readonly Item[], between: (low: number, high: number) => number): Item[] {
  return items
    .map((item) => ({ item, at: between(0, 1) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

function drawClauses(cost: Field | undefined, hasValue: boolean, pick: Dice['pick']): string[] {
  const own = [pick(CLAUSES.quantity)]
  if (cost === 'avgCost' || cost === 'costTotal') own.push(pick(CLAUSES[cost]))
  return hasValue ? [...own, pick(CLAUSES.value)] : own
}

/** Figures as the screen writes them. */
class Writer {
  readonly #grammar: Grammar
  readonly #whole: number

  constructor(grammar: Grammar, holdings: readonly Holding[]) {
    this.#grammar = grammar
    this.#whole = holdings.reduce((sum, holding) => sum + worthOf(holding), 0)
  }

  number(value: number, least: number, most = least): string {
    const { locale } = this.#grammar.language
    return value.toLocaleString(locale, { minimumFractionDigits: least, maximumFractionDigits: most })
  }

  money(value: number, isSigned = false): string {
    const { language, hasSigns } = this.#grammar
    const digits = this.number(Math.abs(value), 2)
    const sign = value < 0 ? '-' : isSigned ? '+' : ''
    if (!hasSigns) return sign + digits
    return language.currency === '$' ? `${sign}$${digits}` : `${sign}${digits} €`
  }

  percent(value: number, isSigned = true): string {
    const { locale } = this.#grammar.language
    return `${value < 0 ? '-' : isSigned ? '+' : ''}${this.number(Math.abs(value), 2)}${locale === 'en-US' ? '%' : ' %'}`
  }

  readonly figure = (field: Field, holding: Holding): string => {
    const { shares, price, cost } = holding
    const figures: Record<Field, () => string> = {
      quantity: () => this.number(shares, 0, 6),
      avgCost: () => this.money(cost),
      costTotal: () => this.money(basisOf(holding)),
      price: () => this.money(price),
      value: () => this.money(worthOf(holding)),
      gain: () => tone(gainOf(holding), this.money(gainOf(holding), true)),
      gainPercent: () => tone(gainOf(holding), this.percent(100 * (price / cost - 1))),
      day: () => tone(moveOf(holding), this.money(round(moveOf(holding) * shares, 2), true)),
      weight: () => this.percent((100 * worthOf(holding)) / this.#whole, false),
    }
    return figures[field]()
  }

  get total(): string {
    return this.money(round(this.#whole, 2))
  }
}

const tone = (value: number, text: string) => `<span class="${value < 0 ? 'down' : 'up'}">${text}</span>`

function toDocument(grammar: Grammar, holdings: readonly Holding[]): string {
  const writer = new Writer(grammar, holdings)
  const { language, structure, hasTitle, hasTotal, labels } = grammar
  const seed = holdings.length + labels.value.length
  const title = hasTitle ? `<h3>${language.titles[seed % language.titles.length]}</h3>` : ''
  const sum = `${language.total[seed % language.total.length]}`
  const total = hasTotal && structure !== 'table' ? `<p class="total">${sum} <b>${writer.total}</b></p>` : ''
  const drawn = { table: drawTable, list: drawList, cards: drawCards, sentences: drawSentences }
  const body = drawn[structure](grammar, holdings, writer, sum)
  return `<!doctype html><meta charset="utf-8"><style>${toStyle(grammar)}</style><main>${title}${total}${body}</main>${toNoise(grammar)}`
}

function drawIdentity({ identity, separator, hasAvatar }: Grammar, { ticker, name }: Holding): string {
  const exchange = EXCHANGES[(ticker.length + name.length) % EXCHANGES.length]
  const lines: Record<IdentityStyle, string> = {
    ticker: `<b class="first">${ticker}</b>`,
    'ticker over name': `<b class="first">${ticker}</b><small>${name}</small>`,
    'name over ticker': `<span class="first">${name}</span><small>${ticker}</small>`,
    beside: `<span class="first"><b>${ticker}</b>${separator}${name}</span>`,
    brackets: `<span class="first">${name} (${ticker})</span>`,
    'exchange below': `<b class="first">${ticker}</b><small>${exchange}</small>`,
    'exchange beside': `<span class="first"><b>${ticker}</b> <i>${exchange}</i></span>`,
  }
  const avatar = hasAvatar ? `<u style="background: hsl(${name.length * 23} 60% 42%)">${ticker[0]}</u>` : ''
  return `<div class="who">${avatar}<div>${lines[identity]}</div></div>`
}

function drawTable(grammar: Grammar, holdings: readonly Holding[], writer: Writer, sum: string): string {
  const { fields, labels, language, isStacked, hasTotal } = grammar
  const groups = isStacked ? toPairs(fields) : fields.map((field) => [field])
  const lines = (of: readonly string[]) => of.map((text, at) => (at === 0 ? text : `<small>${text}</small>`)).join('')
  const name = language.identity[holdings.length % language.identity.length]
  const head = groups.map((group) => `<th>${lines(group.map((field) => labels[field]))}</th>`).join('')
  const rows = holdings.map((holding) => {
    const figures = groups.map((group) => `<td>${lines(group.map((field) => writer.figure(field, holding)))}</td>`)
    return `<tr class="item"><td>${drawIdentity(grammar, holding)}</td>${figures.join('')}</tr>`
  })
  const foot = groups.map(([field]) => `<td>${field === 'value' ? writer.total : ''}</td>`).join('')
  const totals = hasTotal && fields.includes('value') ? `<tr><td><b>${sum}</b></td>${foot}</tr>` : ''
  return `<table><tr><th>${name}</th>${head}</tr>${rows.join('')}${totals}</table>`
}

function toPairs(fields: readonly Field[]): Field[][] {
  return Array.from({ length: Math.ceil(fields.length / 2) }, (_, at) => fields.slice(2 * at, 2 * at + 2))
}

/** Entries of two or three lines: what it is at the left with its shares, and what it is worth at the right. */
function drawList(grammar: Grammar, holdings: readonly Holding[], writer: Writer): string {
  const { fields, labels, hasSignedUnits, joint } = grammar
  const isLeft = (field: Field) => field === 'quantity' || field === 'avgCost' || field === 'costTotal'
  const right = fields.filter((field) => !isLeft(field)).slice(0, 2)
  const left = fields.filter(isLeft)
  const units = ['shares', 'units', 'sh', 'shares'][holdings.length % 4] ?? 'shares'
  const entries = holdings.map((holding) => {
    const said = left.map((field) => {
      const figure = writer.figure(field, holding)
      if (field !== 'quantity') return `${labels[field]} ${figure}`
      return hasSignedUnits || grammar.language.locale !== 'en-US' ? `${labels[field]} ${figure}` : `${figure} ${units}`
    })
    const second =
      joint === '. '
        ? said.map((text) => `<small>${text}</small>`).join('')
        : `<small>${said.join(joint === ' ' ? ' · ' : joint)}</small>`
    const figures = right.map((field, at) =>
      at === 0 ? `<b>${writer.figure(field, holding)}</b>` : `<small>${writer.figure(field, holding)}</small>`,
    )
    return `<div class="item row"><div>${drawIdentity(grammar, holding)}${second}</div><div class="end">${figures.join('')}</div></div>`
  })
  return entries.join('')
}

/** Cards in a grid, with a label at each figure or with a sentence. */
function drawCards(grammar: Grammar, holdings: readonly Holding[], writer: Writer): string {
  const { fields, labels, labelPlace, isUnlabelled } = grammar
  const [big, ...others] =
    isUnlabelled && fields.includes('value')
      ? ['value' as const, ...fields.filter((field) => field !== 'value')]
      : [undefined, ...fields]
  const cards = holdings.map((holding) => {
    const pairs = others.map((field) => {
      const [label, figure] = [`<label>${labels[field]}</label>`, `<b>${writer.figure(field, holding)}</b>`]
      return `<div class="pair">${labelPlace === 'below' ? figure + label : label + figure}</div>`
    })
    const head = big ? `<p class="big">${writer.figure(big, holding)}</p>` : ''
    return `<div class="item card">${drawIdentity(grammar, holding)}${head}<div class="pairs">${pairs.join('')}</div></div>`
  })
  return `<div class="grid">${cards.join('')}</div>`
}

function drawSentences(grammar: Grammar, holdings: readonly Holding[], writer: Writer): string {
  const { clauses, fields, joint, isUnlabelled } = grammar
  const items = holdings.map((holding) => {
    const said = clauses.map((clause, at) => clause.replace('{}', writer.figure(fields[at] ?? 'quantity', holding)))
    const sentence = said.map((clause, at) => (at > 0 && joint === '. ' ? capitalise(clause) : clause)).join(joint)
    if (isUnlabelled) return `<p class="item"><span class="first"><b>${holding.ticker}</b>: ${sentence}</span></p>`
    return `<div class="item card">${drawIdentity(grammar, holding)}<p>${sentence}${joint === '. ' ? '.' : ''}</p></div>`
  })
  return `<div class="grid">${items.join('')}</div>`
}

const capitalise = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

function toStyle(grammar: Grammar): string {
  const { theme, font, size, columns, align, rule, pad, letterSpacing, turn, labelPlace } = grammar
  const line = rule === 'lines' ? `border-bottom: 1px solid ${theme.line};` : ''
  const box = rule === 'boxes' ? `border: 1px solid ${theme.line};` : ''
  const pairs =
    labelPlace === 'beside'
      ? '.pair { display: flex; justify-content: space-between; gap: 24px }'
      : '.pairs { display: grid; grid-template-columns: 1fr 1fr; gap: 10px 18px } label, .pair b { display: block }'
  return `
    body { margin: 0; padding: 18px; background: ${theme.page}; color: ${theme.text}; font: ${size}px/1.4 ${font}; letter-spacing: ${letterSpacing}em }
    main { transform: rotate(${turn}deg) } h3 { margin: 0 0 14px } small { display: block; font-size: 0.86em; color: ${theme.faint} }
    label { color: ${theme.faint}; font-size: 0.86em } i { font-style: normal; font-size: 0.8em; color: ${theme.faint} }
    .up { color: ${theme.up} } .down { color: ${theme.down} } .big { font-size: 1.5em; margin: 6px 0 } .total b { font-size: 1.3em }
    .who { display: flex; align-items: center; gap: 10px }
    u { text-decoration: none; width: 2.2em; height: 2.2em; line-height: 2.2em; border-radius: 50%; text-align: center; color: #fff }
    table { border-collapse: collapse; width: 100% } td, th { padding: ${pad * 0.7}px ${pad}px; text-align: ${align}; white-space: nowrap; ${line} ${box} }
    th { color: ${theme.faint}; font-weight: 500; font-size: 0.9em } td:first-child, th:first-child { text-align: left }
    ${rule === 'zebra' ? `tr:nth-child(even) td { background: ${theme.card} } .row:nth-child(even) { background: ${theme.card} }` : ''}
    .row { display: flex; justify-content: space-between; align-items: center; gap: 16px; padding: ${pad}px 4px; ${line} } .end { text-align: right }
    .grid { display: grid; grid-template-columns: repeat(${columns}, 1fr); gap: ${pad}px }
    .card { background: ${theme.card}; padding: ${pad + 4}px; border-radius: 10px; ${box} ${line} } .card p { margin: 6px 0 0 } p.item { margin: 4px 0 }
    .pairs { margin-top: 8px } ${pairs}`
}

/** Grain over the whole picture, as of a photographed or recompressed screen. */
function toNoise({ noise }: Grammar): string {
  if (noise === 0) return ''
  return `<svg style="position: fixed; inset: 0; width: 100%; height: 100%; opacity: ${noise}; pointer-events: none"><filter id="n"><feTurbulence type="fractalNoise" baseFrequency="0.9" numOctaves="2"/><feColorMatrix type="saturate" values="0"/></filter><rect width="100%" height="100%" filter="url(#n)"/></svg>`
}

/** Layouts to tune the reading by, and layouts to check it with, which nobody looks at while tuning. */
export const LAYOUT_SETS = ['tuning', 'check'] as const
const SIZE_OF_A_SET = 100_000

/** Seed of a layout of a set; sets have no layout in common. */
export const toLayoutSeed = (set: (typeof LAYOUT_SETS)[number], layout: number): number =>
  LAYOUT_SETS.indexOf(set) * SIZE_OF_A_SET + layout
