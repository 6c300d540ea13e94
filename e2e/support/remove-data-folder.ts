import { rm } from 'node:fs/promises'
import { dataFolderOfRun } from './browser-server.ts'

export default async function removeDataFolder(): Promise<void> {
  const folder = dataFolderOfRun()
  if (folder) await rm(folder, { recursive: true, force: true })
}
