import { expect, test } from 'vitest'
import { readSource } from '../../read-source.ts'

const STATEMENT = [
  'Statement,Header,Feldname,Feldwert',
  'Statement,Data,BrokerName,Interactive Brokers Ireland Limited',
  'Offene Positionen,Header,DataDiscriminator,Vermögenswertkategorie,Währung,Symbol,Menge,Mult,Kosten-Preis,Kostenbasis,Schlusskurs,Wert,Unrealisierter G/V,Code',
  'Offene Positionen,Data,Summary,Aktien,USD,JNJ,15,1,155.2,2328,160,2400,72,',
  'Cash-Bericht,Header,Währungsübersicht,Währung,Gesamt,Wertpapiere,Futures,',
  'Cash-Bericht,Data,Anfangssaldo,EUR,100,100,0,',
]
const read = async (...rows: string[]) => {
  const source = await readSource({ name: 'x', bytes: Buffer.from([...STATEMENT, ...rows].join('\n')) })
  return {
    ...source,
    cash: source.positions.filter(({ kind }) => kind === 'cash').map(({ ticker, shares }) => `${ticker} ${shares}`),
  }
}

test('cash of a statement in another language is what is left at its end', async () => {
  const { cash, lines } = await read(
    'Cash-Bericht,Data,Endsaldo,EUR,321.5,321.5,0,',
    'Cash-Bericht,Data,Endsaldo,USD,20.25,20.25,0,',
    'Cash-Bericht,Data,Endsaldo abgerechnet,EUR,300,300,0,',
  )
  expect(cash).toEqual(['EUR 321.5', 'CASH 20.25'])
  expect(lines.slice(5).map(({ verdict }) => verdict)).toEqual(['cash', 'cash', 'cash', 'cash'])
})

test('where no word for its end is known, the person is told, and nothing is said to contain it', async () => {
  const { cash, notes, lines } = await read('Cash-Bericht,Data,Zárás,EUR,321.5,321.5,0,')
  expect(cash).toEqual([])
  expect(notes.join(' ')).toContain('Add the cash by hand')
  expect(lines.map(({ note }) => note)).not.toContain('Not counted, because it is part of the open positions.')
})
