import type { FastifyInstance } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { objectIn } from '../core/bodies.ts'
import type { Simulator, World } from '../core/simulator.ts'
import { MapServiceBook } from './map-service.ts'
import { addNominatim } from './nominatim.ts'
import { addPhoton } from './photon.ts'

/** Geocoders over the simulated map. */
export function createMaps(world: World): Simulator {
  const simulation = new MapServiceBook(world.now)

  return {
    name: 'maps',
    unknownPaths: [
      { prefix: '/photon', answer: (reply) => reply.code(404).send({ message: 'Not found' }) },
      { prefix: '/nominatim', answer: (reply) => reply.code(404).send({ error: 'Not found' }) },
    ],
    register(app) {
      addPhoton(app, simulation)
      addNominatim(app, simulation)
      addControl(app, simulation)
    },
    records: () => ({}),
    snapshot: () => ({}),
    restore: () => {},
    reset: () => simulation.reset(),
  }
}

/** Tests inject faults, and read the received requests. */
function addControl(app: FastifyInstance, simulation: MapServiceBook): void {
  void app.register(
    (control, _options, done) => {
      answerBadBodies(control)
      control.get('/asked', async () => simulation.requests)
      control.post('/', async ({ body }) => {
        const { careless = simulation.isCareless, tooMany = simulation.isTooMany } = objectIn(body)
        simulation.isCareless = careless === true
        simulation.isTooMany = tooMany === true
        return { careless: simulation.isCareless, tooMany: simulation.isTooMany }
      })
      done()
    },
    { prefix: '/__sim/maps' },
  )
}
