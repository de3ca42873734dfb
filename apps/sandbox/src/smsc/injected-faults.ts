import { randomBytes } from 'node:crypto'
import { type Fault, type FaultKind, faultKinds } from '../core/faults.ts'
import { headerLength, status } from './pdu.ts'

export interface Answer {
  readonly status: number
  readonly body?: Buffer
}

/** One request on a link: its effect, and the faults that its answer can have. */
export interface Exchange {
  /** Executes the request. */
  perform(): Answer
  send(answer: Answer): void
  sendRaw(octets: Buffer): void
  hangUp(): void
  later(delayMs: number, work: () => void): void
  /** The status with which a fault refuses this operation. */
  readonly refusal: number
}

type InjectedFault = (exchange: Exchange, fault: Fault) => void

const injectedFaults: Partial<Record<FaultKind, InjectedFault>> = {
  delay: (exchange, { delayMs }) => exchange.later(delayMs, () => exchange.send(exchange.perform())),
  hang_before: () => {},
  hang_after: (exchange) => {
    exchange.perform()
  },
  reset_before: (exchange) => exchange.hangUp(),
  reset_after: (exchange) => {
    exchange.perform()
    exchange.hangUp()
  },
  error_before: (exchange) => exchange.send({ status: exchange.refusal }),
  // SMPP has no HTML: a full queue replaces an error page.
  html_before: (exchange) => exchange.send({ status: status.queueFull }),
  error_after: (exchange) => {
    exchange.perform()
    exchange.send({ status: status.systemError })
  },
  garbage_after: (exchange) => {
    exchange.perform()
    const octets = randomBytes(40)
    octets.writeUInt32BE(headerLength - 1, 0)
    exchange.sendRaw(octets)
  },
}

export const linkFaults: readonly FaultKind[] = faultKinds.filter((kind) => !kind.startsWith('callback_'))

export function carryOut(exchange: Exchange, fault: Fault | undefined): void {
  const injectFault = fault === undefined ? undefined : injectedFaults[fault.kind]
  if (fault === undefined || injectFault === undefined) exchange.send(exchange.perform())
  else injectFault(exchange, fault)
}
