import { createFileRoute } from '@tanstack/react-router'
import { TransparencyPage } from '../features/transparency/transparency-page.tsx'

export const Route = createFileRoute('/backtest-transparency')({
  component: TransparencyPage,
  staticData: { access: 'everyone' },
})
