import { expect, test } from 'vitest'
import { readSource } from '../../read-source.ts'

const HEADER =
  'Account Number,Account Name,Symbol,Description,Quantity,Last Price,Current Value,Percent Of Account,Type\n'
const read = async (lines: string) => (await readSource({ name: 'x', text: HEADER + lines })).notes

test('the parts of an account show whether a line of it is missing', async () => {
  const whole =
    'Z12345678,Joint,VTI,ETF,10,$100.00,$1000.00,66.67%,Cash,\nZ12345678,Joint,SPAXX**,MONEY,,,$500.00,33.33%,Cash,\n'
  const [vti = ''] = whole.split('\n')
  expect(await read(whole)).toEqual([
    "By Fidelity's own figures the lines of Joint …5678 are 100% of it: none is missing.",
  ])
  expect(await read(vti)).toEqual([
    "By Fidelity's own figures the lines of Joint …5678 are 66.67% of it: some of the account may not be in the file.",
  ])
})
