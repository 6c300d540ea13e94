import { type Holding, round } from './holdings.ts'
import type { PositionLayout } from './layouts-data.ts'
import { basisOf, comma, gainOf, INTER, money, moveOf, plain, SANS, worthOf } from './written-figures.ts'

const dollars = (value: number) => `${value < 0 ? '-' : ''}$${money(Math.abs(value))}`
const plus = (value: number) => `${value < 0 ? '' : '+'}${dollars(value)}`
const bracketed = (value: number) => (value < 0 ? `(${money(-value)})` : money(value))
const short = (value: number) => (value >= 1e6 ? `$${(value / 1e6).toFixed(2)}M` : `$${(value / 1e3).toFixed(2)}K`)
const percentOf = ({ price, cost }: Holding) => round(100 * (price / cost - 1), 2)
const dayOf = (holding: Holding) => round(moveOf(holding) * holding.shares, 2)
const movePercentOf = (holding: Holding) => round((100 * moveOf(holding)) / holding.price, 2)
const sign = (value: number) => `${value < 0 ? '' : '+'}${value.toFixed(2)}%`
const tone = (value: number) => (value < 0 ? 'down' : 'up')
const sumOf = (holdings: readonly Holding[], of: (holding: Holding) => number) =>
  holdings.reduce((sum, holding) => sum + of(holding), 0)

const row = (values: readonly string[], kind = '') =>
  `<tr class="${kind}">${values.map((value) => `<td>${value}</td>`).join('')}</tr>`
const head = (names: readonly string[]) => `<thead><tr>${names.map((name) => `<th>${name}</th>`).join('')}</tr></thead>`
const logo = ({ ticker, price }: Holding) =>
  `<i class="logo" style="background: hsl(${Math.round(price) % 360} 70% 42%)">${ticker[0] ?? ''}</i>`
const sparkline = (holding: Holding) => {
  const points = Array.from({ length: 24 }, (_, at) => `${at * 3},${14 + 9 * Math.sin(at * 0.7 + holding.price)}`)
  const colour = gainOf(holding) < 0 ? '#ff5000' : '#00c805'
  return `<svg width="72" height="28"><polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${points.join(' ')}"/></svg>`
}
const CHROME = `<div class="chrome"><span class="tab">Positions - Brokerage</span><span class="address">https://client.example.com/app/accounts/positions/#/</span></div>`
const STATUS_BAR = `<div class="bar"><b>9:41</b><span>5G 87%</span></div>`

const DEJAVU = 'font-family: "DejaVu Sans", sans-serif;'
const GRID = 'table { border-collapse: collapse; width: 100% } td, th { text-align: right; white-space: nowrap }'
const LEFT = 'td:first-child, th:first-child { text-align: left }'
const TONES = '.up { color: #0a8a3c } .down { color: #c5221f }'
const LOGO =
  '.logo { display: inline-block; width: 32px; height: 32px; border-radius: 16px; color: #fff; text-align: center; line-height: 32px; font-style: normal; font-weight: 700; margin-right: 10px; vertical-align: middle }'
const BAR = '.bar { display: flex; justify-content: space-between; font-size: 13px; padding: 4px 8px 14px }'
const FLEX = '.row { display: flex; justify-content: space-between; align-items: center; padding: 11px 0 }'

/** Screens in the manner of brokers that {@link import('./layouts-data.ts').LAYOUTS} does not resemble. */
export const MORE_LAYOUTS: readonly PositionLayout[] = [
  {
    name: 'sparkline-pill-dark-phone',
    width: 390,
    scale: 3,
    holdings: 8,
    hasCost: false,
    style: `${INTER} background: #000; color: #fff; ${BAR} ${FLEX} .row { border-bottom: 1px solid #222 } b { font-size: 15px; font-weight: 500 } small { display: block; font-size: 13px; color: #a6a6a6; margin-top: 2px } .pill { background: #00c805; color: #000; border-radius: 4px; padding: 7px 9px; font-size: 14px; font-weight: 600 } .left { width: 130px }`,
    body: (holdings) =>
      `${STATUS_BAR}<h2>$${money(sumOf(holdings, worthOf))}</h2><h3>Stocks</h3>${holdings
        .map(
          (h) =>
            `<div class="row"><div class="left"><b>${h.ticker}</b><small>${plain(h.shares)} shares</small></div>${sparkline(h)}<span class="pill">$${money(h.price)}</span></div>`,
        )
        .join('')}`,
  },
  {
    name: 'slashed-heads-dark-phone',
    width: 414,
    scale: 2,
    holdings: 8,
    hasCost: true,
    style: `${INTER} background: #12161f; color: #dfe3ea; font-size: 13px; ${BAR} ${GRID} ${LEFT} th { color: #76808f; font-size: 11px; font-weight: 400 } td { padding: 7px 0; border-bottom: 1px solid #1e2530 } small { display: block; color: #8d97a6; font-size: 11px } .up { color: #1fc77c } .down { color: #ff4f5e }`,
    body: (holdings) =>
      `${STATUS_BAR}<table>${head(['Symbol', 'Mkt Val/Qty', 'Last/Avg', 'Unrealized P&amp;L'])}${holdings
        .map((h) =>
          row([
            `${h.ticker}<small>${h.name.slice(0, 12)}...</small>`,
            `${money(worthOf(h))}<small>${plain(h.shares)}</small>`,
            `${money(h.price)}<small>${money(h.cost)}</small>`,
            `<span class="${tone(gainOf(h))}">${gainOf(h) < 0 ? '' : '+'}${money(gainOf(h))}<small class="${tone(gainOf(h))}">${sign(percentOf(h))}</small></span>`,
          ]),
        )
        .join('')}</table>`,
  },
  {
    name: 'everything-in-a-browser',
    width: 1500,
    scale: 1,
    holdings: 9,
    hasCost: true,
    style: `${SANS} font-size: 13px; background: #fff; color: #1d1d1d; ${GRID} ${LEFT} ${TONES} .chrome { background: #dee1e6; margin: -18px -18px 14px; padding: 8px; font-size: 12px } .tab { background: #fff; padding: 6px 14px; border-radius: 8px 8px 0 0 } .address { background: #f1f3f4; border-radius: 12px; padding: 4px 16px; margin-left: 16px } td, th { padding: 6px 7px; border-bottom: 1px solid #d8d8d8 } th { font-size: 12px; background: #f5f5f5 } .sum td { font-weight: 700 }`,
    body: (holdings) =>
      `${CHROME}<h3>Individual ...482</h3><table>${head([
        ...['Symbol', 'Description', 'Qty', 'Price', 'Price Chng $', 'Price Chng %', 'Mkt Val', 'Day Chng $'],
        ...['Day Chng %', 'Cost Basis', 'Gain $', 'Gain %', 'Reinvest?', '% of Acct'],
      ])}${holdings
        .map((h) =>
          row([
            ...[`<u>${h.ticker}</u>`, h.name.toUpperCase().slice(0, 22), plain(h.shares), dollars(h.price)],
            ...[`<span class="${tone(moveOf(h))}">${plus(moveOf(h))}</span>`, sign(movePercentOf(h))],
            ...[dollars(worthOf(h)), plus(dayOf(h)), sign(movePercentOf(h)), dollars(basisOf(h)), plus(gainOf(h))],
            ...[sign(percentOf(h)), 'Yes', '7.1%'],
          ]),
        )
        .join(
          '',
        )}${row(['Equities Total', '', '', '', '', '', dollars(sumOf(holdings, worthOf)), '', '', dollars(sumOf(holdings, basisOf)), '', '', '', ''], 'sum')}</table>`,
    isCostDerived: true,
  },
  {
    name: 'basis-above-share-desktop',
    width: 1240,
    scale: 1,
    holdings: 8,
    hasCost: true,
    style: `${INTER} font-size: 13px; background: #fff; color: #222; ${GRID} ${LEFT} ${TONES} small { display: block; font-size: 11px; color: #666 } td, th { padding: 8px; border-bottom: 1px solid #e3e3e3; vertical-align: top } th { font-weight: 600 }`,
    body: (holdings) =>
      `<table>${head(['Symbol', 'Last price', "Today's gain/loss", 'Total gain/loss', 'Current value', '% of account', 'Quantity', 'Cost basis'])}${holdings
        .map((h) =>
          row([
            `<b>${h.ticker}</b><small>${h.name.toUpperCase()}</small>`,
            `${dollars(h.price)}<small>${plus(moveOf(h))}</small>`,
            `<span class="${tone(dayOf(h))}">${plus(dayOf(h))}</span><small>${sign(movePercentOf(h))}</small>`,
            `<span class="${tone(gainOf(h))}">${plus(gainOf(h))}</span><small>${sign(percentOf(h))}</small>`,
            ...[dollars(worthOf(h)), '8.31%', plain(h.shares)],
            `${dollars(basisOf(h))}<small>${dollars(h.cost)}/share</small>`,
          ]),
        )
        .join('')}</table>`,
  },
  {
    name: 'capitals-dense-dark',
    width: 1180,
    scale: 1,
    holdings: 12,
    hasCost: true,
    style: `${SANS} font-size: 12px; background: #1b1d22; color: #e6e6e6; ${GRID} ${LEFT} th { color: #9aa; font-size: 10px; letter-spacing: 0.5px; text-transform: uppercase } td, th { padding: 4px 8px } tr:nth-child(odd) td { background: #22252b } .up { color: #4caf50 } .down { color: #f44336 }`,
    body: (holdings) =>
      `<table>${head(['Instrument', 'Position', 'Last', 'Change %', 'Cost basis', 'Market value', 'Avg price', 'Daily P&amp;L', 'Unrealized P&amp;L'])}${holdings
        .map((h) =>
          row([
            ...[`<b>${h.ticker}</b>`, plain(h.shares), money(h.price), sign(movePercentOf(h)), money(basisOf(h))],
            ...[money(worthOf(h)), money(h.cost), `<span class="${tone(dayOf(h))}">${money(dayOf(h))}</span>`],
            `<span class="${tone(gainOf(h))}">${money(gainOf(h))}</span>`,
          ]),
        )
        .join('')}</table>`,
  },
  {
    name: 'logos-euro-phone',
    width: 375,
    scale: 2,
    holdings: 7,
    hasCost: false,
    style: `${INTER} background: #fff; color: #1a1c20; ${BAR} ${FLEX} ${LOGO} .row > div { display: flex; align-items: center } .name { font-weight: 600; font-size: 15px } small { display: block; color: #7d848f; font-size: 12px; font-weight: 400 } .right { display: block !important; text-align: right; font-size: 15px } ${TONES}`,
    body: (holdings) =>
      `${STATUS_BAR}<h2>Investments</h2>${holdings
        .map(
          (h) =>
            `<div class="row"><div>${logo(h)}<span class="name">${h.ticker}<small>${plain(h.shares, 'de-DE')} shares</small></span></div><div class="right">€${comma(worthOf(h))}<small class="${tone(gainOf(h))}">${gainOf(h) < 0 ? '-' : '+'}€${comma(Math.abs(gainOf(h)))} (${comma(Math.abs(percentOf(h)))}%)</small></div></div>`,
        )
        .join('')}`,
  },
  {
    name: 'brackets-and-badges',
    width: 1060,
    scale: 1,
    holdings: 10,
    hasCost: true,
    cutsFirst: true,
    style: `${DEJAVU} font-size: 12px; background: #fff; color: #333; ${GRID} ${LEFT} ${TONES} td, th { padding: 6px 8px; border-bottom: 1px solid #ccc } th { background: #e8ecf4; position: relative; top: 14px } .badge { background: #d9e2f5; color: #2a4a90; border-radius: 3px; font-size: 9px; padding: 1px 4px; margin-left: 6px } a { color: #1a56c4; text-decoration: underline }`,
    body: (holdings) =>
      `<table>${head(['Symbol', 'Last Price $', 'Change $', 'Qty #', 'Price Paid $', "Day's Gain $", 'Total Gain $', 'Value $'])}${holdings
        .map((h, at) =>
          row([
            `<a>${h.ticker}</a>${at % 3 === 0 ? '<span class="badge">M</span>' : ''}`,
            ...[money(h.price), bracketed(moveOf(h)), plain(h.shares), money(h.cost), bracketed(dayOf(h))],
            ...[bracketed(gainOf(h)), money(worthOf(h))],
          ]),
        )
        .join('')}</table>`,
  },
  {
    name: 'balance-without-cost-jpeg',
    width: 1000,
    scale: 1,
    holdings: 9,
    hasCost: false,
    jpegQuality: 45,
    style: `font-family: "Liberation Serif", serif; font-size: 15px; background: #fffdf8; color: #221; ${GRID} ${LEFT} td:nth-child(2), th:nth-child(2) { text-align: left } td, th { padding: 8px; border-bottom: 1px dotted #998 }`,
    body: (holdings) =>
      `<table>${head(['Symbol', 'Name', 'Expense ratio', 'Price as of 11/20/2026', 'Change', 'Quantity', 'Current balance'])}${holdings
        .map((h) =>
          row([
            ...[h.ticker, h.name, '0.03%', dollars(h.price), `${plus(moveOf(h))} ${sign(movePercentOf(h))}`],
            ...[plain(h.shares), dollars(worthOf(h))],
          ]),
        )
        .join('')}</table><p>Balances by holding may be delayed by 20 minutes.</p>`,
  },
  {
    name: 'two-column-cards-dark',
    width: 820,
    scale: 1.5,
    holdings: 6,
    hasCost: true,
    style: `${INTER} background: #0d1117; color: #e6edf3; main { display: grid; grid-template-columns: 1fr 1fr; gap: 14px } .card { background: #161b22; border: 1px solid #30363d; border-radius: 10px; padding: 14px } .line { display: flex; justify-content: space-between; padding: 4px 0; font-size: 13px } .line span { color: #8b949e } h4 { margin: 0 0 8px; font-size: 16px } .up { color: #3fb950 } .down { color: #f85149 }`,
    body: (holdings) =>
      holdings
        .map(
          (h) =>
            `<div class="card"><h4>${h.ticker}</h4>${[
              ['Units', plain(h.shares)],
              ['Avg. cost', dollars(h.cost)],
              ['Last price', dollars(h.price)],
              ['Value', dollars(worthOf(h))],
              ["Today's change", `<b class="${tone(dayOf(h))}">${plus(dayOf(h))}</b>`],
            ]
              .map(([label, value]) => `<div class="line"><span>${label}</span>${value}</div>`)
              .join('')}</div>`,
        )
        .join(''),
  },
  {
    name: 'shares-and-ticker-under-name',
    width: 390,
    scale: 2,
    holdings: 7,
    hasCost: false,
    style: `${INTER} background: #f4f5f7; color: #191c1f; ${FLEX} ${LOGO} main { background: #fff; border-radius: 16px; padding: 6px 16px } .row > div { display: flex; align-items: center } .name { font-size: 15px; font-weight: 500 } small { display: block; color: #717173; font-size: 13px } .right { display: block !important; text-align: right } ${TONES}`,
    body: (holdings) =>
      holdings
        .map(
          (h) =>
            `<div class="row"><div>${logo(h)}<span class="name">${h.name}<small>${plain(h.shares)} ${h.ticker}</small></span></div><div class="right">${dollars(worthOf(h))}<small class="${tone(percentOf(h))}">${percentOf(h) < 0 ? '▼' : '▲'} ${Math.abs(percentOf(h)).toFixed(2)}%</small></div></div>`,
        )
        .join(''),
  },
  {
    name: 'turned-short-values-jpeg',
    width: 1040,
    scale: 1,
    holdings: 8,
    hasCost: true,
    jpegQuality: 70,
    style: `${SANS} font-size: 14px; background: #fff; color: #012169; main { transform: rotate(1.2deg); padding: 22px 8px } ${GRID} ${LEFT} td, th { padding: 7px 9px; border-bottom: 1px solid #bcd }`,
    body: (holdings) =>
      `<table>${head(['Symbol', 'Quantity', 'Unit Cost', 'Price', "Day's Price Chg", 'Value', 'Unrealized G/L %'])}${holdings
        .map((h) =>
          row([
            ...[h.ticker, plain(h.shares), dollars(h.cost), dollars(h.price), plus(moveOf(h)), short(worthOf(h))],
            sign(percentOf(h)),
          ]),
        )
        .join('')}</table>`,
  },
  {
    name: 'two-line-gains-dark-desktop',
    width: 1120,
    scale: 1,
    holdings: 9,
    hasCost: true,
    style: `${SANS} font-size: 13px; background: #101518; color: #f0f3f5; ${GRID} ${LEFT} td, th { padding: 6px 10px; border-bottom: 1px solid #2a3238 } th { color: #b0b9c1; font-weight: 600 } .up { color: #21d87d } .down { color: #ff6183 } small { display: block; font-size: 12px } .tag { background: #243; border-radius: 8px; padding: 1px 6px }`,
    body: (holdings) =>
      `<table>${head(['Symbol', 'Status', 'Shares', 'Last Price', 'AC/Share ($)', 'Total Cost ($)', 'Market Value ($)', 'Day Gain UNRL ($)', 'Tot Gain UNRL ($)'])}${holdings
        .map((h) =>
          row([
            ...[`<b class="tag">${h.ticker}</b>`, 'Open', plain(h.shares), money(h.price), money(h.cost)],
            ...[money(basisOf(h)), money(worthOf(h))],
            `<span class="${tone(dayOf(h))}">${money(dayOf(h))}<small>${sign(movePercentOf(h))}</small></span>`,
            `<span class="${tone(gainOf(h))}">${money(gainOf(h))}<small>${sign(percentOf(h))}</small></span>`,
          ]),
        )
        .join('')}</table>`,
  },
]
