// Tests: analysis-page.test.tsx

import type { ReactNode } from 'react'
import { formatNumber, formatShare } from '../../lib/format.ts'
import { toTickerLabel } from '../../lib/ticker-label.ts'
import { type Block, nameBlock } from './blocks-view.ts'
import type { CorrelationMatrix } from './matrix-view.ts'

interface BlockListProps {
  blocks: readonly Block[]
  /** In the order of the blocks. */
  matrix: CorrelationMatrix
  renderAction: (tickers: readonly string[]) => ReactNode
}

const SHOWN_BLOCKS = 3
const SHOWN_TICKERS = 6
/** As many holdings a hedge request can keep as they are. */
const MOST_KEPT = 50

/** The heaviest groups of holdings that move together, and what can be done about each. */
export function BlockList({ blocks, matrix, renderAction }: BlockListProps) {
  return (
    <section aria-labelledby="correlation-blocks">
      <h3 id="correlation-blocks" className="text-[13px] text-muted-foreground leading-[18px]">
        Blocks that move together
      </h3>
      {blocks.length === 0 && (
        <p className="mt-1 py-1.5 text-caption text-subtle-foreground">No group of these moves together.</p>
      )}
      <ul className="mt-1">
        {blocks.slice(0, SHOWN_BLOCKS).map((block) => (
          <li key={block.tickers.join(' ')} className="grid gap-1 border-b py-2 last:border-b-0">
            <p className="font-semibold text-[13px] leading-[18px]">
              {nameBlock(block, matrix)}: these {block.tickers.length} move together
            </p>
            <p className="text-caption text-subtle-foreground">
              {block.tickers.slice(0, SHOWN_TICKERS).map(toTickerLabel).join(', ')}
              {block.tickers.length > SHOWN_TICKERS && ` and ${block.tickers.length - SHOWN_TICKERS} more`}. Mean
              correlation {formatNumber(block.correlation)}, {formatShare(block.weightPercent)} of value.
            </p>
            {matrix.tickers.length - block.tickers.length <= MOST_KEPT && renderAction(block.tickers)}
          </li>
        ))}
      </ul>
    </section>
  )
}
