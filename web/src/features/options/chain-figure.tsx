import type { OptionChain } from '@ballast/contract'
import type { ReactNode } from 'react'
import { ExplainedFigure, type Explanation, nameSource } from '../../components/explained.tsx'
import { formatInstant } from '../../lib/format.ts'
import { saveChain } from './save-chain.ts'

interface ChainFigureProps {
  chain: OptionChain
  explanation: Explanation
  missing?: string | null
  children?: ReactNode
  className?: string
}

/** The name of a figure of the chain, which opens how it comes about. */
export function ChainFigure({ chain, ...props }: ChainFigureProps) {
  return (
    <ExplainedFigure
      facts={[
        { name: 'Quotes of', text: formatInstant(chain.asOf) },
        { name: 'Rate', text: `${(chain.rates.annual * 100).toFixed(1)}% a year, continuous` },
        { name: 'Source', text: nameSource(chain.source) },
      ]}
      saveInputs={async () => saveChain(chain)}
      {...props}
    />
  )
}
