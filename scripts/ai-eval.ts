/**
 * Tries the configured language model on requests like those of owners and prints a score card: whether what it chooses
 * answers the request, what of its answers had to be thrown away, how long it takes and what it costs.
 */
import { createAnalystModel } from '../server/src/ai/create-analyst-model.ts'
import { evaluateModel, printScoreCard } from '../server/src/ai/evaluation/evaluate.ts'
import { toModelName } from '../server/src/ai/model-address.ts'
import { systemClock } from '../server/src/clock.ts'
import { parseConfig } from '../server/src/config.ts'
import { createLog } from '../server/src/log.ts'

const rounds = Number(process.argv[2] ?? 1)
if (!Number.isInteger(rounds) || rounds < 1 || rounds > 100) {
  console.error('Say how many rounds: npm run ai:eval, or npm run ai:eval -- 3.')
  process.exit(2)
}
const { ai } = parseConfig(process.env)
if (ai === undefined) {
  console.error(
    'No model is configured. Set AI_MODEL, and AI_BASE_URL or AI_PROVIDER with AI_API_KEY, as .env.example says.',
  )
  process.exit(2)
}
const card = await evaluateModel({
  createModel: (calls) => createAnalystModel({ config: ai, clock: systemClock, log: createLog('silent'), calls }),
  rounds,
  onProgress: (line) => console.log(line),
})
console.log(`\n${printScoreCard(toModelName(ai), card)}`)
// Nothing that the model chose could be used.
if (card.chosen === 0) process.exitCode = 1
