import { describe, expect, test } from 'vitest'
import { closeChangeLog, readNotes, setVersion, toNextVersion } from './versions.ts'

describe('versions', () => {
  test.each([
    ['0.1.9', 'patch', '0.1.10'],
    ['0.9.1', 'minor', '0.10.0'],
    ['0.9.1', 'major', '1.0.0'],
    ['0.9.1', '0.10.0', '0.10.0'],
  ])('after %s, %s is %s', (current, wanted, next) => expect(toNextVersion(current, wanted)).toBe(next))

  test.each(['0.9.0', '0.8.7', '0.0.99'])('%s does not come after 0.9.0', (wanted) =>
    expect(() => toNextVersion('0.9.0', wanted)).toThrow('not newer'),
  )

  test.each(['', 'v1.0.0', '1.0', '1.0.0-beta'])('"%s" is no version', (wanted) =>
    expect(() => toNextVersion('0.1.0', wanted)).toThrow('is no version'),
  )
})

describe('the change log', () => {
  const log = '# Change log\n\nWords.\n\n## Unreleased\n\n### New\n- A door.\n\n## 0.1.0\n\nThe first.\n'

  test('its notes are what stands under a heading', () => {
    expect(readNotes(log, 'Unreleased')).toBe('### New\n- A door.')
    expect(readNotes(log, '0.1.0')).toBe('The first.')
    expect(() => readNotes(log, '0.2.0')).toThrow('says nothing')
  })

  test('what was unreleased gets the version, and the next release starts with nothing', () => {
    const closed = closeChangeLog(log, '0.2.0', '2026-11-23')
    expect(readNotes(closed, '0.2.0')).toBe('### New\n- A door.')
    expect(() => readNotes(closed, 'Unreleased')).toThrow('says nothing')
  })
})

test('packages of ours get the new version, others that happen to have the old one keep it', () => {
  const lock = {
    name: 'ballast',
    version: '0.1.0',
    packages: {
      web: { name: '@ballast/web', version: '0.1.0', dependencies: { '@ballast/quant': '0.1.0', other: '0.1.0' } },
      'node_modules/other': { version: '0.1.0' },
    },
  }
  expect(JSON.parse(setVersion(JSON.stringify(lock), '0.1.0', '0.2.0'))).toEqual({
    name: 'ballast',
    version: '0.2.0',
    packages: {
      web: { name: '@ballast/web', version: '0.2.0', dependencies: { '@ballast/quant': '0.2.0', other: '0.1.0' } },
      'node_modules/other': { version: '0.1.0' },
    },
  })
})
