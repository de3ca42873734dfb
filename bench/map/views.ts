import { seededRandom } from '../stage/random.ts'

export interface AnsweredView {
  readonly ms: number
  /** Of JSON, before it is compressed. */
  readonly bytes: number
}

const degreesAcross = (zoom: number, pixels: number) => (360 * pixels) / (256 * 2 ** zoom)

/** As a wide screen asks, anywhere in the country and from any height. */
export async function askForViews(origin: string, count: number): Promise<AnsweredView[]> {
  const random = seededRandom(20261115)
  const answered: AnsweredView[] = []
  for (let at = 0; at < count; at += 1) {
    const zoom = 6 + (at % 11)
    const [wide, high] = [degreesAcross(zoom, 1280), degreesAcross(zoom, 800)]
    const [lng, lat] = [32.7 + 3 * random(), -17 + 7.5 * random()]
    const view = [lng - wide / 2, lat - high / 2, lng + wide / 2, lat + high / 2].map((side) => side.toFixed(3))
    const before = performance.now()
    const answer = await fetch(`${origin}/openNetworks/sites?filter=4g&view=${view.join()}&zoom=${zoom}`)
    const { length } = await answer.text()
    if (!answer.ok) throw new Error(`A view was answered with ${answer.status}`)
    answered.push({ ms: performance.now() - before, bytes: length })
  }
  if (answered.every(({ bytes }) => bytes < 10)) throw new Error('There are no sites')
  return answered
}
