import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { readLeadReference, readPaymentReference } from './reference.ts'

describe('the reference of an order', () => {
  it.each([
    'HB-7K4P-29XD',
    'hb-7k4p-29xd',
    ' HB 7K4P 29XD ',
    'HB7K4P29XD',
    '7K4P-29XD',
    '7k4p29xd',
    'HB–7K4P–29XD',
    '“HB-7K4P-29XD”.',
  ])('is parsed from %j', (typed) => {
    assert.equal(readLeadReference(typed), 'HB-7K4P-29XD')
  })

  it('accepts letters that look like digits', () => {
    assert.equal(readLeadReference('HB-OIL4-29XD'), 'HB-0114-29XD')
  })

  it('may itself begin like the common prefix', () => {
    assert.equal(readLeadReference('HBHB4P29XD'), 'HB-HB4P-29XD')
    assert.equal(readLeadReference('HB4P29XD'), 'HB-HB4P-29XD')
  })

  it.each(['', 'HB', 'HB-7K4P-29X', 'HB-7K4P-29XDD', 'XX-7K4P-29XD', 'HB-UUUU-29XD', '7K4P-29X\0'])(
    'is not parsed from %j',
    (typed) => {
      assert.equal(readLeadReference(typed), undefined)
    },
  )
})

describe('the reference of a payment', () => {
  it.each(['NYA-7K4P-29XD', 'nya 7k4p 29xd', 'NYA7K4P29XD', '7K4P-29XD', ' nya–7k4p–29xd. '])(
    'is parsed from %j',
    (typed) => {
      assert.equal(readPaymentReference(typed, 'Nyanja'), 'NYA-7K4P-29XD')
    },
  )

  it('accepts letters that look like digits', () => {
    assert.equal(readPaymentReference('NYA-OIL4-29XD', 'Nyanja'), 'NYA-0114-29XD')
  })

  it.each(['', 'NYA', 'NYA-7K4P-29X', 'NYA-7K4P-29XDD', 'HB-7K4P-29XD', 'NYA-UUUU-29XD', '7K4P-29X\0'])(
    'is not parsed from %j',
    (typed) => {
      assert.equal(readPaymentReference(typed, 'Nyanja'), undefined)
    },
  )
})
