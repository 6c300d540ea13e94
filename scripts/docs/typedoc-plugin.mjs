import { Converter } from 'typedoc'

/** In which part of the site a document stands: the first that its path fits. */
const SECTIONS = /** @type {const} */ ([
  ['Begin here', /docs\/(?:start|guide|options-and-hedges)\.md$/],
  ['Use it', /docs\/(?:metrics|policies|importers|asking|assistants|track-record)\.md$/],
  ['Run it', /docs\/(?:self-hosting|security|releasing|operations\/.*)\.md$|(?:CHANGELOG|SECURITY)\.md$/],
  ['How it works', /docs\/(?:api|methodology.*|discovery|reading-screenshots)\.md$|ARCHITECTURE\.md$/],
  ['Work on it', /docs\/(?:testing|long-run)\.md$|(?:CONTRIBUTING|CODE_OF_CONDUCT)\.md$/],
  ['Decisions', /docs\/decisions\//],
])

/**
 * Calls each document by its heading and puts it into a part of the site.
 *
 * @param {import('typedoc').Application} app
 */
export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, document) => {
    const file = document.project.files.getReflectionPath(document) ?? ''
    const [first] = document.content
    const [, title] = /^# (.+)$/m.exec(first?.text ?? '') ?? []
    if (title) document.name = title
    const [section] = SECTIONS.find(([, fits]) => fits.test(file)) ?? ['Use it']
    document.frontmatter.group = section
  })
}
