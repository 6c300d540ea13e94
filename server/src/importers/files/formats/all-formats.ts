import type { SourceFormat } from '../source-format.ts'
import { etrade } from './etrade.ts'
import { fidelity } from './fidelity.ts'
import { schwab } from './schwab.ts'

/** Every layout that is known, those with the most telling marks first. */
export const FORMATS: readonly SourceFormat[] = [fidelity, schwab, etrade]
