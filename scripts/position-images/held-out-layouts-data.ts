import { type Holding, round } from './holdings.ts'
import type { PositionLayout } from './layouts-data.ts'
import { basisOf, gainOf, INTER, money, plain, SANS, worthOf } from './written-figures.ts'

const percentOf = ({ price, cost }: Holding) => (100 * (price / cost - 1)).toFixed(1)
const minus = (value: number) => `${value < 0 ? '−' : '+'}$${money(Math.abs(value))}`

const row = (tag: string, values: readonly string[]) =>
  `<tr>${values.map((value) => `<${tag}>${value}</${tag}>`).join('')}</tr>`
const table = (names: readonly string[], rows: readonly (readonly string[])[]) =>
  `<table>${row('th', names)}${rows.map((values) => row('td', values)).join('')}</table>`

const GRID = 'table { border-collapse: collapse; width: 100% } td, th { white-space: nowrap }'

/** Screens that were drawn before the reading was mended by others, to measure it by once it was. */
export const HELD_OUT_LAYOUTS: readonly PositionLayout[] = [
  {
    name: 'quantity-and-average-in-a-line',
    width: 393,
    scale: 2.625,
    holdings: 7,
    hasCost: true,
    style: `${INTER} background: #fff; color: #111; .row { display: flex; justify-content: space-between; padding: 12px 0; border-bottom: 1px solid #eee } b { font-size: 16px } small { display: block; color: #6b7280; font-size: 12px; margin-top: 3px } .right { text-align: right }`,
    body: (holdings) =>
      `<h3>Brokerage (...7731)</h3>${holdings
        .map(
          (h) =>
            `<div class="row"><div><b>${h.ticker}</b><small>Qty ${plain(h.shares)} · Avg $${money(h.cost)}</small></div><div class="right">$${money(worthOf(h))}<small>${minus(gainOf(h))} (${percentOf(h)}%)</small></div></div>`,
        )
        .join('')}`,
  },
  {
    name: 'left-figures-light-desktop',
    width: 1150,
    scale: 1,
    holdings: 9,
    hasCost: true,
    style: `${INTER} font-size: 14px; background: #fafafa; color: #202124; ${GRID} td, th { padding: 9px 12px; text-align: left; border-bottom: 1px solid #eee } th { color: #5f6368; font-weight: 500 }`,
    body: (holdings) =>
      table(
        ['Holding', 'Units', 'Avg. price', 'Price', 'Total value', 'Unrealized gain', 'Day change', 'Target'],
        holdings.map((h) => [
          ...[
            `<b>${h.ticker}</b>`,
            plain(h.shares),
            `$${money(h.cost)}`,
            `$${money(h.price)}`,
            `$${money(worthOf(h))}`,
          ],
          ...[minus(gainOf(h)), minus(round(worthOf(h) * 0.013, 2)), '12%'],
        ]),
      ),
  },
  {
    name: 'definition-rows-phone',
    width: 400,
    scale: 2,
    holdings: 4,
    hasCost: true,
    style: `${SANS} background: #eef; color: #123; section { background: #fff; padding: 12px; margin: 10px 0; border-radius: 8px } dl { display: flex; justify-content: space-between; margin: 5px 0; font-size: 14px } h5 { font-size: 18px; margin: 0 } p { margin: 2px 0; font-size: 13px; color: #567 } dd { margin: 0 }`,
    body: (holdings) =>
      holdings
        .map(
          (h) =>
            `<section><h5>${h.ticker}</h5><p>${h.name}</p>${[
              ['Shares owned', plain(h.shares)],
              ['Average cost per share', `$${money(h.cost)}`],
              ['Total cost', `$${money(basisOf(h))}`],
              ['Market value', `$${money(worthOf(h))}`],
            ]
              .map(([label, value]) => `<dl><dt>${label}</dt><dd>${value}</dd></dl>`)
              .join('')}</section>`,
        )
        .join(''),
  },
  {
    name: 'kaufkurs-desktop-jpeg',
    width: 1100,
    scale: 1,
    holdings: 9,
    hasCost: true,
    jpegQuality: 60,
    style: `font-family: "DejaVu Sans", sans-serif; font-size: 12px; background: #fff; color: #003; ${GRID} td, th { padding: 6px 9px; text-align: right; border-bottom: 1px solid #ccd } td:nth-child(-n + 2), th:nth-child(-n + 2) { text-align: left }`,
    body: (holdings) =>
      table(
        ['Symbol', 'Wertpapier', 'Stück', 'Kaufkurs', 'Akt. Kurs', 'Diff. abs.', 'Wert in EUR'],
        holdings.map((h) => [
          ...[h.ticker, h.name, plain(h.shares, 'de-DE'), money(h.cost, 'de-DE'), money(h.price, 'de-DE')],
          ...[money(gainOf(h), 'de-DE'), money(worthOf(h), 'de-DE')],
        ]),
      ),
  },
  {
    name: 'ticked-low-resolution-jpeg',
    width: 1180,
    scale: 0.75,
    holdings: 9,
    hasCost: true,
    jpegQuality: 60,
    style: `${SANS} font-size: 15px; background: #fff; color: #222; ${GRID} td, th { padding: 8px 10px; text-align: right; border-bottom: 1px solid #ddd } td:nth-child(2), th:nth-child(2) { text-align: left } .box { display: inline-block; width: 13px; height: 13px; border: 1px solid #888 }`,
    body: (holdings) =>
      table(
        ['<i class="box"></i>', 'Symbol', 'Shares', 'Avg cost', 'Last', 'Market value', 'Total return'],
        holdings.map((h) => [
          ...['<i class="box"></i>', h.ticker, plain(h.shares), money(h.cost), money(h.price), money(worthOf(h))],
          `${gainOf(h) < 0 ? '▼' : '▲'} ${money(Math.abs(gainOf(h)))}`,
        ]),
      ),
  },
  {
    name: 'turned-back-dark-cut-off',
    width: 720,
    scale: 1.5,
    holdings: 9,
    hasCost: true,
    cutsFirst: true,
    style: `${SANS} font-size: 14px; background: #1e1e2e; color: #cdd6f4; main { transform: rotate(-0.9deg); padding: 16px 10px } ${GRID} td, th { padding: 8px; text-align: right } td:first-child, th:first-child { text-align: left } th { color: #a6adc8; background: #1e1e2e; position: relative; top: 17px }`,
    body: (holdings) =>
      table(
        ['Ticker', 'Qty', 'Avg cost', 'Last price', 'Mkt value'],
        holdings.map((h) => [h.ticker, plain(h.shares), money(h.cost), money(h.price), money(worthOf(h))]),
      ),
  },
]
