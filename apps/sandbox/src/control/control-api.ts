import type { FastifyInstance } from 'fastify'
import { BadBody } from '../core/bad-body.ts'
import type { ProviderRecords, Simulator, World } from '../core/simulator.ts'
import { readFault } from './read-fault.ts'

/** The control API of tests and of the fault panel. Providers' adapters never come here. */
export function addControl(app: FastifyInstance, world: World, simulators: readonly Simulator[]): void {
  void app.register(
    (control, _options, done) => {
      answerBadBodies(control)
      addFaultControl(control, world)
      addStateControl(control, world, simulators)
      done()
    },
    { prefix: '/__sim' },
  )
}

function addFaultControl(control: FastifyInstance, { faults }: World): void {
  control.get('/faults', async () => faults.list())
  control.post('/faults', async ({ body }, reply) => reply.code(201).send(faults.add(readFault(body))))
  control.delete('/faults', async (_request, reply) => {
    faults.clear()
    return reply.code(204).send()
  })
  control.delete<{ Params: { id: string } }>('/faults/:id', async ({ params }, reply) => {
    faults.remove(params.id)
    return reply.code(204).send()
  })
}

function addStateControl(control: FastifyInstance, world: World, simulators: readonly Simulator[]): void {
  const names = simulators.map(({ name }) => name)
  control.get('/health', async () => ({ status: 'ok', simulators: names, ...world.addresses }))
  control.get('/books', async () => mergedRecords(simulators))
  control.get('/callbacks', async () => world.callbacks.tries())
  control.post('/reset', async (_request, reply) => {
    world.faults.clear()
    world.callbacks.cancel()
    for (const simulator of simulators) simulator.reset()
    return reply.code(204).send()
  })
}

function mergedRecords(simulators: readonly Simulator[]): ProviderRecords {
  const all = simulators.map((simulator) => simulator.records())
  return {
    captures: all.flatMap(({ captures = [] }) => captures),
    deliveries: all.flatMap(({ deliveries = [] }) => deliveries),
  }
}

/** A mistake in a control call is answered in words, not with a stack. */
export function answerBadBodies(control: FastifyInstance): void {
  control.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof BadBody) return reply.code(400).send({ message: error.message })
    throw error
  })
}
