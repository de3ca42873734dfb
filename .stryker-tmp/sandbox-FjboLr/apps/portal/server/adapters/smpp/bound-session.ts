// @ts-nocheck
import { connect, type Pdu, type Session } from 'smpp'
import { PortalError } from '../../errors.ts'
import { type DeliveryReport, readReport } from './delivery-report.ts'
import { createRequests, type SendRequest } from './smpp-requests.ts'

export interface BindOptions {
  readonly host: string
  readonly port: number
  readonly tls?: boolean
  readonly systemId: string
  readonly password: string
  /** How long the SMSC may take to answer anything. */
  readonly timeoutMs?: number
  readonly enquireLinkMs?: number
  readonly onDeliveryReport?: (report: DeliveryReport) => void
}

export interface BoundSession {
  readonly request: SendRequest
  /** Settles once the link is down. */
  readonly ended: Promise<void>
  drop(): void
}

export const defaultTimeoutMs = 10_000

const version34 = 0x34

/** Throws `provider_unreachable`, or `provider_broke_contract` when the SMSC refuses the bind itself. */
export async function openBound(options: BindOptions, signal: AbortSignal): Promise<BoundSession> {
  const { host, port, tls = false, timeoutMs = defaultTimeoutMs, enquireLinkMs = 30_000 } = options
  const connected = Promise.withResolvers<void>()
  const down = Promise.withResolvers<void>()
  const session = connect({ host, port, tls }, connected.resolve)
  const drop = () => session.destroy()
  const limit = setTimeout(drop, timeoutMs)

  // Also raised for bytes that are no PDU, after which the package reads no more.
  session.on('error', drop)
  session.on('close', () => {
    connected.reject(new PortalError('provider_unreachable', 'smsc: no connection'))
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

// The bind, the password or the system id.
const refusedBinds = [0x0d, 0x0e, 0x0f]

function answerTheSmsc(session: Session, onDeliveryReport: BindOptions['onDeliveryReport']): void {
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
