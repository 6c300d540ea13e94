import type { Engine, Verification } from '@ballast/contract'

/** Describes a model's part in an answer, without a full stop; null where it had none. */
export function describeModelsPart({
  engine,
  verification,
}: {
  engine: Pick<Engine, 'kind'>
  verification: Verification
}): string | null {
  if (engine.kind !== 'model') return null
  return 'checked' in verification
    ? 'A model wrote this and can be wrong'
    : 'A model chose which sentences are shown; Ballast wrote them'
}
