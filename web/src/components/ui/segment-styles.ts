/** The muted trough that holds segments, and one segment: shared by tabs and by the choice of one among few. */
export const segmentListStyles = 'rounded-tile bg-muted p-[3px]'

export const segmentStyles =
  'touch-target inline-flex h-[30px] items-center justify-center gap-2 rounded-control border border-transparent px-2 font-medium text-table text-muted-foreground transition-colors duration-120 hover:text-foreground disabled:opacity-50 data-[state=active]:border-border data-[state=active]:bg-background data-[state=active]:text-foreground data-[state=on]:border-border data-[state=on]:bg-background data-[state=on]:text-foreground'
