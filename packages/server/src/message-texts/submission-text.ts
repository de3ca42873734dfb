import { type FormField, optionText, schemaOf } from '@nyanja/domain/forms/form'
import { escaped } from '@nyanja/domain/texts/escape'
import { fill } from '@nyanja/domain/texts/fill'
import type { Content } from '../content/content.ts'
import type { Mail } from '../messages/mails.ts'
import type { Market } from '../settings/market.ts'
import type { Submission } from '../submissions/submission.ts'

interface SubmissionTextOptions {
  readonly content: Content
  readonly market: Pick<Market, 'languages' | 'timeZone'>
}

/**
 * Writes a mail to the operator's staff, in the market's first language. Its headers contain nothing that a visitor
 * typed.
 */
export function createSubmissionText({ content, market }: SubmissionTextOptions) {
  const language = market.languages[0].code
  const clock = new Intl.DateTimeFormat(language, { timeZone: market.timeZone, dateStyle: 'full', timeStyle: 'short' })

  return (submission: Submission): Omit<Mail, 'to' | 'messageId'> => {
    const { form, reference, channel, answers, at } = submission
    const texts = content.page('submissions-translation', language)
    const { fields } = content.document(schemaOf[form], language)
    const subject = `${reference}: ${texts[form === 'contact' ? 'mailContact' : 'mailFeedback']}`
    const lead = fill(texts.mailLead, { time: clock.format(at), channel, language: submission.language })
    const given = Object.entries(answers)
      .filter(([, answer]) => answer !== '')
      .map(([name, answer]) => spoken(fields, name, answer))
    const note = fill(texts.mailNote, { reference })
    return {
      subject,
      text: [lead, ...given.map(([label, answer]) => `${label}:\n${answer}`), note].join('\n\n'),
      html: marked({ subject, lead, given, note, language }),
    }
  }
}

/** The current label of the field; a field that was removed keeps its name. */
function spoken(fields: readonly FormField[], name: string, answer: string): readonly [string, string] {
  const field = fields.find((one) => one.name === name)
  if (field === undefined) return [name, answer]
  if (field.type === 'checkbox') return [field.label, '✓']
  const option = field.options?.find(({ value }) => value === answer)
  const isNumber = field.countryCode !== undefined && /^\d+$/.test(answer)
  return [
    field.label,
    option === undefined ? `${isNumber ? `+${field.countryCode} ` : ''}${answer}` : optionText(option),
  ]
}

interface Marked {
  readonly subject: string
  readonly lead: string
  readonly given: readonly (readonly [string, string])[]
  readonly note: string
  readonly language: string
}

function marked({ subject, lead, given, note, language }: Marked): string {
  const rows = given.map(
    ([label, answer]) => `<dt><b>${escaped(label)}</b></dt><dd style="white-space:pre-wrap">${escaped(answer)}</dd>`,
  )
  return [
    `<!doctype html><html lang="${escaped(language)}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    '<body style="font:16px/1.5 sans-serif;max-width:40em">',
    `<p>${escaped(lead)}</p><dl>${rows.join('')}</dl><p>${escaped(note)}</p>`,
    '</body></html>',
  ].join('')
}
