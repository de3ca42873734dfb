import Fastify from 'fastify'
import { createWorld } from '../core/world.ts'
import type { Message } from './inbox.ts'
import { bindPdu, type RawClient, rawClient } from './raw-client.ts'
import { createSmsc, type SmscOptions } from './smsc.ts'

/** A running SMSC with a clock that stands still, for the tests. */
export async function openSmsc(options: SmscOptions = {}) {
  const world = createWorld({ now: () => new Date('2026-11-20T12:05:00Z') })
  const smsc = createSmsc(world, { port: 0, ...options })
  const app = Fastify()
  const clients: RawClient[] = []
  smsc.register(app)
  await smsc.start?.()

  async function connect(): Promise<RawClient> {
    const client = await rawClient(world.addresses.smppPort)
    clients.push(client)
    return client
  }

  return {
    world,
    smsc,
    app,
    connect,
    async bound(id?: number): Promise<RawClient> {
      const client = await connect()
      await client.ask(bindPdu(1, id === undefined ? {} : { id }))
      return client
    },
    async messages(msisdn = '999000001'): Promise<Message[]> {
      return (await app.inject(`/__sim/sms?msisdn=${msisdn}`)).json()
    },
    async close() {
      for (const { socket } of clients) socket.destroy()
      await smsc.stop?.()
      await app.close()
    },
  }
}
