interface ChartTooltipProps {
  title: string
  rows: readonly { label: string; colour: string; value: string }[]
  /** Where the cursor stands and how wide the chart is, in px; the tooltip keeps to the side with more room. */
  x: number
  width: number
}

/** The values under the cursor; the same text goes to the live region, so this one is for the eye only. */
export function ChartTooltip({ title, rows, x, width }: ChartTooltipProps) {
  const onLeft = x > width / 2
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-[35%] z-10 min-w-[150px] rounded-control border bg-popover px-3 py-2 text-label shadow-popover"
      style={onLeft ? { right: width - x + 14 } : { left: x + 14 }}
    >
      <p className="text-muted-foreground">{title}</p>
      {rows.map((row) => (
        <p key={row.label} className="mt-0.5 flex items-center gap-2 whitespace-nowrap">
          <Swatch colour={row.colour} />
          <span className="mr-3">{row.label}</span>
          <span className="ml-auto font-semibold tabular">{row.value}</span>
        </p>
      ))}
    </div>
  )
}

/** The small square of a legend. */
export function Swatch({ colour }: { colour: string }) {
  return <span aria-hidden="true" className="size-2 shrink-0 rounded-xs" style={{ backgroundColor: colour }} />
}
