import { dailyBundle } from '@nyanja/domain/bundles/test-bundles'
import { money } from '@nyanja/domain/money/money'
import { expect, describe as group, it } from 'vitest'
import { testOrder as order } from '../testing/test-orders.ts'
import { describe } from './payment-use-cases.ts'

const amount = money('MWK', 50_000)

group('the text that a payer reads at a provider', () => {
  it('describes what is paid and the masked line that receives it', () => {
    expect(describe(order)).toBe('Airtime recharge for number ending 4567')
  })

  it('describes a bundle with a long name and its line within the length that providers accept', () => {
    const bundle = { ...dailyBundle, name: 'Nyanja '.repeat(20) }
    const reported = describe({ ...order, choice: { kind: 'bundle', amount, bundle } })
    expect(reported).toMatch(/^Nyanja .* for number ending 4567$/)
    expect(reported).toHaveLength(64)
  })

  it('leaves out the receiver for a payer who came by a pay-me link', () => {
    expect(describe({ ...order, payLink: 'link' })).toBe('Airtime recharge')
  })
})
