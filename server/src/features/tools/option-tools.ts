// Tests: ../mcp/same-figures.test.ts

import { contractTypeSchema, optionChainSchema } from '@ballast/contract'
import { z } from 'zod'
import { EncodedJson } from '../../http/answers.ts'
import { errors } from '../../http/errors.ts'
import { createOptionsService, type OptionDependencies } from '../options/options.service.ts'
import { chainTask, narrow, narrowChain } from './narrow-answers.ts'
import { pageInput, pageSchema } from './paging.ts'
import { countOf, SIMULATED } from './portfolio-tools.ts'
import { defineTool, type Tool } from './tool.ts'

/** Option chains. */
export function createOptionTools(dependencies: OptionDependencies): Tool[] {
  const options = createOptionsService(dependencies)
  return [
    defineTool({
      name: 'get_option_chain',
      title: 'Get an option chain',
      description:
        'Option contracts of a ticker with our own volatility and Greeks. Without `expiry` it lists the next 45 days; `availableExpiries` names the others. Prices and Greeks are per share in US dollars, volatilities are fractions a year. Narrow by type and strike; contracts come in parts, `page.total` counts what fits. `summary` is about the whole answer, not the part.',
      scope: 'run:analysis',
      rateLimit: 'compute',
      input: z.strictObject({
        ticker: z.string().max(21).describe('Such as AAPL, SPY or BRK.B.'),
        expiry: z.iso.date().optional().describe('One expiry alone, as YYYY-MM-DD.'),
        contractType: contractTypeSchema.optional(),
        minStrike: z.number().min(0).default(0),
        maxStrike: z.number().max(1e9).default(1e9),
        ...pageInput(30, 150),
      }),
      output: optionChainSchema.extend({ page: pageSchema }),
      async load({ ticker, expiry, contractType, minStrike, maxStrike, ...asked }, { user, signal }) {
        const answer = await options.getNearTerm(ticker, expiry, { owner: user.id, signal })
        if ('unauthorized' in answer) throw errors.forbidden(`${answer.message}.`)
        const choice = { part: asked, contractType, minStrike, maxStrike }
        if (answer instanceof EncodedJson)
          return narrow(dependencies.workers, chainTask, answer, choice, { owner: user.id, signal })
        return narrowChain({ body: JSON.stringify(answer), choice })
      },
      summarise: ({ ticker, page, options: listed, emptyReason, simulated }) =>
        emptyReason === null
          ? [
              `${listed.length} of ${countOf(page.total, 'contract')} of ${ticker} that fit.`,
              page.nextOffset !== null && `More with offset ${page.nextOffset}.`,
              simulated && SIMULATED,
            ]
              .filter(Boolean)
              .join(' ')
          : `${ticker}: ${EMPTY_WORDS[emptyReason]}.`,
    }),
  ]
}

const EMPTY_WORDS = {
  'no-options': 'there are no listed options',
  'expiry-not-listed': 'there are no options of this expiry; availableExpiries lists the others',
  'unknown-ticker': 'the ticker is not known',
  'not-simulated': 'the ticker is not in the demo market',
} as const
