import { knowsCoding } from './alphabet.ts'
import { FieldReader, status, tlv } from './pdu.ts'

const shape = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d)(\d{2})([+\-R])$/
const usualMs = 48 * 3600_000

/**
 * Parses SMPP time (section 7.1.1): absolute `YYMMDDhhmmsstnnp` or relative with `R`. It is undefined for any other
 * text.
 */
export function expiryOf(validity: string, now: Date): Date | undefined {
  if (validity === '') return new Date(now.getTime() + usualMs)
  const parts = shape.exec(validity)
  if (parts === null) return undefined
  const [years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1, 7).map(Number)
  if (parts[9] === 'R') {
    const end = new Date(now)
    end.setUTCFullYear(end.getUTCFullYear() + years, end.getUTCMonth() + months, end.getUTCDate() + days)
    return new Date(end.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000)
  }
  const quartersAhead = Number(parts[8]) * (parts[9] === '+' ? 1 : -1)
  return new Date(Date.UTC(2000 + years, months - 1, days, hours, minutes - quartersAhead * 15, seconds))
}

export interface Address {
  readonly ton: number
  readonly npi: number
  readonly digits: string
}

/** Parses one submit_sm, section 4.4.1. */
export interface Submission {
  readonly source: Address
  readonly destination: Address
  readonly esmClass: number
  readonly schedule: string
  readonly validity: string
  readonly registeredDelivery: number
  readonly dataCoding: number
  readonly shortMessage: Buffer
  readonly tlvs: ReadonlyMap<number, Buffer>
}

function readAddress(fields: FieldReader): Address {
  return { ton: fields.byte(), npi: fields.byte(), digits: fields.text(21) }
}

export function readSubmission(body: Buffer): Submission {
  const fields = new FieldReader(body)
  fields.text(6) // service_type
  const source = readAddress(fields)
  const destination = readAddress(fields)
  const esmClass = fields.byte()
  fields.octets(2) // protocol_id, priority_flag
  const schedule = fields.text(17)
  const validity = fields.text(17)
  const registeredDelivery = fields.byte()
  fields.byte() // replace_if_present_flag
  const dataCoding = fields.byte()
  fields.byte() // sm_default_msg_id
  const shortMessage = fields.octets(fields.byte())
  const tlvs = fields.tlvs()
  return { source, destination, esmClass, schedule, validity, registeredDelivery, dataCoding, shortMessage, tlvs }
}

const alphanumericTon = 5
const internationalTon = 1
const isdnNpi = 1

function isSource({ ton, npi, digits }: Address): boolean {
  if (ton === alphanumericTon) return npi === 0 && /^[\x20-\x7e]{1,11}$/.test(digits)
  return /^\d{2,15}$/.test(digits)
}

function isDestination({ ton, npi, digits }: Address, countryCode: string): boolean {
  return ton === internationalTon && npi === isdnNpi && digits.startsWith(countryCode) && /^\d{10,15}$/.test(digits)
}

export function octetsOf({ shortMessage, tlvs }: Submission): Buffer {
  return tlvs.get(tlv.messagePayload) ?? shortMessage
}

/** Returns the status with which this SMSC refuses a submission, or undefined where it accepts it. */
export function refusalOf(submission: Submission, now: Date, countryCode: string): number | undefined {
  const { source, destination, shortMessage, tlvs, schedule, validity, dataCoding } = submission
  const isTwice = shortMessage.length > 0 && tlvs.has(tlv.messagePayload)
  const checks: readonly (readonly [boolean, number])[] = [
    [isSource(source), status.invalidSource],
    [isDestination(destination, countryCode), status.invalidDestination],
    [shortMessage.length <= 254 && !isTwice, status.invalidMessageLength],
    [schedule === '', status.invalidSchedule],
    [expiryOf(validity, now) !== undefined, status.invalidExpiry],
    [knowsCoding(dataCoding), status.submitFailed],
  ]
  return checks.find(([isFine]) => !isFine)?.[1]
}

/** Scheduled work, all of which is dropped when the sandbox resets or ends. */
export class Timers {
  readonly #pending = new Set<NodeJS.Timeout>()

  later(delayMs: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#pending.delete(timer)
      work()
    }, delayMs)
    this.#pending.add(timer)
  }

  clear(): void {
    for (const timer of this.#pending) clearTimeout(timer)
    this.#pending.clear()
  }
}
