import { expect, test } from 'vitest'
import { PLANS, TOKEN_PACKAGES } from '../../packages/contract/src/plans.ts'
import { isTestFile, listSourceFiles } from './source-files.ts'

const PLAN_MODULE = 'packages/contract/src/plans.ts'
const product = ['server/src', 'web/src', 'packages/contract/src'].flatMap(listSourceFiles)
const others = product.filter(({ path }) => path !== PLAN_MODULE && !isTestFile(path))

const isComment = (line: string) => /^\s*(?:\/\*|\*|\/\/)/.test(line)

test('no page and no service states a price, an allowance or a package of its own: the plan module does', () => {
  const prices = [PLANS.pro.monthlyPrice, ...TOKEN_PACKAGES.map(({ price }) => price)]
  const tokens = [PLANS.pro.monthlyTokens, ...TOKEN_PACKAGES.map((offer) => offer.tokens)]
  const stated = new RegExp(
    `\\$\\s?(?:${prices.join('|')})\\b(?![,.]\\d)|\\b(?:${tokens.join('|')}) (?:discovery )?tokens?\\b|\\b\\d+[- ]day (?:free )?trial\\b`,
    'i',
  )
  expect(stated.test(`PRO is $${PLANS.pro.monthlyPrice} a month`)).toBe(true)
  const wrong = others.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        !isComment(line) && stated.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
      ),
  )
  expect(wrong).toEqual([])
})
