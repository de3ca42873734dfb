import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { type DueMail, type Mail, type MailFile, type MailOutcome, Mails } from './mails.ts'

const due: DueMail = {
  id: 'a-1-refunded',
  attemptId: 'a-1',
  kind: 'refunded',
  email: 'thoko@example.com',
  language: 'en',
  params: {},
  tries: 0,
}
const texts = { subject: 'Receipt', text: 'Thank you', html: '<p>Thank you</p>' }

describe('receipts by e-mail', () => {
  function open(
    send: (mail: Mail) => Promise<MailOutcome>,
    textOf = () => texts,
    filesOf: (mail: DueMail) => Promise<readonly MailFile[]> = async () => [],
    isToOperator = false,
  ) {
    const done: string[] = []
    const outbox = {
      claim: async () => [],
      sent: async () => void done.push('sent'),
      notSent: async (_: DueMail, nextTryAt: number | undefined) => void done.push(`again at ${nextTryAt}`),
    }
    const alert = (event: string) => void done.push(event)
    return {
      done,
      mails: new Mails({
        outbox,
        sender: { send },
        addressOf: ({ email }: DueMail) => email,
        textOf,
        filesOf,
        host: 'p.example',
        now: () => 1000,
        alert,
        isToOperator,
      }),
    }
  }
  const accept = (sent: Mail[]) => async (mail: Mail) => {
    sent.push(mail)
    return 'accepted' as const
  }
  const broken = async (): Promise<never> => {
    throw new Error('connection lost')
  }

  it('are sent to the payer, with the same message id each time', async () => {
    const sent: Mail[] = []
    const { done, mails } = open(accept(sent))
    await mails.send(due)
    await mails.send({ ...due, tries: 3 })
    const mail = { ...texts, to: 'thoko@example.com', messageId: '<a-1-refunded@p.example>' }
    assert.deepEqual(sent, [mail, mail])
    assert.deepEqual(done, ['sent', 'sent'])
  })

  it('are retried for two days when the mail server refuses them, and then reported', async () => {
    const { done, mails } = open(broken)
    await mails.send(due)
    await mails.send({ ...due, tries: 7 })
    await mails.send({ ...due, tries: 8 })
    assert.deepEqual(done, ['again at 61000', 'again at 86401000', 'again at undefined', 'mail_given_up'])
  })

  it('are not sent again to an address that the mail server refuses for good, and nobody is alerted', async () => {
    const { done, mails } = open(async () => 'address_refused')
    await mails.send(due)
    await mails.send({ ...due, tries: 8 })
    assert.deepEqual(done, ['again at undefined', 'again at undefined'])
  })

  it("are retried and reported where the refused address is the operator's own", async () => {
    const { done, mails } = open(async () => 'address_refused', undefined, undefined, true)
    await mails.send(due)
    await mails.send({ ...due, tries: 8 })
    assert.deepEqual(done, ['again at 61000', 'again at undefined', 'mail_given_up'])
  })

  it('are reported once for each failure of the mail server, however many are given up', async () => {
    let isFailing = true
    const { done, mails } = open(async () => (isFailing ? broken() : 'accepted'))
    const last = { ...due, tries: 8 }
    for (let mail = 0; mail < 3; mail += 1) await mails.send(last)
    isFailing = false
    await mails.send(due)
    isFailing = true
    await mails.send(last)
    assert.deepEqual(
      done.filter((event) => event === 'mail_given_up' || event === 'sent'),
      ['mail_given_up', 'sent', 'mail_given_up'],
    )
  })

  it('bring their files, and are sent later while those cannot be made', async () => {
    const sent: Mail[] = []
    const file = { name: 'receipt.pdf', type: 'application/pdf', content: new Uint8Array(1) }
    const { done, mails } = open(
      accept(sent),
      () => texts,
      async ({ tries }) => (tries === 0 ? broken() : [file]),
    )
    await mails.send(due)
    await mails.send({ ...due, tries: 1 })
    assert.deepEqual(done, ['again at 61000', 'sent'])
    assert.deepEqual(
      sent.map(({ files }) => files),
      [[file]],
    )
  })

  it('are set aside when their text cannot be rendered, and the bug is reported', async () => {
    const { done, mails } = open(broken, () => {
      throw new Error('no such text')
    })
    await assert.rejects(mails.send(due), /no such text/)
    assert.deepEqual(done, ['again at undefined'])
  })
})
