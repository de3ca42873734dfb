import { expect, it } from 'vitest'
import { openFixture, paths, topUpOf } from './bss-fixture.ts'

it('writes dates in local time without a zone on request', async () => {
  const { get, post } = openFixture()
  await post('/__sim/bss/dialect', { dates: 'naive' })
  const [bucket] = (await get(`${paths.balances}/bucket?logicalResource.id=265999000001&usageType=data`)).rows
  expect(bucket).toMatchObject({
    validFor: { endDateTime: '2026-11-25T10:00:00.000' },
    remainingValue: { amount: 0.6 },
  })
})

it('writes volumes as text in their smallest unit, and money as text', async () => {
  const { get, post } = openFixture()
  await post('/__sim/bss/dialect', { amounts: 'text' })
  const { rows } = await get(`${paths.balances}/bucket?logicalResource.id=265999000003`)
  expect(rows.map(({ remainingValue }) => remainingValue)).toEqual([
    { amount: '12000', units: 'MWK' },
    { amount: '500000000b', units: 'GB' },
    { amount: '1800s', units: 'MIN' },
    { amount: '50msg', units: 'SMS' },
  ])
})

it('counts equally in every format', async () => {
  const { get, post } = openFixture()
  await post('/__sim/bss/dialect', { amounts: 'text', dates: 'naive' })
  const topUp = topUpOf('999000001', 1, 'T1')
  expect(
    (await post(`${paths.balances}/topupBalance`, { ...topUp, amount: { amount: '2.5', units: 'MWK' } })).row,
  ).toMatchObject({
    status: 'completed',
    amount: { amount: '2.5', units: 'MWK' },
  })
  expect((await get('/__sim/bss/lines/999000001')).row.mainBalance).toEqual({ amount: 5_002.5, currency: 'MWK' })
})

it('uses the standard format again after a reset', async () => {
  const { get, post } = openFixture()
  await post('/__sim/bss/dialect', { amounts: 'text' })
  await post('/__sim/reset', {})
  expect((await get('/__sim/bss/dialect')).row).toEqual({ dates: 'utc', amounts: 'number' })
})
