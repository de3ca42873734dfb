import { told } from '../audit/told.ts'
import { submitInParallel } from '../parallel-submits/drill.ts'
import type { Drill } from './drill.ts'

export const parallelSubmits: Drill = {
  name: 'parallel-submits',
  promise:
    '100 identical submits over two processes: one capture, one delivery, equal answers; another body is refused',
  async run({ seed, isFull, databaseUrl }) {
    const report = await submitInParallel({ rounds: isFull ? 50 : 10, submits: 100, databaseUrl, seed })
    return { did: `${report.calls} calls for ${report.orders} orders`, violations: told(report.violations) }
  },
}
