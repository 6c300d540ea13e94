/**
 * Funds whose options are looked at whoever holds what: for every class of assets the ones with the most liquid options.
 * Discovery searches them, and their volatility is observed from the first day on.
 */
export const DISCOVERY_UNIVERSE: readonly string[] = [
  ...['SPY', 'QQQ', 'IWM', 'DIA', 'USMV', 'ARKK'],
  ...['EFA', 'EEM', 'FXI', 'EWJ', 'INDA', 'EWZ', 'VGK'],
  ...['XLK', 'SMH', 'SOXX', 'XLC', 'XLF', 'KRE', 'XLE', 'XOP', 'XLV', 'XBI', 'XLI', 'XLY', 'XHB', 'XRT'],
  ...['XLP', 'XLU', 'XLB', 'XLRE', 'VNQ'],
  ...['TLT', 'IEF', 'SHY', 'TIP', 'AGG', 'LQD', 'HYG'],
  ...['GLD', 'SLV', 'GDX', 'USO', 'UNG', 'DBC', 'UUP', 'FXE', 'FXY', 'IBIT', 'VXX'],
]
