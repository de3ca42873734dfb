import { connect, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { timeoutsMs } from '../../common/timeouts.contract.ts'
import { certificate, key } from '../localhost-certificate.contract.ts'
import { testSandbox } from '../sandbox.contract.ts'
import { type SmscAddress, tryBind } from './bound-session.ts'
import { createSmppSender, type SmppOptions } from './smpp-sender.ts'

const sandbox = testSandbox()
const msisdn = '999000001'
const login = { systemId: 'nyanja', password: 'sandbox' }
const nowhere = { host: '127.0.0.1', port: 1 }
const direct = () => ({ host: '127.0.0.1', port: sandbox.smppPort })

/** Another address of the simulated SMSC, which can be cut off. */
async function relay(tls?: { readonly key: string; readonly cert: string }) {
  const sockets = new Set<Socket>()
  let binds = 0
  const pass = (near: Socket) => {
    binds += 1
    const far = connect(sandbox.smppPort, '127.0.0.1')
    for (const socket of [near, far]) sockets.add(socket.on('error', () => socket.destroy()))
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  }
  const server = tls === undefined ? createServer(pass) : createTlsServer(tls, pass)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(close)
  const address = server.address()
  return { host: '127.0.0.1', port: z.object({ port: z.number() }).parse(address).port, close, binds: () => binds }
}

function openSender(addresses: readonly [SmscAddress, ...SmscAddress[]], options: Partial<SmppOptions> = {}) {
  const sender = createSmppSender({
    ...{ ...login, addresses, sender: 'Nyanja', alphabet: 'gsm7', countryCode: '265' },
    timeoutMs: timeoutsMs.usual,
    pause: async () => {},
    ...options,
  })
  onTestFinished(() => sender.close())
  return sender
}

const Inbox = z.array(z.object({ text: z.string() }))
const inbox = async () => Inbox.parse(await sandbox.control(`/sms?msisdn=${msisdn}`)).map(({ text }) => text)
const injectFault = (kind: string, operation = 'submit_sm', times = 1) =>
  sandbox.injectFault({ provider: 'smsc', operation, kind, times })

it('binds with the first message, once for all of them', async () => {
  const address = await relay()
  const sender = openSender([address])
  await tryBind(direct(), login)
  expect(address.binds()).toBe(0)
  await sender.send(msisdn, 'One', 'R-1')
  await sender.send(msisdn, 'Two', 'R-2')
  expect(address.binds()).toBe(1)
})

it('binds at the second address when the first one is down', async () => {
  await openSender([nowhere, direct()]).send(msisdn, 'Hello', 'R-1')
  await expect.poll(inbox).toEqual(['Hello'])
})

it('binds at the second address when the first one refuses the bind', async () => {
  await injectFault('error_before', 'bind_transceiver')
  await openSender([direct(), await relay()]).send(msisdn, 'Hello', 'R-1')
  await expect.poll(inbox).toEqual(['Hello'])
})

it('pauses for five minutes once both addresses refuse the bind', async () => {
  const pauses: number[] = []
  const pause = (ms: number) => new Promise<void>(() => pauses.push(ms))
  const sender = openSender([direct(), await relay()], { password: 'wrong', pause, now: () => 0 })
  await expect(sender.send(msisdn, 'Hello', 'R-1')).rejects.toMatchObject({ code: 'provider_broke_contract' })
  expect(pauses).toEqual([300_000])
})

it('sends at the second address when the link is lost, and nothing twice', async () => {
  const first = await relay()
  const sender = openSender([first, direct()])
  await sender.send(msisdn, 'One', 'R-1')
  await injectFault('reset_after')
  const lost = await sender.send(msisdn, 'Two', 'R-2').catch((error: unknown) => error)
  expect(lost).toMatchObject({ code: 'provider_unreachable', notSent: undefined })
  first.close()
  await sender.send(msisdn, 'Three', 'R-3')
  await expect.poll(inbox).toEqual(['Three', 'Two', 'One'])
})

it('leaves an address that stays silent without waiting for the next regular enquiry', async () => {
  const sender = openSender([direct(), await relay()], { timeoutMs: timeoutsMs.short, enquireLinkMs: 3_600_000 })
  await sender.send(msisdn, 'One', 'R-1')
  await injectFault('hang_before', 'enquire_link')
  await injectFault('hang_before')
  await expect(sender.send(msisdn, 'Two', 'R-2')).rejects.toMatchObject({ code: 'provider_unreachable' })
  await expect.poll(() => sender.send(msisdn, 'Three', 'R-3').catch(() => undefined)).toMatch(/\S/)
})

it('reports that nothing was sent while neither address can be reached', async () => {
  const sender = openSender([nowhere, nowhere], {
    timeoutMs: 100,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  })
  await expect(sender.send(msisdn, 'Hello', 'R-1')).rejects.toMatchObject({ notSent: 'not_bound' })
})

it('keeps to the number of messages a second that the account may send', async () => {
  const pauses: number[] = []
  const pause = async (ms: number) => void pauses.push(ms)
  const sender = openSender([direct()], { messagesPerSecond: 5, pause, now: () => 1000 })
  await Promise.all(['One', 'Two', 'Three', 'Four'].map((text) => sender.send(msisdn, text, 'R-1')))
  expect(pauses).toEqual([200, 400, 600])
})

it('counts each part of a long text', async () => {
  const pauses: number[] = []
  const pause = async (ms: number) => void pauses.push(ms)
  const sender = openSender([direct()], { messagesPerSecond: 10, pause, now: () => 1000 })
  await sender.send(msisdn, 'x'.repeat(400), 'R-1')
  expect(pauses).toEqual([100, 200])
})

it('holds all messages for a second when the SMSC throttles, and sends each one once', async () => {
  const pauses: number[] = []
  const pause = async (ms: number) => void pauses.push(ms)
  await injectFault('error_before')
  const sender = openSender([direct()], { pause, now: () => 1000 })
  await sender.send(msisdn, 'One', 'R-1')
  await sender.send(msisdn, 'Two', 'R-2')
  expect(pauses).toEqual([1000, 1000])
  await expect.poll(inbox).toEqual(['Two', 'One'])
})

it('speaks SMPP in TLS, with a private authority', async () => {
  const secure = await relay({ key, cert: certificate })
  await openSender([secure], { tls: { ca: certificate } }).send(msisdn, 'Hello', 'R-1')
  await expect.poll(inbox).toEqual(['Hello'])
})

it('names the reason when a bind fails', async () => {
  const secure = await relay({ key, cert: certificate })
  const options = { ...login, timeoutMs: timeoutsMs.usual }
  await expect(tryBind(nowhere, options)).rejects.toThrow('smsc: no connection, ECONNREFUSED')
  await expect(tryBind(secure, { ...options, tls: {} })).rejects.toThrow('DEPTH_ZERO_SELF_SIGNED_CERT')
  await expect(tryBind(direct(), { ...options, password: 'wrong' })).rejects.toThrow('status 14')
  await expect(tryBind(direct(), options)).resolves.toBeUndefined()
  expect(await inbox()).toEqual([])
})
