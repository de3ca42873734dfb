import { expect, it } from 'vitest'
import { readMail } from './mail-server.ts'

const envelope = { to: 'thoko@example.com', at: '2026-11-20T12:05:00Z' }
const mail = (...lines: string[]) => readMail(Buffer.from(lines.join('\r\n'), 'latin1'), envelope)

it('reads a plain mail', async () => {
  const read = await mail(
    'Message-ID: <1@example.com>',
    'From: Nyanja <a@b.example>',
    'Subject: Hello',
    '',
    'How are you?',
  )
  expect(read).toEqual({
    ...envelope,
    messageId: '<1@example.com>',
    files: [],
    from: 'Nyanja <a@b.example>',
    subject: 'Hello',
    text: 'How are you?',
    html: '',
  })
})

it('reads folded and encoded headers', async () => {
  expect((await mail('Subject: =?UTF-8?Q?Risiti=C2=A0?=', ' =?UTF-8?B?4oCT?= one', '', '')).subject).toBe(
    'Risiti\u00a0– one',
  )
})

it('reads the text and the HTML of a multipart mail', async () => {
  const read = await mail(
    'Content-Type: multipart/alternative; boundary="--x"',
    '',
    '----x',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '=E2=80=A2 a very long=',
    ' line',
    '----x',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('<p>•</p>').toString('base64'),
    '----x--',
  )
  expect(read).toMatchObject({ text: '• a very long line', html: '<p>•</p>' })
})
