import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { readPaymentReference } from './payment-reference.ts'

describe('the reference of a payment', () => {
  it.each(['NYA-7K4P-29XD', 'nya 7k4p 29xd', 'NYA7K4P29XD', '7K4P-29XD', ' nya–7k4p–29xd. '])(
    'is read from %j',
    (typed) => {
      assert.equal(readPaymentReference(typed, 'Nyanja'), 'NYA-7K4P-29XD')
    },
  )

  it('reads letters that look like figures as figures', () => {
    assert.equal(readPaymentReference('NYA-OIL4-29XD', 'Nyanja'), 'NYA-0114-29XD')
  })

  it.each(['', 'NYA', 'NYA-7K4P-29X', 'NYA-7K4P-29XDD', 'HB-7K4P-29XD', 'NYA-UUUU-29XD', '7K4P-29X\0'])(
    'is not read from %j',
    (typed) => {
      assert.equal(readPaymentReference(typed, 'Nyanja'), undefined)
    },
  )
})
