/// <reference path="./smpp.d.ts" />
import { once } from 'node:events'
import { createServer, type Pdu } from 'smpp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { timeoutsMs } from '../../common/timeouts.contract.ts'
import { describeSmsSender } from '../../messages/sms-sender.contract.ts'
import type { ProviderRecord } from '../call-provider.ts'
import { testSandbox } from '../sandbox.contract.ts'
import type { DeliveryReport } from './bound-session.ts'
import { createSmppSender, type SmppOptions } from './smpp-sender.ts'

const sandbox = testSandbox()
const msisdn = '999000001'
const nowhere = { host: '127.0.0.1', port: 1 }

function openSender(options: Partial<SmppOptions> = {}) {
  const sender = createSmppSender({
    addresses: [{ host: '127.0.0.1', port: sandbox.smppPort }],
    systemId: 'nyanja',
    password: 'sandbox',
    sender: 'Nyanja',
    alphabet: 'gsm7',
    countryCode: '265',
    timeoutMs: timeoutsMs.usual,
    pause: async () => {},
    ...options,
  })
  onTestFinished(() => sender.close())
  return sender
}

const Inbox = z.array(z.object({ from: z.string(), text: z.string() }))
const inbox = async () => Inbox.parse(await sandbox.control(`/sms?msisdn=${msisdn}`))
const injectFault = (kind: string, times = 1, operation = 'submit_sm') =>
  sandbox.injectFault({ provider: 'smsc', operation, kind, times })

describe.each([
  ['gsm7', 'parts'],
  ['ascii', 'parts'],
  ['gsm7', 'payload'],
] as const)('in %s, long texts as %s', (alphabet, longTexts) => {
  describeSmsSender('the SMSC', async (timeout) => {
    const sender = openSender({ alphabet, longTexts, timeoutMs: timeoutsMs[timeout] })
    return {
      sender,
      inbox: async () => (await inbox()).map(({ text }) => text),
      busy: (times) => injectFault('html_before', times),
      loseAnswer: () => injectFault('hang_after'),
      interrupt: async () => {
        await injectFault('reset_before')
        await sender.send(msisdn, 'Cut', 'R-0').catch(() => undefined)
      },
    }
  })
})

it('shows the brand as the sender', async () => {
  await openSender().send(msisdn, 'Hello', 'R-1')
  await expect.poll(inbox).toMatchObject([{ from: 'Nyanja' }])
})

it('refuses a sender that handsets cannot show', () => {
  expect(() => openSender({ sender: 'Nyanja Money' })).toThrow(RangeError)
})

describe('an SMSC of another maker', () => {
  async function openSmsc(idOf: (count: number) => string) {
    const received: string[] = []
    const server = createServer({}, (session) => {
      const answer = (pdu: Pdu) => session.send(pdu.response())
      session
        .on('bind_transceiver', answer)
        .on('enquire_link', answer)
        .on('error', () => {})
      session.on('unbind', (pdu: Pdu) => {
        answer(pdu)
        session.close()
      })
      session.on('submit_sm', (pdu: Pdu) => {
        received.push('submit_sm')
        session.send(pdu.response({ message_id: idOf(received.length) }))
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The SMSC has no port')
    return { received, addresses: [{ host: '127.0.0.1', port: address.port }] } as const
  }

  it.each([
    ['no id', () => '', ['', '']],
    ['one id for all', () => '0', ['0', '0']],
    ['ids of 64 characters', (count: number) => 'f'.repeat(63) + count, ['f'.repeat(63) + 1, 'f'.repeat(63) + 2]],
  ])('accepts each message once and gives %s', async (_, idOf, ids) => {
    const { received, addresses } = await openSmsc(idOf)
    const sender = openSender({ addresses })
    expect([await sender.send(msisdn, 'One', 'R-1'), await sender.send(msisdn, 'Two', 'R-2')]).toEqual(ids)
    expect(received).toHaveLength(2)
  })
})

it('forwards delivery reports with the id of the answer', async () => {
  const reports: DeliveryReport[] = []
  const id = await openSender({ onDeliveryReport: (report) => reports.push(report) }).send(msisdn, 'Hello', 'R-1')
  await expect.poll(() => reports).toMatchObject([{ state: 'DELIVRD' }])
  expect(reports[0]?.messageIds).toContain(id)
})

it('fails immediately after a refused bind, without repeated binds', async () => {
  const pauses: number[] = []
  const pause = (ms: number) => new Promise<void>(() => pauses.push(ms))
  const sender = openSender({ password: 'wrong', pause })
  await expect(sender.send(msisdn, 'Hello', 'R-1')).rejects.toMatchObject({ code: 'provider_broke_contract' })
  await expect(sender.send(msisdn, 'Hello', 'R-1')).rejects.toMatchObject({ code: 'provider_broke_contract' })
  expect(pauses).toEqual([300_000])
})

it('drops a link that does not answer enquiries, and binds again', async () => {
  await injectFault('hang_before', 1, 'enquire_link')
  const sender = openSender({ enquireLinkMs: 20, timeoutMs: timeoutsMs.short })
  const tried = Date.now()
  await expect.poll(() => sender.send(msisdn, `At ${Date.now() - tried}`, 'R-1').catch(() => undefined)).toMatch(/\S/)
})

it('survives bytes that are not a PDU', async () => {
  await injectFault('garbage_after')
  const sender = openSender()
  await expect(sender.send(msisdn, 'One', 'R-1')).rejects.toMatchObject({ code: 'provider_unreachable' })
  await expect.poll(() => sender.send(msisdn, 'Two', 'R-2').catch(() => undefined)).toMatch(/\S/)
})

it('throws when no SMSC listens', async () => {
  const sender = openSender({
    addresses: [nowhere],
    timeoutMs: 100,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  })
  await expect(sender.send(msisdn, 'Hello', 'R-1')).rejects.toMatchObject({ code: 'provider_unreachable' })
})

it('reports its requests without text and number', async () => {
  const records: ProviderRecord[] = []
  await injectFault('html_before')
  await openSender({ observe: (record) => records.push(record) }).send(msisdn, 'Hello', 'R-1')
  expect(records).toMatchObject([
    { provider: 'smsc', operation: 'submit_sm', outcome: 'refused', status: 0x14 },
    { provider: 'smsc', operation: 'submit_sm', outcome: 'answered', status: 0 },
  ])
  expect(JSON.stringify(records)).not.toMatch(/Hello|999000001/)
})
