import { money } from '@nyanja/domain/money/money'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { TimeoutName } from '../../common/timeouts.contract.ts'
import type { Purchase } from '../../payments/delivery-provider.ts'
import { createAuthorization } from '../bss-authorization.ts'
import { tmf as tmfBss } from './definition.ts'
import { BssProfile } from './profile.ts'
import { testBss } from './tmf.contract.ts'
import { createTmfTakebackProvider } from './tmf-takeback-provider.ts'

const { sandbox, tmf } = testBss()

/** A prepaid line with MWK 5,000, a postpaid one, and one with MWK 800.50. */
const [line, postpaid, poor] = ['999000001', '999000050', '999000005']

const open = (timeout: TimeoutName = 'usual') => createTmfTakebackProvider(tmf(timeout))

let taken = 0
const taking = (more: Partial<Purchase> = {}): Purchase => {
  taken += 1
  return { id: `taking-${taken}-takeback`, kind: 'airtime', msisdn: line, amount: money('MWK', 50_000), ...more }
}

async function airtimeOf(msisdn: string): Promise<number> {
  const found = await sandbox.control(`/bss/lines/${msisdn}`)
  return z.object({ mainBalance: z.object({ amount: z.number() }) }).parse(found).mainBalance.amount
}

const injectFault = (operation: string, kind: string) =>
  sandbox.injectFault({ provider: 'bss', operation, kind, times: 1 })

it('returns the balance of a line, and debits it once', async () => {
  const provider = open()
  const purchase = taking()
  expect(await provider.balanceOf(purchase)).toEqual(money('MWK', 500_000))
  const send = await provider.prepare(purchase)
  expect(await provider.findByReference(purchase)).toBeUndefined()
  const sent = await send()
  expect(sent).toEqual({ outcome: 'delivered', bssReference: expect.stringMatching(/^adj-/) })
  expect(await provider.findByReference(purchase)).toEqual(sent)
  expect(await airtimeOf(line)).toBe(4_500)
})

it('takes the last tambala, and nothing of a line that has less', async () => {
  const provider = open()
  const tooMuch = taking({ msisdn: poor, amount: money('MWK', 80_051) })
  expect(await (await provider.prepare(tooMuch))()).toEqual({ outcome: 'impossible', reason: 'not_enough_airtime' })
  expect(await provider.findByReference(tooMuch)).toBeUndefined()
  const last = taking({ msisdn: poor, amount: money('MWK', 80_050) })
  expect(await (await provider.prepare(last))()).toMatchObject({ outcome: 'delivered' })
  expect(await airtimeOf(poor)).toBe(0)
})

it.each([
  ['a line without airtime', postpaid],
  ['a number that is no line', '991111111'],
])('knows no balance of %s', async (_, msisdn) => {
  expect(await open().balanceOf(taking({ msisdn }))).toBeUndefined()
})

it('finds what was taken when the answer is lost', async () => {
  const purchase = taking()
  await injectFault('adjustBalance', 'error_after')
  await expect((await open().prepare(purchase))()).rejects.toMatchObject({ code: 'provider_unreachable' })
  expect(await open().findByReference(purchase)).toMatchObject({ outcome: 'delivered' })
})

it('repeats no debit that the BSS has under its name, and accepts none of another amount', async () => {
  const provider = open()
  const purchase = taking()
  const sent = await (await provider.prepare(purchase))()
  const before = await airtimeOf(line)
  expect(await (await provider.prepare(purchase))()).toEqual(sent)
  expect(await airtimeOf(line)).toBe(before)
  const other = { ...purchase, amount: money('MWK', 10_000) }
  await expect(provider.findByReference(other)).rejects.toMatchObject({ code: 'provider_broke_contract' })
  await expect(provider.prepare(other)).rejects.toMatchObject({ code: 'provider_broke_contract' })
})

it('waits for a debit that the BSS holds, and takes nothing where the BSS refuses', async () => {
  const provider = open()
  const plan = (outcome: string) => sandbox.control('/bss/outcomes', { operation: 'adjust', outcome })
  const held = taking()
  await plan('hold')
  expect(await (await provider.prepare(held))()).toMatchObject({ outcome: 'pending' })
  expect(await provider.findByReference(held)).toMatchObject({ outcome: 'pending' })
  const refused = taking()
  await plan('failed')
  expect(await (await provider.prepare(refused))()).toMatchObject({ outcome: 'impossible' })
  expect(await provider.findByReference(refused)).toMatchObject({ outcome: 'impossible' })
})

it('exists only where the profile of the BSS enables it', () => {
  const process = { centsPerUnit: 100, numberLength: 9, reportFault: () => {}, now: () => 0, log: () => {} }
  const open = (takesBack: boolean) =>
    tmfBss.open({
      ...tmf(),
      ...process,
      authorization: createAuthorization({ kind: 'none' }),
      profile: BssProfile.parse({ adjustment: { takesBack } }),
    })
  expect(open(true).takebackProvider).toBeDefined()
  expect(open(false).takebackProvider).toBeUndefined()
})
