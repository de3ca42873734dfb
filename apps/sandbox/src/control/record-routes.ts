import type { FastifyInstance, FastifyReply } from 'fastify'

export interface Records<Entry> {
  /** Where they live: `/__sim/acme/payments`. */
  readonly path: string
  /** What one of them is called. */
  readonly what: string
  find(id: string): Entry | undefined
  view(entry: Entry): object
}

/** Why something could not be done; without words, the record shows it. */
export interface Objection {
  readonly status: 403 | 409
  readonly message?: string
}

type Act<Entry> = (entry: Entry, body: unknown) => Objection | undefined

interface ById {
  readonly Params: { readonly id: string }
}

export const noSuch = (reply: FastifyReply, what: string): FastifyReply =>
  reply.code(404).send({ message: `No such ${what}` })

/** Routes about one record, which the path names: tests look at it, or make something of it. */
export function recordRoutes<Entry>(app: FastifyInstance, { path, what, find, view }: Records<Entry>) {
  return {
    look(): void {
      app.get<ById>(`${path}/:id`, async ({ params }, reply) => {
        const entry = find(params.id)
        return entry ? view(entry) : noSuch(reply, what)
      })
    },
    on(verb: string, act: Act<Entry>): void {
      app.post<ById>(`${path}/:id/${verb}`, async ({ params, body }, reply) => {
        const entry = find(params.id)
        if (entry === undefined) return noSuch(reply, what)
        const { status = 200, message } = act(entry, body) ?? {}
        return reply.code(status).send(message === undefined ? view(entry) : { message })
      })
    },
  }
}
