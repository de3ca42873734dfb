import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSmsc, pdu, submitPdu } from './fixture.ts'

let fixture: Awaited<ReturnType<typeof openSmsc>>
beforeEach(async () => {
  fixture = await openSmsc()
})
afterEach(() => fixture.close())

const textOf = (body: Buffer): string => body.toString('latin1')
const fiveMinutes = '000000000500000R'

it('sends a report after the answer, in the documented format', async () => {
  const client = await fixture.bound()
  const answer = await client.ask(
    submitPdu(2, { registered: 1, octets: Buffer.from('123456 is your code. Do not share it.') }),
  )
  const report = await client.next()
  const id = textOf(answer.body).replace('\0', '')
  const text = `id:${id} sub:001 dlvrd:001 submit date:2611201205 done date:2611201205 stat:DELIVRD err:000 text:123456 is your code.`
  expect(report).toMatchObject({ id: 0x05, status: 0 })
  expect(textOf(report.body)).toBe(
    `\0\x01\x01265999000001\0\x05\0Nyanja\0\x04\0\0\0\0\0\0\0\0${String.fromCharCode(text.length)}${text}` +
      `\0\x1e\0\x09${id}\0\x04\x27\0\x01\x02`,
  )
})

it('can name the message in decimal, as some SMSCs do', async () => {
  const other = await openSmsc({ reportIds: 'decimal' })
  const client = await other.bound()
  const answer = await client.ask(submitPdu(2, { registered: 1 }))
  const report = await client.next()
  expect(textOf(report.body)).toContain(`id:${Number.parseInt(textOf(answer.body), 16)} sub`)
  expect(textOf(report.body)).not.toContain(textOf(answer.body).replace('\0', ''))
  await other.close()
})

it('reports a failed delivery, also when only failures were requested', async () => {
  const client = await fixture.bound()
  await client.ask(submitPdu(2, { registered: 2 }))
  fixture.world.faults.add({ provider: 'smsc', operation: 'handset', kind: 'error_before', times: 1 })
  await client.ask(submitPdu(3, { registered: 2, octets: Buffer.from('second') }))
  const report = await client.next()
  expect(textOf(report.body)).toMatch(/dlvrd:000 .* stat:UNDELIV err:001 text:second/)
  expect(await fixture.messages()).toHaveLength(1)
})

it('expires a message whose handset is reachable only after its validity', async () => {
  fixture.world.faults.add({ provider: 'smsc', operation: 'handset', kind: 'hang_before' })
  const client = await fixture.bound()
  await client.ask(submitPdu(2, { registered: 1, validity: '261120120459000+' }))
  expect(textOf((await client.next()).body)).toContain('stat:EXPIRED')
  expect(await fixture.messages()).toEqual([])
})

it('delivers late, but within the validity, when the handset was unreachable for a while', async () => {
  fixture.world.faults.add({ provider: 'smsc', operation: 'handset', kind: 'delay', delayMs: 5 })
  const client = await fixture.bound()
  await client.ask(submitPdu(2, { registered: 1, validity: fiveMinutes }))
  expect(textOf((await client.next()).body)).toContain('stat:DELIVRD')
  expect(await fixture.messages()).toHaveLength(1)
})

it('keeps a report for a receiver, and repeats it on the next link until it is acknowledged', async () => {
  const sender = await fixture.bound(0x02)
  await sender.ask(submitPdu(2, { registered: 1 }))
  const first = await fixture.bound(0x01)
  const report = await first.next()
  first.socket.destroy()
  const second = await fixture.bound(0x01)
  expect((await second.next()).body).toEqual(report.body)
  await second.ask(Buffer.concat([pdu(0x80000005, 1, ''), pdu(0x15, 2)]))
  second.socket.destroy()
  const third = await fixture.bound(0x01)
  expect(await third.ask(pdu(0x15, 2))).toMatchObject({ id: 0x80000015 })
})

it('drops a report, or sends it ten times, when a fault is injected', async () => {
  const client = await fixture.bound()
  fixture.world.faults.add({ provider: 'smsc', operation: 'deliver_sm', kind: 'callback_drop', times: 1 })
  await client.ask(submitPdu(2, { registered: 1 }))
  expect(await client.ask(pdu(0x15, 3))).toMatchObject({ id: 0x80000015 })
  fixture.world.faults.add({ provider: 'smsc', operation: 'deliver_sm', kind: 'callback_duplicate', times: 1 })
  await client.ask(submitPdu(4, { registered: 1 }))
  for (let copy = 0; copy < 10; copy++) expect((await client.next()).id).toBe(0x05)
})
