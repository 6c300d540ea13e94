/** Something that can be done from anywhere. */
export interface Command {
  id: string
  group: CommandGroup
  label: string
  /** Further words it is found by. */
  words?: string
  /** Text at the right: a company's name. */
  detail?: string
  /** Keys that do the same. */
  keys?: readonly string[]
  run: () => void
}

export const COMMAND_GROUPS = ['Go to', 'Actions', 'Tickers'] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

/**
 * Commands that hold every word of `text`, those first in each group that begin with it, then those of which a word
 * does. Without text all of them, as they come. Tickers are found by the server and stay as they are.
 */
export function filterCommands(commands: readonly Command[], text: string): Command[] {
  const wanted = text.trim().toLowerCase()
  const rankOf = (command: Command): number => {
    if (wanted === '' || command.group === 'Tickers') return 0
    const label = command.label.toLowerCase()
    const all = `${label} ${command.words?.toLowerCase() ?? ''}`
    if (!wanted.split(/\s+/).every((word) => all.includes(word))) return Number.NaN
    if (label.startsWith(wanted)) return 0
    return ` ${all}`.includes(` ${wanted}`) ? 1 : 2
  }
  const ranked = commands
    .map((command) => ({ command, rank: rankOf(command) }))
    .filter(({ rank }) => !Number.isNaN(rank))
  return COMMAND_GROUPS.flatMap((group) =>
    ranked
      .filter(({ command }) => command.group === group)
      .sort((a, b) => a.rank - b.rank)
      .map(({ command }) => command),
  )
}
