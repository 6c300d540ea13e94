import { ApiError } from '@ballast/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ComponentProps, useRef, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { type Answers, Refusal, renderScreen } from '../../test-screen.tsx'
import { toExtractionMessage } from './upload.queries.ts'
import { UploadCard } from './upload-card.tsx'

const UPLOAD = 'POST /api/portfolios/upload'
const SAVED = {
  id: '7d0c3f0e-95c0-4b1d-9f0c-0c3b1b8f4a11',
  name: 'Mine',
  importId: '0a1f6a39-4a44-4a55-8a10-9d3b0f5b6f11',
  positionCount: 1,
  notes: [],
}
const CSV = 'ticker,shares,avgCost,sector\nAAPL,10,150,Technology\n'

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const textArea = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
/** Radix tabs open on the press of the mouse. */
const openTab = (name: string) => fireEvent.mouseDown(screen.getByRole('tab', { name }), { button: 0 })
const chooseFile = (file: File) =>
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } })

function renderCard(answer: unknown = SAVED, answers: Answers = {}) {
  const onUploaded = vi.fn()
  const onRead = vi.fn()
  const screen = renderScreen(<NamedCard onUploaded={onUploaded} onRead={onRead} />, { [UPLOAD]: answer, ...answers })
  return { onUploaded, onRead, ...screen }
}

type CardProps = Pick<ComponentProps<typeof UploadCard>, 'onUploaded' | 'onRead'>

/** Whoever shows the card keeps the name, which the review needs, too. */
function NamedCard({ onUploaded, onRead }: CardProps) {
  const [name, setName] = useState('')
  const nameField = useRef<HTMLInputElement>(null)
  return <UploadCard name={name} onNameChange={setName} nameField={nameField} onUploaded={onUploaded} onRead={onRead} />
}

describe('what must be given', () => {
  test.each([
    ['CSV Text', 'Upload CSV', 'Please provide a portfolio name and CSV data'],
    ['JSON Text', 'Upload JSON', 'Please provide a portfolio name and JSON data'],
  ])('%s asks for a name and data before anything is sent', async (tab, button, words) => {
    const { sent } = renderCard()
    openTab(tab)
    fireEvent.click(screen.getByRole('button', { name: button }))
    expect(await screen.findByText('Missing information')).toBeTruthy()
    expect(screen.getByText(words)).toBeTruthy()
    expect(sent).toEqual([])
  })

  test('the main button waits for a file', async () => {
    renderCard()
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Upload Portfolio' })
    expect(button.disabled).toBe(true)
    chooseFile(new File([CSV], 'mine.csv'))
    expect(await screen.findByText('mine.csv')).toBeTruthy()
    expect(button.disabled).toBe(false)
  })
})

describe('a language model that may look at images', () => {
  const MODEL = 'GET /api/image-model'
  const image = (name: string) => new File([new Uint8Array([137, 80, 78, 71])], name, { type: 'image/png' })

  test('is asked about for these images only, says what goes where, and is off until then', async () => {
    const { sent } = renderCard(SAVED, {
      [MODEL]: { model: { name: 'OpenAI gpt-test', host: 'api.example.com' } },
    })
    chooseFile(image('one.png'))
    const box = await screen.findByRole('checkbox', { name: 'Let OpenAI gpt-test look at these images too' })
    expect(box.getAttribute('aria-checked')).toBe('false')
    expect(screen.getByText(/go nowhere else/)).toBeTruthy()
    fireEvent.click(box)
    expect(
      screen.getByText(
        /go to api.example.com, with everything that can be seen in them. File names and your account do not/,
      ),
    ).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Extract from 1 Image(s)' }))
    await waitFor(() =>
      expect(sent.map(({ call }) => call)).toContain('POST /api/portfolios/extract-image?withModel=yes'),
    )
    chooseFile(image('two.png'))
    await screen.findByText('two.png')
    expect(screen.getByRole('checkbox').getAttribute('aria-checked')).toBe('false')
  })

  test('is not spoken of where there is none', async () => {
    renderCard(SAVED, { [MODEL]: { model: null } })
    chooseFile(image('one.png'))
    await screen.findByText('one.png')
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

describe('a saved upload', () => {
  test('sends the text as it is, says so, and empties the card', async () => {
    const { sent, onUploaded } = renderCard()
    type(screen.getByLabelText('Portfolio Name'), 'Mine')
    openTab('CSV Text')
    type(textArea('CSV Text'), CSV)
    fireEvent.click(screen.getByRole('button', { name: 'Upload CSV' }))
    expect(await screen.findByText('Portfolio uploaded successfully')).toBeTruthy()
    expect(screen.getByText('Your portfolio has been created and positions have been added.')).toBeTruthy()
    expect(sent).toContainEqual({ call: UPLOAD, body: { name: 'Mine', data: CSV } })
    expect(onUploaded).toHaveBeenCalledWith({ ...SAVED, unchanged: false })
    openTab('CSV Text')
    expect(textArea('CSV Text').value).toBe('')
  })

  test('a JSON file takes the place of CSV text', async () => {
    const { sent } = renderCard()
    type(screen.getByLabelText('Portfolio Name'), 'Mine')
    openTab('CSV Text')
    type(textArea('CSV Text'), CSV)
    openTab('Upload File')
    chooseFile(new File(['[{"ticker":"AAPL","shares":1}]'], 'mine.json'))
    await screen.findByText('mine.json')
    fireEvent.click(screen.getByRole('button', { name: 'Upload Portfolio' }))
    await waitFor(() => expect(sent[0]?.body).toEqual({ name: 'Mine', data: '[{"ticker":"AAPL","shares":1}]' }))
  })
})

describe('a refused upload', () => {
  const refusal = new Refusal(400, {
    error: 'The upload has 21 problems; nothing was saved.',
    details: [
      {
        row: 2,
        column: 'shares',
        found: 'ten',
        expected: 'Write it like 10.',
        message: 'Row 2, column "shares": "ten" is not a number. Write it like 10.',
      },
      { expected: 'Split the list.', message: 'There are too many positions. Split the list.' },
    ],
    problemCount: 21,
  })

  test('lists row, column, what was found and what is expected beside the text, which stays', async () => {
    const { onUploaded } = renderCard(refusal)
    type(screen.getByLabelText('Portfolio Name'), 'Mine')
    chooseFile(new File([CSV], 'mine.csv'))
    await screen.findByText('mine.csv')
    fireEvent.click(screen.getByRole('button', { name: 'Upload Portfolio' }))

    const list = within(await screen.findByRole('alert', { name: 'Problems found' }))
    expect(list.getByText('21 problems found. Nothing was saved, and your text is unchanged.')).toBeTruthy()
    expect(list.getByText('Row 2, column "shares"')).toBeTruthy()
    expect(list.getByText('"ten" is not a number. Write it like 10.')).toBeTruthy()
    expect(list.getByText('Whole text')).toBeTruthy()
    expect(list.getByText('There are too many positions. Split the list.')).toBeTruthy()
    expect(list.getByText('The first 2 of 21 are listed.')).toBeTruthy()
    // The file's text is there to be mended, under the tab of its format.
    expect(textArea('CSV Text').value).toBe(CSV)
    expect(screen.getByLabelText<HTMLInputElement>('Portfolio Name').value).toBe('Mine')
    expect(onUploaded).not.toHaveBeenCalled()
    expect(await screen.findByText('Upload failed')).toBeTruthy()
    expect(screen.getByText('The upload has 21 problems; nothing was saved.')).toBeTruthy()
  })
})

test('a text in which nothing can be read is a failure, and opens no review', async () => {
  const problem = { message: 'This is not JSON: it ends in the middle.' }
  const nothing = {
    importId: '0a1f6a39-4a44-4a55-8a10-9d3b0f5b6f11',
    expiresAt: '2026-11-24T15:00:00.000Z',
    proposedName: '',
    origin: 'text',
    sources: [],
    imageCount: 0,
    positions: [],
    lines: [],
    accounts: [],
    totals: { lineCount: 0, byVerdict: {}, positionCount: 0, needsLookCount: 0 },
    problems: [problem],
    notes: [],
    mapping: null,
  }
  const { onRead } = renderCard(SAVED, { 'POST /api/imports': nothing })
  type(screen.getByLabelText('Portfolio Name'), 'Mine')
  openTab('JSON Text')
  type(textArea('JSON Text'), '[{"ticker":"AAPL",')
  fireEvent.click(screen.getByRole('button', { name: 'Upload JSON' }))
  expect(await screen.findByText('Upload failed')).toBeTruthy()
  expect(screen.getByText(problem.message)).toBeTruthy()
  expect(screen.queryByText('Positions extracted')).toBeNull()
  expect(onRead).not.toHaveBeenCalled()
})

describe('files that are not read', () => {
  test('an unknown ending gets the toast', async () => {
    renderCard()
    chooseFile(new File(['x'], 'notes.docx'))
    expect(await screen.findByText('Unsupported file format')).toBeTruthy()
    expect(screen.getByText('Please upload .csv, .tsv, .txt, .json, .xlsx, .pdf or image files')).toBeTruthy()
  })

  test('a HEIC picture is told what to become', async () => {
    renderCard()
    chooseFile(new File(['x'], 'IMG_2041.heic', { type: 'image/heic' }))
    expect(await screen.findByText('IMG_2041.heic is a HEIC picture. Save it as PNG or JPEG first.')).toBeTruthy()
  })
})

describe('what goes through the review', () => {
  const IMPORTS = 'POST /api/imports'
  const EXTRACT = 'POST /api/portfolios/extract-image'
  const REVIEW = {
    importId: '5b1d1f7e-50b7-4a0e-9a0b-0a6f5c7f1a11',
    expiresAt: '2026-11-22T10:00:00.000Z',
    proposedName: '',
    origin: 'text',
    sources: [],
    imageCount: 0,
    positions: [
      {
        id: 'p-AAPL',
        ticker: 'AAPL',
        name: null,
        kind: 'security',
        shares: 100,
        avgCost: 150.25,
        currency: 'USD',
        sector: null,
        account: null,
        statedPrice: null,
        statedValue: null,
        confidence: 'high',
        arithmetic: 'not-given',
        isKnownTicker: true,
        doubts: [],
        suggestions: [],
        lines: [],
      },
    ],
    lines: [],
    accounts: [],
    totals: { lineCount: 0, byVerdict: {}, positionCount: 1, needsLookCount: 0 },
    problems: [],
    notes: [],
    mapping: null,
  }
  const image = (name: string) => new File(['x'], name, { type: 'image/png' })

  test('a pasted text of another kind is read without a name, which is given in the review', async () => {
    const { sent, onRead, onUploaded } = renderCard(SAVED, { [IMPORTS]: REVIEW })
    openTab('CSV Text')
    type(textArea('CSV Text'), '100 AAPL @ 150.25')
    fireEvent.click(screen.getByRole('button', { name: 'Upload CSV' }))
    await waitFor(() => expect(onRead).toHaveBeenCalledWith(REVIEW))
    expect(sent).toEqual([{ call: IMPORTS, body: { text: '100 AAPL @ 150.25' } }])
    expect(onUploaded).not.toHaveBeenCalled()
  })

  test('a broker’s file is sent as it is', async () => {
    const { sent, onRead } = renderCard(SAVED, { [IMPORTS]: { ...REVIEW, origin: 'file' } })
    chooseFile(new File(['Symbol,Quantity\nAAPL,3'], 'broker.csv'))
    await screen.findByText('broker.csv')
    fireEvent.click(screen.getByRole('button', { name: 'Upload Portfolio' }))
    await waitFor(() => expect(onRead).toHaveBeenCalled())
    // A form and no JSON.
    expect(sent).toEqual([{ call: IMPORTS, body: undefined }])
    expect(await screen.findByText('Found 1 positions from your file. Please review and confirm.')).toBeTruthy()
  })

  test('a refused text of our own can be reviewed as a table instead', async () => {
    const refusal = new Refusal(400, { error: 'x', details: [{ row: 2, message: 'Row 2: wrong' }], problemCount: 1 })
    const { onRead } = renderCard(refusal, { [IMPORTS]: REVIEW })
    type(screen.getByLabelText('Portfolio Name'), 'Mine')
    openTab('CSV Text')
    type(textArea('CSV Text'), CSV)
    fireEvent.click(screen.getByRole('button', { name: 'Upload CSV' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Review it as a table' }))
    await waitFor(() => expect(onRead).toHaveBeenCalled())
  })

  test('images are listed by name, and the button counts them', async () => {
    const { onRead } = renderCard(SAVED, { [EXTRACT]: { ...REVIEW, origin: 'image', imageCount: 2 } })
    fireEvent.change(document.querySelector('input[type=file]')!, {
      target: { files: [image('a.png'), image('b.png')] },
    })
    expect(await screen.findByText('2 images selected')).toBeTruthy()
    expect(within(screen.getByRole('list', { name: 'Images' })).getByText('b.png')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Remove b.png' }))
    fireEvent.click(screen.getByRole('button', { name: 'Extract from 1 Image(s)' }))
    await waitFor(() => expect(onRead).toHaveBeenCalled())
    expect(await screen.findByText('Found 1 positions from 2 image(s). Please review and confirm.')).toBeTruthy()
  })

  test.each([
    [
      new Refusal(422, { error: 'No positions', details: 'Nothing was found in a.png.' }),
      'Nothing was found in a.png.',
    ],
    [new Refusal(503, { error: 'Busy. Try again soon.' }), 'Busy. Try again soon.'],
  ])('a failed extraction says why and keeps the images', async (refusal, words) => {
    const { onRead } = renderCard(SAVED, { [EXTRACT]: refusal })
    chooseFile(image('a.png'))
    fireEvent.click(await screen.findByRole('button', { name: 'Extract from 1 Image(s)' }))
    expect(await screen.findByText('Extraction failed')).toBeTruthy()
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Extract from 1 Image(s)' })).toBeTruthy()
    expect(onRead).not.toHaveBeenCalled()
  })

  test('a body that is no JSON says nothing that people should read', () => {
    expect(toExtractionMessage(new ApiError(502, '<html>', undefined))).toBe('Server error occurred. Please try again.')
    expect(toExtractionMessage(new TypeError('offline'))).toBe('Failed to extract portfolio from images')
  })
})
