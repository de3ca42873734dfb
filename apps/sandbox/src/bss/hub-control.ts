import type { FastifyInstance } from 'fastify'
import type { Bss } from './tmf-routes.ts'

/** Who listens at the hub. Faults of the operation `event` lose, double or hold back what they are told. */
export function addHubControl(control: FastifyInstance, { hub }: Bss): void {
  control.get('/hub', async () => hub.snapshot())
  // As a BSS does that keeps its listeners in memory and is started again.
  control.post('/hub/forget', async (_request, reply) => {
    hub.clear()
    return reply.code(204).send()
  })
}
