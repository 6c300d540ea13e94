// Tests: review-rules.test.ts

/**
 * International numbers (ISIN) of widely held securities with their tickers, for files that name no ticker. The CUSIP of
 * a security from the United States stands inside its ISIN. Every number is held to its check digit by a test.
 */
const TICKERS_BY_ISIN: ReadonlyMap<string, string> = new Map(
  `US0378331005 AAPL, US5949181045 MSFT, US0231351067 AMZN, US02079K3059 GOOGL, US02079K1079 GOOG, US30303M1027 META,
  US67066G1040 NVDA, US88160R1014 TSLA, US0846707026 BRK.B, US46625H1005 JPM, US92826C8394 V, US57636Q1040 MA,
  US4781601046 JNJ, US91324P1021 UNH, US7427181091 PG, US4370761029 HD, US30231G1022 XOM, US1667641005 CVX,
  US1912161007 KO, US7134481081 PEP, US58933Y1055 MRK, US7170811035 PFE, US00287Y1091 ABBV, US5324571083 LLY,
  US11135F1012 AVGO, US22160K1051 COST, US9311421039 WMT, US2546871060 DIS, US64110L1061 NFLX, US00724F1012 ADBE,
  US79466L3024 CRM, US68389X1054 ORCL, US4581401001 INTC, US0079031078 AMD, US7475251036 QCOM, US17275R1023 CSCO,
  US4592001014 IBM, US8825081040 TXN, US0970231058 BA, US1491231015 CAT, US3696043013 GE, US88579Y1010 MMM,
  US6541061031 NKE, US5801351017 MCD, US8552441094 SBUX, US00206R1023 T, US92343V1044 VZ, US0605051046 BAC,
  US9497461015 WFC, US1729674242 C, US38141G1040 GS, US6174464486 MS, US8085131055 SCHW, US70450Y1038 PYPL,
  US90353T1007 UBER, US3453708600 F, US37045V1008 GM, US78462F1030 SPY, US9229087690 VTI, US9229083632 VOO,
  US46090E1038 QQQ, US9219378356 BND, US4642872000 IVV, US4642876555 IWM, US4642872265 AGG, US4642874329 TLT,
  US78463V1070 GLD, US9219097683 VXUS, US9219438580 VEA, US9220428588 VWO, US9229085538 VNQ, US8085247976 SCHD,
  US69608A1088 PLTR, US19260Q1076 COIN, US36467W1099 GME, US0090661010 ABNB, US01609W1027 BABA, US8740391003 TSM,
  IE00B3RBWM25 VWRL, IE00BK5BQT80 VWCE, GB00BP6MXD84 SHEL, NL0010273215 ASML`
    .split(',')
    .map((pair) => {
      const [isin = '', ticker = ''] = pair.trim().split(' ')
      return [isin, ticker] as const
    }),
)

const TICKERS_BY_CUSIP: ReadonlyMap<string, string> = new Map(
  [...TICKERS_BY_ISIN].filter(([isin]) => isin.startsWith('US')).map(([isin, ticker]) => [isin.slice(2, 11), ticker]),
)

const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/
const CUSIP = /^[A-Z0-9]{8}\d$/

/** The ticker of an ISIN or CUSIP, or `undefined` when it is neither or not in the list. */
export function findTickerOfIdentifier(identifier: string): string | undefined {
  return TICKERS_BY_ISIN.get(identifier) ?? TICKERS_BY_CUSIP.get(identifier)
}

/** True for a text that is an ISIN or a CUSIP by its check digit; hardly any ticker is one by accident. */
export function isSecurityIdentifier(text: string): boolean {
  if (ISIN.test(text)) return luhnDigit(toDigits(text.slice(0, -1))) === Number(text.at(-1))
  return CUSIP.test(text) && /\d/.test(text.slice(0, 8)) && cusipDigit(text.slice(0, 8)) === Number(text.at(-1))
}

export const LISTED_IDENTIFIERS: readonly string[] = [...TICKERS_BY_ISIN.keys(), ...TICKERS_BY_CUSIP.keys()]

const toDigits = (text: string) => [...text].map((character) => Number.parseInt(character, 36)).join('')

/** The check digit of ISO 6166: Luhn's, over the letters as numbers from 10. */
function luhnDigit(digits: string): number {
  let sum = 0
  for (const [index, character] of [...digits].reverse().entries()) {
    const doubled = Number(character) * (index % 2 === 0 ? 2 : 1)
    sum += Math.floor(doubled / 10) + (doubled % 10)
  }
  return (10 - (sum % 10)) % 10
}

/** The check digit of ANSI X9.6: every second value doubled, digits summed. */
function cusipDigit(base: string): number {
  let sum = 0
  for (const [index, character] of [...base].entries()) {
    const value = Number.parseInt(character, 36) * (index % 2 === 0 ? 1 : 2)
    sum += Math.floor(value / 10) + (value % 10)
  }
  return (10 - (sum % 10)) % 10
}
