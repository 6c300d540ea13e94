import { useNavigate } from '@tanstack/react-router'

/** Shows the screen for another what-if, or without one for what is held. */
export function useOpenWhatIf() {
  const navigate = useNavigate()
  return (whatIf: string | undefined) =>
    void navigate({ to: '.', search: (before) => ({ ...before, whatIf }), resetScroll: false })
}
