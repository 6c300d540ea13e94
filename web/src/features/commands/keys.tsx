/** Keys as they are pressed one after the other. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex gap-1 whitespace-nowrap">
      {keys.map((key) => (
        <kbd
          key={key}
          className="min-w-6 rounded-badge border px-1.5 text-center font-sans text-caption text-muted-foreground"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
