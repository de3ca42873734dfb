/// <reference path="./smpp.d.ts" />

import { PortalError } from '@nyanja/domain/errors'
import { connect, type Pdu, type Session } from 'smpp'

const states = ['ENROUTE', 'DELIVRD', 'EXPIRED', 'DELETED', 'UNDELIV', 'ACCEPTD', 'UNKNOWN', 'REJECTD'] as const
type DeliveryState = (typeof states)[number]

export interface DeliveryReport {
  /** The id as reported and its other notations, because some SMSCs answer in hex and report in decimal. */
  readonly messageIds: readonly string[]
  readonly state: DeliveryState
}

/** These bits hold the message type; this value is a delivery report. */
const typeBits = 0x3c
const reportType = 0x04

/** Reads a report: undefined when the message was sent by a subscriber. */
export function readReport({ esm_class = 0, short_message }: Pdu): DeliveryReport | undefined {
  if ((esm_class & typeBits) !== reportType) return undefined
  const text = textOf(short_message)
  const id = /\bid:(\S+)/i.exec(text)?.[1]
  const shown = /\bstat:(\w+)/i.exec(text)?.[1]?.toUpperCase()
  return id === undefined
    ? undefined
    : { messageIds: formsOf(id), state: states.find((state) => state === shown) ?? 'UNKNOWN' }
}

function textOf(message: unknown): string {
  if (typeof message === 'string') return message
  return typeof message === 'object' && message !== null && 'message' in message ? String(message.message) : ''
}

function formsOf(id: string): string[] {
  const forms = [id]
  if (/^\d{1,19}$/.test(id)) forms.push(BigInt(id).toString(16), BigInt(id).toString(16).toUpperCase())
  if (/^[\da-f]{1,16}$/i.test(id)) forms.push(BigInt(`0x${id}`).toString())
  return [...new Set(forms)]
}

export interface SmscAddress {
  readonly host: string
  readonly port: number
}

export interface BindOptions {
  /** The settings of SMPP in TLS; `ca` is the certificate of a private authority, as PEM. */
  readonly tls?: { readonly ca?: string | undefined } | undefined
  readonly systemId: string
  readonly password: string
  /** The timeout of every answer of the SMSC. */
  readonly timeoutMs?: number
  readonly enquireLinkMs?: number
  readonly onDeliveryReport?: (report: DeliveryReport) => void
}

/** Binds and unbinds, without sending a message. */
export async function tryBind(address: SmscAddress, options: BindOptions): Promise<void> {
  const session = await openBound(address, options, new AbortController().signal)
  await session.request('unbind', {}, unbindTimeoutMs).catch(() => undefined)
  session.drop()
}

export interface BoundSession {
  readonly request: SendRequest
  /** Resolves once the link is down. */
  readonly ended: Promise<void>
  drop(): void
}

export const defaultTimeoutMs = 10_000
export const unbindTimeoutMs = 2000

const version34 = 0x34

/** Throws `provider_unreachable`, or `provider_broke_contract` when the SMSC refuses the bind itself. */
export async function openBound(
  address: SmscAddress,
  options: BindOptions,
  signal: AbortSignal,
): Promise<BoundSession> {
  const { tls, timeoutMs = defaultTimeoutMs, enquireLinkMs = 30_000 } = options
  const connected = Promise.withResolvers<void>()
  const down = Promise.withResolvers<void>()
  const session = connect({ ...address, tls: tls !== undefined, ca: tls?.ca }, connected.resolve)
  const drop = () => session.destroy()
  const limit = setTimeout(drop, timeoutMs)
  let reason = 'no answer in time'

  // The event is also raised for bytes that are not a PDU, after which the package stops reading.
  session.on('error', (error: Error) => {
    reason = 'code' in error ? String(error.code) : error.name
    drop()
  })
  session.on('close', () => {
    connected.reject(new PortalError('provider_unreachable', `smsc: no connection, ${reason}`))
    down.resolve()
  })
  signal.addEventListener('abort', drop, { once: true })
  const request = createRequests(session)

  try {
    await connected.promise
    await bind(request, options, timeoutMs)
  } catch (error) {
    drop()
    throw error
  } finally {
    clearTimeout(limit)
  }
  answerTheSmsc(session, options.onDeliveryReport)
  const enquiry = setInterval(() => void request('enquire_link', {}, timeoutMs).catch(drop), enquireLinkMs)
  const ended = down.promise.then(() => {
    clearInterval(enquiry)
    signal.removeEventListener('abort', drop)
  })
  return { request, ended, drop }
}

async function bind(request: SendRequest, { systemId, password }: BindOptions, timeoutMs: number): Promise<void> {
  const fields = { system_id: systemId, password, interface_version: version34 }
  const { command_status } = await request('bind_transceiver', fields, timeoutMs)
  if (command_status === 0) return
  const code = refusedBinds.includes(command_status) ? 'provider_broke_contract' : 'provider_unreachable'
  throw new PortalError(code, `smsc bind_transceiver: status ${command_status}`)
}

// The statuses that refuse the bind, the password or the system id.
const refusedBinds = [0x0d, 0x0e, 0x0f]

/** Answers the SMSC's own requests. */
export function answerTheSmsc(session: Session, onDeliveryReport: BindOptions['onDeliveryReport']): void {
  session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()))
  session.on('unbind', (pdu: Pdu) => {
    session.send(pdu.response())
    session.close()
  })
  session.on('deliver_sm', (pdu: Pdu) => {
    session.send(pdu.response())
    const report = readReport(pdu)
    if (report !== undefined) onDeliveryReport?.(report)
  })
}

type Command = 'bind_transceiver' | 'submit_sm' | 'enquire_link' | 'unbind'
export type Fields = Parameters<Session[Command]>[0]

/**
 * Throws `provider_unreachable` when no answer arrives in time or the link goes down first: it may have been received.
 */
type SendRequest = (command: Command, fields: Fields, timeoutMs: number) => Promise<Pdu>

/** The package drops its open requests when the socket closes; this rejects them. */
function createRequests(session: Session): SendRequest {
  const open = new Set<(why: string) => void>()
  session.on('close', () => {
    for (const fail of open) fail('link went down')
  })

  return (command, fields, timeoutMs) =>
    new Promise((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer)
        open.delete(fail)
      }
      const fail = (why: string, notSent?: string) => {
        finish()
        reject(new PortalError('provider_unreachable', `smsc ${command}: ${why}`, { notSent }))
      }
      const timer = setTimeout(() => fail('no answer in time'), timeoutMs)
      open.add(fail)
      const isSent = session[command](fields, (answer) => {
        finish()
        resolve(answer)
      })
      if (!isSent) fail('link is down', 'link_down')
    })
}
