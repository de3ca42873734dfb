import Fastify, { type FastifyInstance } from 'fastify'
import { addFaultHooks } from './fault-hooks.ts'
import { inScopes } from './in-scopes.ts'
import type { Simulator, World } from './simulator.ts'

/** Simulators as the sandbox runs them, for the tests. */
export async function appWith(world: World, ...simulators: readonly Simulator[]): Promise<FastifyInstance> {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  addFaultHooks(app, world.faults)
  inScopes(app, ...simulators.map((simulator) => (scope: FastifyInstance) => simulator.register(scope)))
  await app.ready()
  return app
}
