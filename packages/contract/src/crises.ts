// Tests: hedge-request/read-request.test.ts

import type { HedgeCrisis } from './hedges.ts'

/** Name of each crisis within a sentence, the words for it, and the years where it is said to come again. */
export const CRISES: Readonly<Record<HedgeCrisis, readonly [name: string, words: string, years: string]>> = {
  'dotcom-2000': ['the dot-com crash', 'dot com/dotcom/tech bubble/internet bubble', '2000/2001'],
  'gfc-2007': ['the global financial crisis', 'financial crisis/gfc/great recession/subprime', '2007/2008/2009'],
  'lehman-2008': ['the Lehman collapse', 'lehman', ''],
  'debt-ceiling-2011': ['the debt ceiling and euro crisis', 'debt ceiling/euro crisis', '2011'],
  'china-oil-2015': ['the China and oil slump', '', '2015'],
  'volmageddon-2018': ['the volatility shock of February 2018', 'volmageddon', ''],
  'q4-2018': ['the fourth quarter of 2018', '', '2018'],
  'covid-2020': ['the COVID crash', 'covid 19/covid/corona/pandemic', '2020'],
  'bear-2022': ['the bear market of 2022', '', '2022'],
  'carry-2024': ['the carry-trade unwind', 'carry trade', '2024'],
  'tariff-2025': ['the tariff shock of 2025', 'tariff/tariffs', '2025'],
}

/** A crisis within a sentence: "the global financial crisis", or "this crisis" where the id names none. */
export const nameCrisis = (id: string | undefined): string =>
  id !== undefined && id in CRISES ? CRISES[id as HedgeCrisis][0] : 'this crisis'
