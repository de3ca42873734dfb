import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createContentFiles } from '../adapters/content-files/content-files.ts'
import { Content } from '../content/content.ts'
import { contentConstants, readMarket } from '../settings/market.ts'
import type { Submission } from '../submissions/submission.ts'
import { createSubmissionText } from './submission-text.ts'

const home = path.join(import.meta.dirname, '../../../../apps/portal')
const market = readMarket(path.join(home, 'markets', 'mw.json'))

const written: Submission = {
  id: 'id-1',
  reference: 'MSG-7K4P-29XD',
  form: 'contact',
  channel: 'web',
  language: 'sw',
  answers: {
    fullName: 'Thoko Banda',
    contactNumber: '991234567',
    email: '',
    topic: 'home-internet',
    message: 'First line\n<b>Second</b> & last\nBcc: everybody@example.com',
    gone: 'A question that is asked no more',
  },
  at: Date.parse('2026-11-20T10:00:00Z'),
}

describe("the mail with a visitor's message", () => {
  let textOf: ReturnType<typeof createSubmissionText>
  beforeAll(async () => {
    const content = new Content(createContentFiles({ folder: path.join(home, 'content') }), {
      languages: ['en', 'sw'],
      constants: contentConstants(market),
    })
    await content.load()
    textOf = createSubmissionText({ content, market })
  })

  it('has nothing in its subject that a visitor typed', () => {
    expect(textOf(written).subject).toBe('MSG-7K4P-29XD: message from a visitor')
    expect(textOf({ ...written, form: 'feedback' }).subject).toBe('MSG-7K4P-29XD: feedback from a visitor')
  })

  it("contains all answers below their questions, in the operator's language", () => {
    const { text } = textOf(written)
    expect(text).toMatch(/^Sent on Friday, November 20, 2026 at 12:00.PM by way of web, on the pages in sw\./)
    expect(text).toContain('Full name:\nThoko Banda')
    expect(text).toContain('Phone number:\n+265 991234567')
    expect(text).toContain('Topic:\nInternet at home')
    expect(text).toContain('Your message:\nFirst line\n<b>Second</b> & last\n')
    expect(text).toContain('gone:\nA question that is asked no more')
    expect(text).not.toContain('E-mail')
    expect(text).toContain('MSG-7K4P-29XD')
  })

  it('shows typed markup as text', () => {
    const { html } = textOf(written)
    expect(html).toContain('&lt;b&gt;Second&lt;/b&gt; &amp; last')
    expect(html).not.toContain('<b>Second')
  })
})
