import { choose } from './account-preferences.ts'
import { readStored } from './browser-storage.ts'

/** True if single keys are shortcuts; on until somebody turns them off. */
export const areSingleKeysOn = (): boolean => readStored('shortcuts') !== 'off'

/** Turns shortcuts of a single key on or off. */
export const setSingleKeys = (on: boolean): void => choose('shortcuts', on ? 'on' : 'off')
