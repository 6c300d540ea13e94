import { expect, test } from 'vitest'
import { HEDGE_FAMILIES, HEDGE_FAMILY_IDS } from '../../packages/contract/src/hedge-families.ts'
import { HEDGE_FAMILIES as RANKED_FAMILIES } from '../../packages/quant/src/hedge/hedge-proposal.ts'
import { isTestFile, listSourceFiles } from './source-files.ts'

const CATALOGUE = 'packages/contract/src/hedge-families.ts'

test('the catalogue of hedges covers exactly what the engine ranks, in its order', () => {
  expect(HEDGE_FAMILY_IDS).toEqual(RANKED_FAMILIES)
})

test('no other file names a kind of hedge, so that one hedge never has two names', () => {
  const names = Object.values(HEDGE_FAMILIES).map(({ name }) => name)
  const sources = ['server/src', 'web/src', 'packages'].flatMap(listSourceFiles)
  const wrong = sources.flatMap(({ path, text }) =>
    path === CATALOGUE || isTestFile(path)
      ? []
      : names.filter((name) => text.includes(`'${name}'`)).map((name) => `${path}: ${name}`),
  )
  expect(wrong).toEqual([])
})
