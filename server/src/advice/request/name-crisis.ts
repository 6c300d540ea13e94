// Tests: ../../features/hedges/hedge-crises.test.ts

import { getScenario } from '@ballast/quant'

/** Names that begin with a name keep their capital. */
const PROPER = /^(?:Lehman|China|COVID)/

/** A crisis within a sentence: "the global financial crisis". */
export function nameCrisis(id: string): string {
  const { name } = getScenario(id)
  const noun = id === 'china-oil-2015' ? `${name} slump` : name
  return `the ${PROPER.test(noun) ? noun : noun.charAt(0).toLowerCase() + noun.slice(1)}`
}
