import type { FaultKind } from '../core/faults.ts'
import type { World } from '../core/simulator.ts'
import { encodeGsm } from './alphabet.ts'
import type { Link } from './link.ts'
import { cString, encodeTlv, tlv } from './pdu.ts'
import type { Address, Timers } from './submission.ts'

const reportFaults = ['callback_drop', 'callback_delay', 'callback_duplicate'] as const satisfies readonly FaultKind[]
const keptWaiting = 1000

/** Sends delivery reports to the bound links, and stores them while no receiver is bound. */
export class Reports {
  readonly #links = new Set<Link>()
  readonly #world: World
  readonly #timers: Timers
  #waiting: Buffer[] = []

  constructor(world: World, timers: Timers) {
    this.#world = world
    this.#timers = timers
  }

  send(body: Buffer): void {
    const fault = this.#world.faults.take('smsc', 'deliver_sm', reportFaults)
    const copies = fault?.kind === 'callback_duplicate' ? fault.copies : 1
    if (fault?.kind === 'callback_drop') return
    if (fault?.kind === 'callback_delay') this.#timers.later(fault.delayMs, () => this.#hand(body))
    else for (let copy = 0; copy < copies; copy++) this.#hand(body)
  }

  add(link: Link): void {
    this.#links.add(link)
    const waiting = this.#waiting
    this.#waiting = []
    for (const body of waiting) this.#hand(body)
  }

  remove(link: Link, unanswered: readonly Buffer[]): void {
    this.#links.delete(link)
    for (const body of unanswered) this.#hand(body)
  }

  clear(): void {
    this.#waiting = []
  }

  #hand(body: Buffer): void {
    const [link] = this.#links
    if (link === undefined) this.#waiting = [...this.#waiting, body].slice(-keptWaiting)
    else link.deliver(body)
  }
}

/** Final states of section 5.2.28, with the term that the report text uses. */
const states = { DELIVRD: 2, EXPIRED: 3, UNDELIV: 5 } as const

export type FinalState = keyof typeof states

interface Report {
  readonly id: string
  readonly state: FinalState
  readonly source: Address
  readonly destination: Address
  readonly text: string
  readonly submittedAt: Date
  readonly doneAt: Date
}

/**
 * Reports name the message so. `hex` is the id of the submit_sm_resp, also as receipted_message_id. `decimal` is the
 * same number in decimal and no TLVs, as with older SMSCs.
 */
export type ReportIds = 'hex' | 'decimal'

const isReport = 0x04
const wantsReport = 0b11
const onFailureOnly = 0b10

export function isReportWanted(registeredDelivery: number, state: FinalState): boolean {
  const request = registeredDelivery & wantsReport
  return request === 1 || (request === onFailureOnly && state !== 'DELIVRD')
}

function minuteOf(date: Date): string {
  return date.toISOString().replace(/\D/g, '').slice(2, 12)
}

function textOf({ state, text, submittedAt, doneAt }: Report, shownId: string): string {
  const isDelivered = state === 'DELIVRD'
  return [
    `id:${shownId} sub:001 dlvrd:${isDelivered ? '001' : '000'}`,
    `submit date:${minuteOf(submittedAt)} done date:${minuteOf(doneAt)}`,
    `stat:${state} err:${isDelivered ? '000' : '001'} text:${text.slice(0, 20)}`,
  ].join(' ')
}

function address({ ton, npi, digits }: Address): Buffer {
  return Buffer.concat([Buffer.of(ton, npi), cString(digits)])
}

/** Builds the body of a deliver_sm that reports the outcome of a message to its sender. */
export function encodeReport(report: Report, ids: ReportIds): Buffer {
  const shownId = ids === 'hex' ? report.id : String(Number.parseInt(report.id, 16))
  const text = encodeGsm(textOf(report, shownId))
  return Buffer.concat([
    cString(''),
    address(report.destination),
    address(report.source),
    Buffer.of(isReport, 0, 0),
    cString(''),
    cString(''),
    Buffer.of(0, 0, 0, 0, text.length),
    text,
    ...(ids === 'hex'
      ? [
          encodeTlv(tlv.receiptedMessageId, cString(report.id)),
          encodeTlv(tlv.messageState, Buffer.of(states[report.state])),
        ]
      : []),
  ])
}
