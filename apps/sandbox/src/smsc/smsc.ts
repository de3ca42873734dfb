import type { Simulator, World } from '../core/simulator.ts'
import type { Login } from './bind.ts'
import { Inbox } from './inbox.ts'
import { Link, type LinkHost } from './link.ts'
import { createListener } from './listener.ts'
import { Post } from './post.ts'
import type { ReportIds } from './report.ts'
import { Reports } from './reports.ts'
import { registerSmsRoutes } from './sms-routes.ts'
import { readSnapshot } from './snapshot.ts'
import { Timers } from './timers.ts'

export interface SmscOptions extends Partial<Login> {
  readonly host?: string
  /** 0: any free port, to be read from the world's addresses. */
  readonly port?: number
  readonly countryCode?: string
  readonly reportIds?: ReportIds
}

/** The operator's SMSC: SMPP 3.4 on one side, handsets on the other. */
export function createSmsc(world: World, options: SmscOptions = {}): Simulator {
  const { host = '127.0.0.1', port = 2775, countryCode = world.market.callingCode, reportIds = 'hex' } = options
  const { systemId = 'nyanja', password = 'sandbox' } = options
  const timers = new Timers()
  const inbox = new Inbox()
  const reports = new Reports(world, timers)
  const post = new Post({ world, timers, inbox, reports, countryCode, reportIds })
  const linkHost: LinkHost = {
    world,
    timers,
    login: { systemId, password },
    submit: (body) => post.submit(body),
    ready: (link) => reports.add(link),
    lost: (link, unanswered) => reports.remove(link, unanswered),
  }
  const listener = createListener((socket) => void new Link(socket, linkHost))

  return {
    name: 'smsc',
    register: (app) => registerSmsRoutes(app, { inbox, countryCode, send: (message) => post.send(message) }),
    async start() {
      world.addresses.smppPort = await listener.listen(host, port)
    },
    async stop() {
      timers.clear()
      await listener.close()
    },
    books: () => ({}),
    snapshot: () => ({ nextId: post.nextId, messages: inbox.all() }),
    restore(state) {
      const { nextId = post.nextId, messages } = readSnapshot(state)
      post.nextId = nextId
      inbox.restore(messages)
    },
    reset() {
      timers.clear()
      reports.clear()
      inbox.clear()
    },
  }
}
