import type { Answer } from './injected-faults.ts'
import { command, cString, encodeTlv, FieldReader, status, tlv } from './pdu.ts'

export interface Login {
  readonly systemId: string
  readonly password: string
}

export type BindState = 'open' | 'transmitter' | 'receiver' | 'transceiver'

export const bindStates: Readonly<Record<number, BindState>> = {
  [command.bindReceiver]: 'receiver',
  [command.bindTransmitter]: 'transmitter',
  [command.bindTransceiver]: 'transceiver',
}

export const canSubmit: Readonly<Record<BindState, boolean>> = {
  open: false,
  transmitter: true,
  receiver: false,
  transceiver: true,
}

export const canReceive: Readonly<Record<BindState, boolean>> = {
  open: false,
  transmitter: false,
  receiver: true,
  transceiver: true,
}

const oldestVersion = 0x33
const ourName = 'nyanja-smsc'

/** Validates a bind body, section 4.1. */
export function answerBind(body: Buffer, login: Login): Answer {
  const fields = new FieldReader(body)
  const systemId = fields.text(16)
  const password = fields.text(9)
  fields.text(13) // system_type
  const version = fields.byte()
  fields.octets(2) // addr_ton, addr_npi
  fields.text(41) // address_range
  if (systemId !== login.systemId) return { status: status.invalidSystemId }
  if (password !== login.password) return { status: status.invalidPassword }
  if (version < oldestVersion) return { status: status.bindFailed }
  const ourVersion = encodeTlv(tlv.interfaceVersion, Buffer.of(0x34))
  return { status: status.ok, body: Buffer.concat([cString(ourName), ourVersion]) }
}
