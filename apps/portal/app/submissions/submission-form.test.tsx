import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import rulesTexts from '../../content/en/form-translation.json' with { type: 'json' }
import texts from '../../content/en/submissions-translation.json' with { type: 'json' }
import { headersOf, type NotSent, SubmissionForm } from './submission-form.tsx'

const view = {
  form: {
    fields: [{ name: 'message', label: 'Your message', type: 'textarea', required: true, maxLength: 900, rank: 1 }],
    actions: [
      { type: 'submit', label: 'Send', rank: 1 },
      { type: 'cancel', label: 'Start again', rank: 2 },
    ],
    texts: rulesTexts,
    numbers: { countryCode: '265', length: 9, trunk: '0' },
  },
  texts,
  title: texts.title,
  lead: texts.lead,
  anchor: 'write',
  here: '/contact-us',
  reference: undefined,
} as const

const shown = (reference?: string, notSent?: NotSent) =>
  renderToStaticMarkup(<SubmissionForm view={{ ...view, reference }} notSent={notSent} />)
const notSent: NotSent = { answers: { message: 'My bill is wrong' }, faults: [], isFull: false }

describe('a message form', () => {
  it('is sent to the part of the page that shows the result', () => {
    expect(shown()).toContain('action="/contact-us#write"')
    expect(shown()).toContain('<button type="reset"')
    expect(headersOf(view)['cache-control']).toContain('public')
  })

  it('shows its limit of length before the visitor writes', () => {
    expect(shown()).toContain('<p class="hint" id="f-message-hint">No more than 900 letters</p>')
    expect(shown()).toContain('aria-describedby="f-message-hint" rows="6"')
  })

  it('shows thanks with a reference afterwards, to this visitor alone', () => {
    expect(shown('MSG-7K4P-29XD')).toContain('MSG-7K4P-29XD')
    expect(shown('MSG-7K4P-29XD')).not.toContain('<form')
    expect(headersOf({ reference: 'MSG-7K4P-29XD' })['cache-control']).toBe('no-store')
  })

  it('keeps what was written, and begins again at the page itself', () => {
    expect(shown(undefined, notSent)).toContain('My bill is wrong</textarea>')
    expect(shown(undefined, notSent)).toContain('<a href="/contact-us#write" class="button second">')
  })

  it('asks for a moment, with the challenge and the wait in the form', () => {
    const html = shown(undefined, {
      ...notSent,
      challenge: { proofOfWork: '{"sum":1}', token: 'sealed', waitSeconds: 20 },
    })
    expect(html).toContain('data-challenge="{&quot;sum&quot;:1}"')
    expect(html).toContain('name="ticket" value="sealed"')
    expect(html).toContain('Please wait 20 seconds')
  })

  it('shows whom to call when too many messages arrived, and loses nothing', () => {
    const html = shown(undefined, { ...notSent, isFull: true })
    expect(html).toContain('try again in an hour, or call')
    expect(html).toContain('My bill is wrong</textarea>')
  })

  it('answers a form that came by another page too', () => {
    expect(shown('MSG-7K4P-29XD', notSent)).toContain('<form')
  })
})
