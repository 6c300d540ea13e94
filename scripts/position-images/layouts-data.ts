import { type Holding, round } from './holdings.ts'
import { basisOf, comma, gainOf, INTER, money, plain, SANS, worthOf } from './written-figures.ts'

/** A screen with positions that no broker has, and how it is photographed. */
export interface PositionLayout {
  name: string
  width: number
  scale: number
  holdings: number
  /** JPEG of this quality; PNG without it. */
  jpegQuality?: number
  /** Only the total cost is shown, so the cost per share is a quotient. */
  isCostDerived?: boolean
  hasCost: boolean
  /** A header that stays covers half of the first holding, as when a page was scrolled; that one is not to be read. */
  cutsFirst?: boolean
  style: string
  /** The page. @param hint a number from 0 to 1 for what may vary */
  body: (holdings: readonly Holding[]) => string
}

const percentOf = (holding: Holding) => (100 * (holding.price / holding.cost - 1)).toFixed(2)
const signed = (value: number) => `${value < 0 ? '-' : '+'}$${money(Math.abs(value))}`
const short = (value: number) => (value >= 1e6 ? `${(value / 1e6).toFixed(2)}M` : `${(value / 1e3).toFixed(1)}K`)

const cells = (tag: string, values: readonly (string | number)[]) =>
  `<tr>${values.map((value) => `<${tag}>${value}</${tag}>`).join('')}</tr>`
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[], foot = '') =>
  `<table><thead>${cells('th', head)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody>${foot}</table>`

const NUMBERS_RIGHT =
  'table { border-collapse: collapse; width: 100% } td, th { text-align: right } td:first-child, th:first-child { text-align: left }'

export const LAYOUTS: readonly PositionLayout[] = [
  {
    name: 'stacked-columns-dark-phone',
    width: 412,
    scale: 2,
    holdings: 7,
    hasCost: true,
    style: `${INTER} background: #0b0e14; color: #e8eaed; table { width: 100%; border-collapse: collapse } th { color: #8b93a1; font: 400 11px Inter; text-align: right } td { padding: 9px 0; border-bottom: 1px solid #20252e; text-align: right; font-size: 14px } td:first-child, th:first-child { text-align: left } small { display: block; color: #9aa3b2; font-size: 12px; margin-top: 3px } .up { color: #22c58b }`,
    body: (holdings) =>
      `<h3>My Positions (${holdings.length})</h3>${table(
        ['Symbol', 'Mkt Value<br>Quantity', 'Last Price<br>Avg Cost', 'Open P&amp;L'],
        holdings.map((h) => [
          `<b>${h.ticker}</b><small>${h.name.slice(0, 14)}</small>`,
          `${money(worthOf(h))}<small>${plain(h.shares)}</small>`,
          `${money(h.price)}<small>${money(h.cost)}</small>`,
          `<span class="up">${gainOf(h) < 0 ? '' : '+'}${money(gainOf(h))}</span><small>${percentOf(h)}%</small>`,
        ]),
      )}`,
  },
  {
    name: 'cards-light-phone',
    width: 390,
    scale: 2,
    holdings: 4,
    hasCost: true,
    style: `${INTER} background: #f2f3f5; color: #16181d; .card { background: #fff; border-radius: 14px; padding: 14px; margin: 12px 0 } h4 { margin: 0; font-size: 17px } p { margin: 2px 0 10px; color: #6a7079; font-size: 13px } .grid { display: grid; grid-template-columns: 1fr 1fr; gap: 10px } label { display: block; color: #7a818b; font-size: 12px } b { font-size: 15px; font-weight: 600 }`,
    body: (holdings) =>
      `<h2>Portfolio</h2>${holdings
        .map(
          (h) =>
            `<div class="card"><h4>${h.ticker}</h4><p>${h.name}</p><div class="grid">${[
              ['Shares', plain(h.shares)],
              ['Market value', `$${money(worthOf(h))}`],
              ['Average cost', `$${money(h.cost)}`],
              ['Total return', `${signed(gainOf(h))}`],
            ]
              .map(([label, value]) => `<div><label>${label}</label><b>${value}</b></div>`)
              .join('')}</div></div>`,
        )
        .join('')}`,
  },
  {
    name: 'decimal-comma-desktop',
    width: 1180,
    scale: 1,
    holdings: 9,
    hasCost: true,
    style: `${SANS} font-size: 14px; background: #fff; color: #222; ${NUMBERS_RIGHT} td, th { padding: 7px 10px; border-bottom: 1px solid #ddd } th { background: #f0f4f8 } td:nth-child(2), th:nth-child(2) { text-align: left }`,
    body: (holdings) =>
      `<h3>Depotübersicht</h3>${table(
        ['Symbol', 'Bezeichnung', 'Anzahl', 'Einstandskurs', 'Kurs', 'Wert EUR', 'Anteil %'],
        holdings.map((h) => [
          ...[h.ticker, h.name, plain(h.shares, 'de-DE'), `${comma(h.cost)} €`, `${comma(h.price)} €`],
          ...[`${comma(worthOf(h))} €`, `${comma(4.2)} %`],
        ]),
      )}`,
  },
  {
    name: 'short-values-dark-desktop',
    width: 980,
    scale: 1,
    holdings: 10,
    hasCost: true,
    style: `font-family: "DejaVu Sans", sans-serif; font-size: 12px; background: #101820; color: #c9d4e0; table { width: 100%; border-collapse: collapse } td, th { text-align: center; padding: 6px; border-bottom: 1px solid #22303d } th { color: #6f8296; font-weight: 400 }`,
    body: (holdings) =>
      table(
        ['Ticker', 'Shares', 'Avg Price', 'Mark', 'Mkt Value', 'P/L %'],
        holdings.map((h) => [
          h.ticker,
          plain(h.shares),
          money(h.cost),
          money(h.price),
          short(worthOf(h)),
          `${percentOf(h)}%`,
        ]),
      ),
  },
  {
    name: 'small-type-desktop',
    width: 860,
    scale: 1,
    holdings: 12,
    hasCost: true,
    style: `${SANS} font-size: 11px; background: #fff; color: #333; ${NUMBERS_RIGHT} td, th { padding: 3px 8px } tr:nth-child(even) td { background: #f4f7fb }`,
    body: (holdings) =>
      table(
        ['Symbol', 'Quantity', 'Last', 'Market Value', 'Unit Cost', 'Cost Basis', 'Gain/Loss ($)'],
        holdings.map((h) => [
          ...[h.ticker, plain(h.shares), money(h.price), money(worthOf(h)), money(h.cost), money(basisOf(h))],
          money(gainOf(h)),
        ]),
      ),
  },
  {
    name: 'chips-light-phone',
    width: 390,
    scale: 3,
    holdings: 6,
    hasCost: false,
    style: `${INTER} background: #fff; color: #202124; .row { display: flex; justify-content: space-between; padding: 12px 0; border-bottom: 1px solid #e8eaed } .chip { background: #1a73e8; color: #fff; border-radius: 6px; padding: 4px 8px; font: 600 13px Inter } .sub { color: #5f6368; font-size: 13px; margin-top: 8px } .right { text-align: right; font-size: 15px }`,
    body: (holdings) =>
      `<h2>Watch and own</h2>${holdings
        .map(
          (h) =>
            `<div class="row"><div><span class="chip">${h.ticker}</span><div class="sub">${plain(h.shares)} shares</div></div><div class="right">$${money(worthOf(h))}<div class="sub">$${money(h.price)}</div></div></div>`,
        )
        .join('')}`,
  },
  {
    name: 'serif-name-with-ticker',
    width: 1100,
    scale: 1,
    holdings: 8,
    hasCost: true,
    style: `font-family: "Liberation Serif", serif; font-size: 16px; background: #fffdf7; color: #111; ${NUMBERS_RIGHT} td, th { padding: 6px 12px } tfoot td { font-weight: 700; border-top: 2px solid #333 }`,
    body: (holdings) =>
      table(
        ['Investment', 'Units', 'Price', 'Value', 'Avg Cost'],
        holdings.map((h) => [
          `${h.name} (${h.ticker})`,
          plain(h.shares),
          `$${money(h.price)}`,
          `$${money(worthOf(h))}`,
          `$${money(h.cost)}`,
        ]),
        `<tfoot>${cells('td', [
          'Total',
          '',
          '',
          `$${money(
            round(
              holdings.reduce((sum, h) => sum + worthOf(h), 0),
              2,
            ),
          )}`,
          '',
        ])}</tfoot>`,
      ),
  },
  {
    name: 'detail-dark-phone',
    width: 390,
    scale: 2,
    holdings: 1,
    hasCost: true,
    style: `${INTER} background: #000; color: #fff; .line { display: flex; justify-content: space-between; padding: 13px 0; border-bottom: 1px solid #1d1d1f; font-size: 16px } .line span:first-child { color: #98989f } h1 { font-size: 30px; margin: 4px 0 }`,
    body: ([h]) =>
      h
        ? `<p>${h.ticker}</p><h1>${h.name}</h1><h1>$${money(h.price)}</h1><h3>Your holding</h3>${[
            ['Quantity', plain(h.shares)],
            ['Average cost', `$${money(h.cost)}`],
            ['Market value', `$${money(worthOf(h))}`],
            ["Today's return", '+$12.44 (+0.31%)'],
            ['Total return', `${signed(gainOf(h))} (${percentOf(h)}%)`],
            ['52 week high', `$${money(h.price * 1.3)}`],
          ]
            .map(([label, value]) => `<div class="line"><span>${label}</span><span>${value}</span></div>`)
            .join('')}`
        : '',
  },
  {
    name: 'plain-lines',
    width: 640,
    scale: 1,
    holdings: 8,
    hasCost: true,
    style: `font-family: "DejaVu Sans Mono", monospace; font-size: 15px; background: #fff; color: #000; p { margin: 6px 0 }`,
    body: (holdings) => holdings.map((h) => `<p>${h.ticker} ${plain(h.shares)} @ $${money(h.cost)}</p>`).join(''),
  },
  {
    name: 'two-line-heads-jpeg',
    width: 1080,
    scale: 1,
    holdings: 9,
    hasCost: true,
    jpegQuality: 40,
    style: `${SANS} font-size: 13px; background: #fff; color: #1c2733; ${NUMBERS_RIGHT} td, th { padding: 8px 12px } th { font-weight: 700; vertical-align: bottom; border-bottom: 2px solid #8aa } tr:nth-child(odd) td { background: #eef3f7 }`,
    body: (holdings) =>
      table(
        [
          'Symbol',
          'Last<br>price',
          'Quantity',
          'Average<br>cost basis',
          'Cost basis<br>total',
          'Current<br>value',
          'Total<br>gain/loss',
        ],
        holdings.map((h) => [
          ...[h.ticker, `$${money(h.price)}`, plain(h.shares), `$${money(h.cost)}`, `$${money(basisOf(h))}`],
          ...[`$${money(worthOf(h))}`, signed(gainOf(h))],
        ]),
      ),
  },
  {
    name: 'turned-phone-jpeg',
    width: 430,
    scale: 2,
    holdings: 6,
    hasCost: true,
    jpegQuality: 75,
    style: `${SANS} background: #fff; color: #111; main { transform: rotate(-2deg); padding: 20px 6px } .row { display: flex; justify-content: space-between; padding: 9px 0; border-bottom: 1px solid #ccc } small { display: block; color: #555; font-size: 13px; margin-top: 3px } .right { text-align: right }`,
    body: (holdings) =>
      holdings
        .map(
          (h) =>
            `<div class="row"><div><b>${h.ticker}</b><small>${plain(h.shares)} shares</small></div><div class="right">$${money(worthOf(h))}<small>Avg $${money(h.cost)}</small></div></div>`,
        )
        .join(''),
  },
  {
    name: 'total-cost-only',
    width: 900,
    scale: 1,
    holdings: 8,
    hasCost: true,
    isCostDerived: true,
    style: `${INTER} font-size: 14px; background: #fff; color: #1b1f24; ${NUMBERS_RIGHT} td, th { padding: 8px 14px; border-bottom: 1px solid #eaeef2 }`,
    body: (holdings) =>
      table(
        ['Holding', 'Shares', 'Price', 'Value', 'Cost basis'],
        holdings.map((h) => [
          `<b>${h.ticker}</b>`,
          plain(h.shares),
          `$${money(h.price)}`,
          `$${money(worthOf(h))}`,
          `$${money(basisOf(h))}`,
        ]),
      ),
  },
  {
    name: 'short-positions-blue',
    width: 1000,
    scale: 1,
    holdings: 8,
    hasCost: true,
    style: `${SANS} font-size: 14px; background: #0d2346; color: #dbe7ff; ${NUMBERS_RIGHT} td, th { padding: 7px 12px; border-bottom: 1px solid #1b3a6b } th { color: #8fb0e8 }`,
    body: (holdings) =>
      table(
        ['Symbol', 'Description', 'Position', 'Avg Price', 'Close Price', 'Market Value'],
        holdings.map((h) => [h.ticker, h.name, plain(h.shares), money(h.cost), money(h.price), money(worthOf(h))]),
      ),
  },
  {
    name: 'dotted-line-phone',
    width: 400,
    scale: 2,
    holdings: 7,
    hasCost: true,
    style: `${INTER} background: #1c1c1e; color: #fff; .row { padding: 11px 0; border-bottom: 1px solid #3a3a3c; display: flex; justify-content: space-between } small { display: block; color: #aeaeb2; font-size: 13px; margin-top: 4px } .pill { align-self: center; background: #30d158; color: #002b0d; border-radius: 8px; padding: 6px 10px; font-weight: 600 }`,
    body: (holdings) =>
      `<h1>Holdings</h1>${holdings
        .map(
          (h) =>
            `<div class="row"><div><b>${h.name}</b><small>${h.ticker} · ${plain(h.shares)} shares · Avg $${money(h.cost)}</small></div><div class="pill">$${money(h.price)}</div></div>`,
        )
        .join('')}`,
  },
  {
    name: 'low-resolution',
    width: 1040,
    scale: 0.8,
    holdings: 8,
    hasCost: true,
    style: `${SANS} font-size: 15px; background: #fff; color: #222; ${NUMBERS_RIGHT} td, th { padding: 7px 12px; border-bottom: 1px solid #ccc }`,
    body: (holdings) =>
      table(
        ['Ticker', 'Company', 'Shares', 'Price', 'Avg Cost', 'Total Value'],
        holdings.map((h) => [
          h.ticker,
          h.name,
          plain(h.shares),
          `$${money(h.price)}`,
          `$${money(h.cost)}`,
          `$${money(worthOf(h))}`,
        ]),
      ),
  },
  {
    name: 'monospaced-ledger',
    width: 760,
    scale: 1,
    holdings: 9,
    hasCost: true,
    style: `font-family: "Liberation Mono", monospace; font-size: 13px; background: #04150d; color: #9be7b5; ${NUMBERS_RIGHT} td, th { padding: 4px 10px } th { color: #4f9d70 }`,
    body: (holdings) =>
      table(
        ['SYM', 'SHS', 'AVG COST', 'LAST', 'MKT VAL', 'CHG%'],
        holdings.map((h) => [h.ticker, plain(h.shares), money(h.cost), money(h.price), money(worthOf(h)), '+1.24%']),
      ),
  },
  {
    name: 'cards-in-columns',
    width: 900,
    scale: 1.5,
    holdings: 6,
    hasCost: true,
    style: `${INTER} background: #eef1f5; color: #101418; main { display: grid; grid-template-columns: 1fr 1fr; gap: 14px } .card { background: #fff; border: 1px solid #d6dde6; border-radius: 8px; padding: 14px } b { font-size: 18px } p { margin: 6px 0; font-size: 14px; color: #44505c }`,
    body: (holdings) =>
      holdings
        .map(
          (h) =>
            `<div class="card"><b>${h.ticker}</b><p>${plain(h.shares)} shares</p><p>Avg cost $${money(h.cost)}</p><p>Value $${money(worthOf(h))}</p></div>`,
        )
        .join(''),
  },
  {
    name: 'quantity-first',
    width: 1000,
    scale: 1,
    holdings: 9,
    hasCost: true,
    style: `${SANS} font-size: 14px; background: #fff; color: #202020; ${NUMBERS_RIGHT} td, th { padding: 6px 12px } td:nth-child(2), th:nth-child(2), td:nth-child(3), th:nth-child(3) { text-align: left }`,
    body: (holdings) =>
      table(
        ['Qty', 'Symbol', 'Description', 'Price Paid', 'Last', 'Mkt Value'],
        holdings.map((h) => [plain(h.shares), h.ticker, h.name, money(h.cost), money(h.price), money(worthOf(h))]),
      ),
  },
  {
    name: 'value-above-shares-phone',
    width: 393,
    scale: 3,
    holdings: 7,
    hasCost: false,
    style: `${INTER} background: #fff; color: #0b0b0c; .row { display: flex; justify-content: space-between; padding: 12px 0; border-bottom: 1px solid #ececf0 } b { font-size: 16px } small { display: block; color: #6e6e73; font-size: 13px; margin-top: 3px } .right { text-align: right }`,
    body: (holdings) =>
      holdings
        .map(
          (h) =>
            `<div class="row"><div><b>${h.ticker}</b><small>${h.name}</small></div><div class="right"><b>$${money(worthOf(h))}</b><small>${plain(h.shares)} shares</small></div></div>`,
        )
        .join(''),
  },
  {
    name: 'gain-only-dark-jpeg',
    width: 940,
    scale: 1,
    holdings: 9,
    hasCost: true,
    jpegQuality: 55,
    style: `font-family: "DejaVu Sans", sans-serif; font-size: 14px; background: #1b1b2b; color: #f0f0ff; ${NUMBERS_RIGHT} td, th { padding: 8px 12px } th { color: #9a9ac0 } td:nth-child(2), th:nth-child(2) { text-align: left } tr:nth-child(even) td { background: #232338 }`,
    body: (holdings) =>
      table(
        ['Stock', 'Name', 'Shares', 'Avg. Price', 'Current Price', 'Profit/Loss'],
        holdings.map((h) => [
          h.ticker,
          h.name.slice(0, 22),
          plain(h.shares),
          money(h.cost),
          money(h.price),
          signed(gainOf(h)),
        ]),
      ),
  },
  {
    name: 'narrow-type-many-columns',
    width: 1080,
    scale: 1,
    holdings: 11,
    hasCost: true,
    style: `font-family: "Liberation Sans Narrow", sans-serif; font-size: 14px; background: #fff; color: #111; ${NUMBERS_RIGHT} td, th { padding: 4px 9px; border: 1px solid #ccd }`,
    body: (holdings) =>
      table(
        ['Symbol', 'Price', 'Change', 'Quantity', 'Market Value', 'Avg Cost', 'Total Cost', 'Gain $', 'Gain %'],
        holdings.map((h) => [
          ...[h.ticker, money(h.price), '+0.42', plain(h.shares), money(worthOf(h)), money(h.cost), money(basisOf(h))],
          ...[money(gainOf(h)), `${percentOf(h)}%`],
        ]),
      ),
  },
  {
    name: 'value-above-label-detail',
    width: 400,
    scale: 2,
    holdings: 1,
    hasCost: true,
    style: `${SANS} background: #fafafa; color: #111; .grid { display: grid; grid-template-columns: 1fr 1fr; gap: 18px } .grid div { text-align: center } b { display: block; font-size: 18px } span { color: #777; font-size: 13px }`,
    body: ([h]) =>
      h
        ? `<h2>${h.name} (${h.ticker})</h2><div class="grid">${[
            [plain(h.shares), 'Shares'],
            [`$${money(h.cost)}`, 'Average cost'],
            [`$${money(worthOf(h))}`, 'Market value'],
            [`$${money(h.price)}`, 'Last price'],
          ]
            .map(([value, label]) => `<div><b>${value}</b><span>${label}</span></div>`)
            .join('')}</div>`
        : '',
  },
  {
    name: 'blanks-between-thousands',
    width: 1020,
    scale: 1,
    holdings: 8,
    hasCost: true,
    style: `${SANS} font-size: 15px; background: #fff; color: #1d1d1d; ${NUMBERS_RIGHT} td, th { padding: 7px 14px; border-bottom: 1px solid #e2e2e2 }`,
    body: (holdings) => {
      const french = (value: number) => money(value, 'fr-FR')
      return table(
        ['Ticker', 'Quantité', 'PRU', 'Cours', 'Valeur'],
        holdings.map((h) => [
          ...[
            h.ticker,
            plain(h.shares, 'fr-FR'),
            `${french(h.cost)} €`,
            `${french(h.price)} €`,
            `${french(worthOf(h))} €`,
          ],
        ]),
      )
    },
  },
]
