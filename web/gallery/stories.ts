import type { ReactNode } from 'react'

/** Every state of some components, by name: each draws one state. */
export type Stories = Readonly<Record<string, () => ReactNode>>

interface StoryFile {
  stories: Stories
  /** True where a state takes the whole page, as a dialog does: each is then a page of its own. */
  alone?: boolean
}

/** A page of the gallery. */
export interface Page {
  /** The file, or the file and the state: `dialogs/confirm`. */
  path: string
  stories: Stories
  /** Drawn without the gallery around it. */
  isAlone: boolean
}

const files = import.meta.glob<StoryFile>('./stories/*.story.tsx', { eager: true })

const toSlug = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** All pages, in the order of their names. */
export const PAGES: readonly Page[] = Object.entries(files).flatMap(([file, { stories, alone }]): Page[] => {
  const name = file.replace(/^.*\/(.+)\.story\.tsx$/, '$1')
  if (!alone) return [{ path: name, stories, isAlone: false }]
  return Object.entries(stories).map(([state, draw]) => ({
    path: `${name}/${toSlug(state)}`,
    stories: { [state]: draw },
    isAlone: true,
  }))
})
