/** The part of an untyped package that the portal and its tests use. */
declare module 'smpp' {
  import { EventEmitter } from 'node:events'
  import type { Server } from 'node:net'
  import type { Duplex } from 'node:stream'

  export interface Pdu {
    readonly command_status: number
    readonly message_id?: string
    readonly esm_class?: number
    readonly short_message?: unknown
    response(fields?: Fields): Pdu
  }

  type Fields = Readonly<Record<string, string | number | Buffer>>
  type OnAnswer = (answer: Pdu) => void

  export class Session extends EventEmitter {
    constructor(options: { readonly socket: Duplex })
    pause(): void
    resume(): void
    bind_transceiver(fields: Fields, onAnswer: OnAnswer): boolean
    submit_sm(fields: Fields, onAnswer: OnAnswer): boolean
    enquire_link(fields: Fields, onAnswer: OnAnswer): boolean
    unbind(fields: Fields, onAnswer: OnAnswer): boolean
    /** False when the socket is closed; then no answer ever arrives. */
    send(pdu: Pdu): boolean
    close(): void
    destroy(): void
  }

  export function createServer(options: object, onSession: (session: Session) => void): Server

  export function connect(
    options: {
      readonly host: string
      readonly port: number
      readonly tls: boolean
      readonly ca?: string | undefined
    },
    onConnected: () => void,
  ): Session
}
