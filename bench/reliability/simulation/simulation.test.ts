import { expect, it } from 'vitest'
import { workThrough } from './thread-pool.ts'

const runs = 40
const operations = 80

it(`loses, charges and delivers nothing twice in ${runs} seeds of customers, staff, faults and crashes`, async () => {
  const failed: string[] = []
  await workThrough({
    tasks: Array.from({ length: runs }, (_, run) => ({ job: 'simulate', seed: run + 1, operations }) as const),
    done({ seed }, { faults }) {
      failed.push(...faults.map((fault) => `seed ${seed}: ${fault}`))
      return faults.length === 0
    },
  })
  expect(failed).toEqual([])
}, 600_000)
