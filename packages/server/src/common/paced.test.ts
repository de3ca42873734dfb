import { expect, it } from 'vitest'
import { paced } from './paced.ts'

it('passes every batch on, and rests for its share of the time that reading and using each one took', async () => {
  let at = 0
  const rests: number[] = []
  const clock = {
    now: () => at,
    async sleep(ms: number) {
      rests.push(ms)
      at += ms
    },
  }
  async function* read() {
    for (const took of [100, 20]) {
      at += took
      yield took
    }
  }
  const passed: number[] = []
  for await (const batch of paced(read(), 0.5, clock)) {
    passed.push(batch)
    at += 10
  }
  expect({ passed, rests }).toEqual({ passed: [100, 20], rests: [55, 15] })
})
