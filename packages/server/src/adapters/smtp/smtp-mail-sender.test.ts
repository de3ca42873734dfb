import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { testSandbox } from '../sandbox.contract.ts'
import { createSmtpMailSender } from './smtp-mail-sender.ts'

const Mails = z.array(
  z.object({
    messageId: z.string(),
    from: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    files: z.array(z.object({ name: z.string(), type: z.string(), base64: z.string() })),
    copies: z.number(),
  }),
)
const mail = {
  to: 'thoko@example.com',
  subject: 'Risiti: MWK 2,000 – NYA-7K4P-29XD',
  text: 'Asante. +265 99 ••• ••67',
  html: '<p>Asante. +265 99 ••• ••67</p>',
  messageId: '<T1-refunded@portal.example>',
}

describe('mail over SMTP', () => {
  const sandbox = testSandbox()

  function open(port = sandbox.smtpPort) {
    const sender = createSmtpMailSender({
      url: `smtp://127.0.0.1:${port}`,
      from: 'Nyanja <receipts@portal.example>',
      timeoutMs: 2000,
    })
    onTestFinished(() => sender.close())
    return sender
  }
  const arrived = async () => Mails.parse(await sandbox.control(`/mail?to=${mail.to}`))

  it('arrives unchanged, as text and as HTML', async () => {
    await open().send(mail)
    const { to: _, ...written } = mail
    expect(await arrived()).toEqual([{ ...written, from: 'Nyanja <receipts@portal.example>', files: [], copies: 1 }])
  })

  it('brings its files', async () => {
    const content = new Uint8Array([37, 80, 68, 70, 0, 255])
    await open().send({ ...mail, files: [{ name: 'receipt-NYA-7K4P-29XD.pdf', type: 'application/pdf', content }] })
    const base64 = Buffer.from(content).toString('base64')
    expect(await arrived()).toMatchObject([
      { files: [{ name: 'receipt-NYA-7K4P-29XD.pdf', type: 'application/pdf', base64 }] },
    ])
  })

  it('has the same message id when it is sent again', async () => {
    const sender = open()
    await sender.send(mail)
    await sender.send(mail)
    expect(await arrived()).toMatchObject([{ messageId: mail.messageId, copies: 2 }])
  })

  it('fails without its address when the server refuses it', async () => {
    await sandbox.control('/mail/refuse', { times: 1 })
    const error = await open()
      .send(mail)
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'provider_unreachable' })
    expect(String(error)).not.toContain('thoko')
    await expect(open(1).send(mail)).rejects.toMatchObject({ code: 'provider_unreachable' })
    expect(await arrived()).toEqual([])
  })

  it('is accepted, or refused for good because of its address', async () => {
    const sender = open()
    expect(await sender.send(mail)).toBe('accepted')
    expect(await sender.send({ ...mail, to: 'no-such-mailbox@example.com' })).toBe('address_refused')
  })

  it.each(['greylisted', 'relay-denied'])('fails for now where the server answers %s', async (name) => {
    await expect(open().send({ ...mail, to: `${name}@example.com` })).rejects.toMatchObject({
      code: 'provider_unreachable',
    })
  })

  it('is sent to a single address for any input', async () => {
    const sender = open()
    await sender.send({ ...mail, to: 'thoko@example.com,limbani@example.com' }).catch(() => undefined)
    expect(Mails.parse(await sandbox.control('/mail?to=limbani@example.com'))).toEqual([])
  })
})
