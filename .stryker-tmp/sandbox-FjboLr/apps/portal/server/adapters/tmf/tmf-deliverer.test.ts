// @ts-nocheck
import { money } from '@nyanja/domain/money'
import { expect, it } from 'vitest'
import { describeDeliverer, send } from '../../payments/deliverer.contract.ts'
import type { Purchase } from '../../payments/deliverer.ts'
import { testBss } from './tmf.contract.ts'
import { createTmfDeliverer } from './tmf-deliverer.ts'

const { sandbox, tmf } = testBss()

const operations = { airtime: 'topup', bundle: 'order' } as const
const resources = { airtime: 'topupBalance', bundle: 'productOrder' } as const
const faults = {
  'lost before': 'reset_before',
  'lost after': 'hang_after',
  broken: 'error_after',
  garbled: 'garbage_after',
} as const

let bought = 0
function purchase(kind: Purchase['kind']): Purchase {
  bought += 1
  const common = { id: `TXN-${bought}`, kind, msisdn: '999000001' }
  return kind === 'airtime'
    ? { ...common, amount: money('MWK', 50_050) }
    : { ...common, amount: money('MWK', 200_000), productCode: 'MW-W-2600' }
}

describeDeliverer('the BSS', async () => ({
  deliverer: createTmfDeliverer(tmf()),
  purchase,
  plan: (kind, outcome) => sandbox.control('/bss/outcomes', { operation: operations[kind], outcome }),
  release: (kind) => sandbox.control('/bss/outcomes/release', { operation: operations[kind] }),
  refuse: (one) => ({ ...one, amount: money('MWK', -100), productCode: 'MW-NONE' }),
  spoil: (kind, fault) => sandbox.strike({ provider: 'bss', operation: resources[kind], kind: faults[fault] }),
  books: async () => (await sandbox.books()).deliveries,
}))

it('sends airtime to no line that has no main bucket', async () => {
  const deliverer = createTmfDeliverer(tmf())
  const nobody = { ...purchase('airtime'), msisdn: '991111111' }
  await expect(deliverer.prepare(nobody)).rejects.toMatchObject({ code: 'provider_broke_contract' })
})

it('leaves a delivery pending when it was accepted and then cannot be asked for', async () => {
  await sandbox.control('/bss/outcomes', { operation: 'topup', outcome: 'hold' })
  await sandbox.strike({ provider: 'bss', operation: 'topupBalance.read', kind: 'error_before', times: 30 })
  expect(await send(createTmfDeliverer(tmf()), purchase('airtime'))).toMatchObject({ outcome: 'pending' })
})
