import type { Socket } from 'node:net'
import type { World } from '../core/simulator.ts'
import { answerBind, type BindState, bindStates, canReceive, canSubmit, type Login } from './bind.ts'
import { type Answer, carryOut, type Exchange, linkFaults } from './injected-faults.ts'
import { command, encodePdu, genericNack, MalformedBody, type Pdu, PduReader, responseId, status } from './pdu.ts'
import type { Timers } from './submission.ts'

export interface LinkHost {
  readonly world: World
  readonly login: Login
  readonly timers: Timers
  submit(body: Buffer): Answer
  /** The link may receive reports from now on. */
  ready(link: Link): void
  /** The link is closed; these reports were sent and never acknowledged. */
  lost(link: Link, unanswered: readonly Buffer[]): void
}

interface Operation {
  readonly name: string
  readonly refusal: number
  perform(link: Link, pdu: Pdu): Answer
}

const bind = (name: string): Operation => ({
  name,
  refusal: status.bindFailed,
  perform: (link, pdu) => link.bind(pdu),
})

const operations: Readonly<Record<number, Operation>> = {
  [command.bindReceiver]: bind('bind_receiver'),
  [command.bindTransmitter]: bind('bind_transmitter'),
  [command.bindTransceiver]: bind('bind_transceiver'),
  [command.submitSm]: {
    name: 'submit_sm',
    refusal: status.throttled,
    perform: (link, { body }) => link.submit(body),
  },
  [command.enquireLink]: {
    name: 'enquire_link',
    refusal: status.systemError,
    perform: () => ({ status: status.ok }),
  },
  [command.unbind]: { name: 'unbind', refusal: status.systemError, perform: (link) => link.unbind() },
}

const responses = new Set([command.deliverSm, command.enquireLink, command.unbind].map(responseId).concat(genericNack))

/** One TCP connection of a sender, from its bind to its unbind. */
export class Link {
  readonly #socket: Socket
  readonly #host: LinkHost
  readonly #reader = new PduReader()
  readonly #unanswered = new Map<number, Buffer>()
  #state: BindState = 'open'
  #sequence = 0

  constructor(socket: Socket, host: LinkHost) {
    this.#socket = socket
    this.#host = host
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      this.#state = 'open'
      host.lost(this, [...this.#unanswered.values()])
    })
  }

  bind({ id, body }: Pdu): Answer {
    if (this.#state !== 'open') return { status: status.alreadyBound }
    const answer = answerBind(body, this.#host.login)
    if (answer.status !== status.ok) return answer
    this.#state = bindStates[id] ?? 'open'
    setImmediate(() => canReceive[this.#state] && this.#host.ready(this))
    return answer
  }

  submit(body: Buffer): Answer {
    return canSubmit[this.#state] ? this.#host.submit(body) : { status: status.wrongBindState }
  }

  unbind(): Answer {
    if (this.#state === 'open') return { status: status.wrongBindState }
    this.#state = 'open'
    setImmediate(() => this.#socket.end())
    return { status: status.ok }
  }

  /** Sends a deliver_sm. */
  deliver(body: Buffer): void {
    this.#sequence = (this.#sequence % 0x7fffffff) + 1
    this.#unanswered.set(this.#sequence, body)
    this.#write(encodePdu({ id: command.deliverSm, status: status.ok, sequence: this.#sequence, body }))
  }

  hangUp(): void {
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    for (const pdu of this.#reader.read(chunk)) {
      if (pdu === 'bad_length') {
        this.#nack(status.invalidCommandLength, 0)
        this.#socket.end()
        return
      }
      this.#receive(pdu)
    }
  }

  #receive(pdu: Pdu): void {
    const operation = operations[pdu.id]
    if (responses.has(pdu.id)) this.#unanswered.delete(pdu.sequence)
    else if (operation === undefined) this.#nack(status.invalidCommand, pdu.sequence)
    else this.#serve(operation, pdu)
  }

  #serve(operation: Operation, pdu: Pdu): void {
    const exchange: Exchange = {
      refusal: operation.refusal,
      perform: () => operation.perform(this, pdu),
      send: (answer) => this.#write(encodePdu({ ...answer, id: responseId(pdu.id), sequence: pdu.sequence })),
      sendRaw: (octets) => this.#write(octets),
      hangUp: () => this.hangUp(),
      later: (delayMs, work) => this.#host.timers.later(delayMs, () => this.#guard(pdu, work)),
    }
    const fault = this.#host.world.faults.take('smsc', operation.name, linkFaults)
    this.#guard(pdu, () => carryOut(exchange, fault))
  }

  /** An unreadable body is answered by its header alone. */
  #guard({ sequence }: Pdu, work: () => void): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof MalformedBody)) throw error
      this.#nack(status.invalidCommandLength, sequence)
    }
  }

  #nack(status: number, sequence: number): void {
    this.#write(encodePdu({ id: genericNack, status, sequence }))
  }

  #write(octets: Buffer): void {
    if (this.#socket.writable) this.#socket.write(octets)
  }
}
