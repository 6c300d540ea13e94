import { expect, test } from 'vitest'
import { BackupError, readBackupFile, toBackupFile } from './backup-file.ts'

const KEY = 'a key of at least twenty characters'
const dump = {
  takenAt: new Date('2026-11-23T10:00:00Z'),
  rows: { users: 2, positions: 300 },
  tar: Buffer.from('what would be an archive, with a line\nand another'),
}

test.each([undefined, KEY])('what is written is read back, with the key %s', async (key) => {
  expect(await readBackupFile(await toBackupFile(dump, key), key)).toEqual(dump)
})

test('encrypted, neither content nor key shows, and no two files are alike', async () => {
  const [one, other] = await Promise.all([toBackupFile(dump, KEY), toBackupFile(dump, KEY)])
  expect(one.equals(other)).toBe(false)
  for (const words of ['takenAt', 'positions', 'archive', KEY]) expect(one.includes(words)).toBe(false)
})

test('a bit that is changed anywhere, or a byte that is missing, is noticed', { tags: 'full' }, async () => {
  const [plain, encrypted] = await Promise.all([toBackupFile(dump, undefined), toBackupFile(dump, KEY)])
  // Each guess at a key costs a tenth of a second, so that of an encrypted file the ends of its parts are tried.
  const ends = [0, 30, encrypted.indexOf('\n', 20) + 1, encrypted.length - 17, encrypted.length - 1]
  const cases = [
    { file: plain, places: plain.keys() },
    { file: encrypted, places: ends },
  ]
  for (const { file, places } of cases) {
    for (const place of places) {
      const damaged = Buffer.from(file)
      damaged[place]! ^= 1
      await expect(readBackupFile(damaged, KEY), `byte ${place}`).rejects.toThrow(BackupError)
    }
    for (const length of [0, 5, 20, file.length - 1])
      await expect(readBackupFile(file.subarray(0, length), KEY)).rejects.toThrow(BackupError)
  }
})

test('without the key, or with another, it says what to do', async () => {
  const file = await toBackupFile(dump, KEY)
  await expect(readBackupFile(file, undefined)).rejects.toThrow('Set BACKUP_KEY')
  await expect(readBackupFile(file, `${KEY}!`)).rejects.toThrow('BACKUP_KEY is not the key')
  await expect(readBackupFile(Buffer.from('ticker,shares\nAAPL,1\n'), KEY)).rejects.toThrow('not a backup of Ballast')
})

test('an encrypted file cannot be passed off as one that needs no key', async () => {
  const file = await toBackupFile(dump, KEY)
  const body = file.subarray(file.indexOf('\n', 20) + 1)
  const forged = Buffer.concat([Buffer.from('Ballast backup 1\n{}\n'), body])
  await expect(readBackupFile(forged, KEY)).rejects.toThrow(BackupError)
})
