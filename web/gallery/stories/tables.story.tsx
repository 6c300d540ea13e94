import { FigureTable } from '../../src/components/ui/figure-table.tsx'
import { type Column, VirtualTable } from '../../src/components/ui/virtual-table.tsx'
import type { Stories } from '../stories.ts'

interface Row {
  ticker: string
  value: number | null
}

const ROWS: readonly Row[] = Array.from({ length: 500 }, (_, index) => ({
  ticker: `TICK${index + 1}`,
  value: index % 7 === 0 ? null : (index + 1) * 137,
}))

const COLUMNS: readonly Column<Row>[] = [
  { id: 'ticker', header: 'Ticker', width: '1fr', cell: ({ ticker }) => ticker, sortValue: ({ ticker }) => ticker },
  {
    id: 'value',
    header: 'Value',
    align: 'right',
    width: '140px',
    cell: ({ value }) => (value === null ? '—' : `$${value.toLocaleString('en-US')}`),
    sortValue: ({ value }) => value,
  },
]

export const stories: Stories = {
  'Table of 500 rows': () => (
    <VirtualTable label="Positions" rows={ROWS} columns={COLUMNS} rowKey={({ ticker }) => ticker} height={320} />
  ),
  'Sorted table': () => (
    <VirtualTable
      label="Positions by value"
      rows={ROWS.slice(0, 6)}
      columns={COLUMNS}
      rowKey={({ ticker }) => ticker}
      initialSort={{ columnId: 'value', direction: 'descending' }}
    />
  ),
  'Table without rows': () => (
    <VirtualTable
      label="Nothing"
      rows={[]}
      columns={COLUMNS}
      rowKey={({ ticker }) => ticker}
      empty={<p className="p-4">You have no positions yet.</p>}
    />
  ),
  'Table of figures': () => (
    <FigureTable caption="Worst falls" columns={[{ header: 'Fall' }, { header: 'Depth', align: 'right' }]}>
      <tbody>
        <tr>
          <td>2008</td>
          <td className="text-right">−49.8%</td>
        </tr>
        <tr>
          <td>2020</td>
          <td className="text-right">−31.2%</td>
        </tr>
      </tbody>
    </FigureTable>
  ),
}
