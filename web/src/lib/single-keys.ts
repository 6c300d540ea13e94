import { readStored, writeStored } from './browser-storage.ts'

/** True if single keys are shortcuts in this browser; on until somebody turns them off. */
export const areSingleKeysOn = (): boolean => readStored('shortcuts') !== 'off'

/** Turns shortcuts of a single key on or off in this browser. */
export const setSingleKeys = (on: boolean): void => writeStored('shortcuts', on ? null : 'off')
