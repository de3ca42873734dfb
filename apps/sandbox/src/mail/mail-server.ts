import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { Simulator, World } from '../core/simulator.ts'
import { registerMailRoutes } from './mail-routes.ts'
import { Mailbox } from './mailbox.ts'
import { readMail } from './read-mail.ts'

export interface MailOptions {
  readonly host?: string
  /** 0: any free port, to be read from the world's addresses. */
  readonly port?: number
}

class Busy extends Error {
  readonly responseCode = 451
}

/** Everybody's mail server: takes whatever is sent to whomever. */
export function createMailServer(world: World, { host = '127.0.0.1', port = 2525 }: MailOptions = {}): Simulator {
  const mailbox = new Mailbox()
  const mood = { refusals: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, { envelope }, done) {
      void buffer(stream).then((raw) => {
        if (mood.refusals > 0) {
          mood.refusals -= 1
          return done(new Busy('Try again later'))
        }
        for (const { address } of envelope.rcptTo)
          mailbox.receive(readMail(raw, { to: address.toLowerCase(), at: world.now().toISOString() }))
        world.changed()
        return done()
      }, done)
    },
  })

  return {
    name: 'mail',
    register: (app) => registerMailRoutes(app, { mailbox, mood }),
    async start() {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      server.on('error', reject)
      const listener = server.listen(port, host, () => {
        const address = listener.address()
        world.addresses.mailPort = address !== null && typeof address === 'object' ? address.port : port
        resolve()
      })
      await promise
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
    books: () => ({}),
    snapshot: () => null,
    restore: () => {},
    reset() {
      mailbox.clear()
      mood.refusals = 0
    },
  }
}
