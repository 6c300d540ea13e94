import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { Refusal, renderScreen } from '../../test-screen.tsx'
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

function renderCard(answer: unknown = SAVED) {
  const onUploaded = vi.fn()
  return { onUploaded, ...renderScreen(<UploadCard onUploaded={onUploaded} />, { [UPLOAD]: answer }) }
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
    expect(onUploaded).toHaveBeenCalledWith(SAVED)
    expect(screen.getByLabelText<HTMLInputElement>('Portfolio Name').value).toBe('')
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

describe('files that are not read', () => {
  test('an unknown ending gets the toast', async () => {
    renderCard()
    chooseFile(new File(['x'], 'notes.docx'))
    expect(await screen.findByText('Unsupported file format')).toBeTruthy()
  })

  test('an image is no dead end: the message leads to the text', async () => {
    renderCard()
    chooseFile(new File(['x'], 'shot.png', { type: 'image/png' }))
    expect(await screen.findByText('Reading screenshots is not available in this version.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Paste CSV Text' }))
    expect(textArea('CSV Text')).toBeTruthy()
  })
})
