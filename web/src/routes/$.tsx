import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '../components/shell/not-found.tsx'

export const Route = createFileRoute('/$')({ component: NotFound })
