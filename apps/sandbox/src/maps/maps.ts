import type { FastifyInstance } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { objectIn } from '../core/bad-body.ts'
import type { Simulator, World } from '../core/simulator.ts'
import { MapDeskBook } from './map-desk.ts'
import { addNominatim } from './nominatim.ts'
import { addPhoton } from './photon.ts'

/** Services that find addresses on the world's map. */
export function createMaps(world: World): Simulator {
  const desk = new MapDeskBook(world.now)

  return {
    name: 'maps',
    unknownPaths: [
      { prefix: '/photon', answer: (reply) => reply.code(404).send({ message: 'Not found' }) },
      { prefix: '/nominatim', answer: (reply) => reply.code(404).send({ error: 'Not found' }) },
    ],
    register(app) {
      addPhoton(app, desk)
      addNominatim(app, desk)
      addControl(app, desk)
    },
    books: () => ({}),
    snapshot: () => ({}),
    restore: () => {},
    reset: () => desk.reset(),
  }
}

/** Tests make them careless or send everybody away, and see what was asked. */
function addControl(app: FastifyInstance, desk: MapDeskBook): void {
  void app.register(
    (control, _options, done) => {
      answerBadBodies(control)
      control.get('/asked', async () => desk.asked)
      control.post('/', async ({ body }) => {
        const { careless = desk.isCareless, tooMany = desk.isTooMany } = objectIn(body)
        desk.isCareless = careless === true
        desk.isTooMany = tooMany === true
        return { careless: desk.isCareless, tooMany: desk.isTooMany }
      })
      done()
    },
    { prefix: '/__sim/maps' },
  )
}
