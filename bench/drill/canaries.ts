import { told } from '../audit/told.ts'
import { releaseCanaries } from '../canary/drill.ts'
import type { Drill } from './drill.ts'

export const canaries: Drill = {
  name: 'canaries',
  promise: 'no secret, code or number reaches a log, an error, a metric or a column where it does not belong',
  async run({ seed, isFull, databaseUrl }) {
    const rounds = isFull ? 12 : 5
    const reports = [await releaseCanaries({ rounds, seed }), await releaseCanaries({ rounds, seed, databaseUrl })]
    const sum = (of: 'canaries' | 'answers' | 'errors' | 'logLines' | 'artefacts') =>
      reports.reduce((total, report) => total + report[of], 0)
    const did = [
      `${sum('canaries')} values looked for`,
      `${sum('answers')} answers, ${sum('errors')} of them errors`,
      `${sum('logLines')} log lines`,
      `a leak planted in each of ${sum('artefacts')} places was found`,
    ].join(', ')
    return { did, violations: reports.flatMap(({ violations }) => told(violations)) }
  },
}
