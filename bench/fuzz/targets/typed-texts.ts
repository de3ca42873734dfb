import { parseEmail } from '@nyanja/domain/forms/form'
import { type FormRules, listFormFaults, readAnswers } from '@nyanja/domain/forms/form-rules'
import { parseMoney } from '@nyanja/domain/money/money'
import { groupWhileTyping, parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { readLeadReference, readPaymentReference } from '@nyanja/domain/numbers/reference'
import { readLabel } from '@nyanja/domain/numbers/saved-numbers'
import { readOtp } from '@nyanja/domain/otp'
import { readOpenings } from '@nyanja/domain/places/shop'
import { textsLike } from '../inputs.ts'
import type { Target } from '../target.ts'

const numbers = { countryCode: '265', length: 9, trunk: '0', prefixes: ['99', '98'] }

const rules: FormRules = {
  numbers,
  texts: {
    ...{ required: '{label} is missing', tooShort: 'At least {minLength}', tooLong: 'At most {maxLength}' },
    ...{ invalid: '{label} is wrong', invalidAddress: 'wrong address', invalidLandmark: 'wrong landmark' },
  },
  fields: [
    {
      name: 'fullName',
      label: 'Name',
      type: 'text',
      required: true,
      minLength: 2,
      maxLength: 50,
      pattern: "[\\p{L}' .-]+",
      rank: 1,
    },
    {
      name: 'contactNumber',
      label: 'Number',
      type: 'tel',
      required: true,
      countryCode: '265',
      pattern: '\\d{9}',
      rank: 2,
    },
    { name: 'email', label: 'E-mail', type: 'email', required: false, rank: 3 },
    {
      name: 'topic',
      label: 'Topic',
      type: 'select',
      required: true,
      options: [{ value: 'bill' }, { value: 'sim' }],
      rank: 4,
    },
    { name: 'message', label: 'Message', type: 'textarea', required: true, minLength: 5, maxLength: 500, rank: 5 },
    { name: 'consent', label: 'Consent', type: 'checkbox', required: true, rank: 6 },
  ],
}

/** What the page shows after a refusal is read again in the same way. */
function readForm(body: string): void {
  const form = new URLSearchParams(body)
  const answers = readAnswers(rules, (name) => form.get(name) ?? undefined)
  const faults = listFormFaults(rules, answers)
  const second = readAnswers(rules, (name) => answers[name])
  if (faults.length === 0 && JSON.stringify(second) !== JSON.stringify(answers))
    throw new Error('an accepted answer that reads differently the second time')
}

function readNumber(text: string): void {
  const reading = parseMsisdn(text, numbers)
  groupWhileTyping(text, numbers)
  if (reading.outcome === 'valid' && !/^\d{9}$/.test(reading.msisdn)) throw new Error('a number of another length')
}

function readAmount(text: string): void {
  for (const currency of ['MWK', 'RWF', 'USD'] as const) {
    const amount = parseMoney(text, currency)
    if (amount !== undefined && !(Number.isSafeInteger(amount.minor) && amount.minor >= 0))
      throw new Error('an amount that is no whole number of minor units')
  }
}

function readOthers(text: string): void {
  readOtp(text)
  readPaymentReference(text, 'Nyanja')
  readLeadReference(text)
  readLabel(text)
  readOpenings(text)
  parseEmail(text)
}

const asText = (read: (text: string) => void) => (input: Buffer) => read(input.toString())

export const typedTexts: readonly Target[] = [
  {
    name: 'form of a visitor',
    thousands: 600,
    inputs: textsLike(
      'fullName=Mada+Phiri&contactNumber=%2B265+999+000+002&email=mada%40mail.example&topic=bill&message=Hello%0D%0Aagain&consent=on',
      'fullName=O%27Neil&contactNumber=0999000002&topic=sim&message=Moni+moni&consent=on&constructor=1&__proto__=2',
    ),
    read: asText(readForm),
  },
  {
    name: 'typed number',
    thousands: 800,
    inputs: textsLike('+265 99 900 0001', '0999000001', '٠٩٩٩٠٠٠٠٠١'),
    read: asText(readNumber),
  },
  { name: 'typed amount', thousands: 700, inputs: textsLike('5,000.50', '500', 'MWK 1 000'), read: asText(readAmount) },
  {
    name: 'typed code, reference, label, hours, e-mail',
    thousands: 700,
    inputs: textsLike(
      '123 456',
      'NYA-7K4P-29XD',
      'HB-7K4P-29XD',
      'Mum’s phone',
      '08:00-12:00 13:00-17:00',
      'mada@mail.example',
    ),
    read: asText(readOthers),
  },
]
