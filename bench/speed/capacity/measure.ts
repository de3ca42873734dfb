import { readCommand } from '../../../scripts/command.mjs'
import { printBudgets, printTable, runBench } from '../../environment/run-bench.ts'
import { type CheckedPoint, checkPoints, measured } from './measured.ts'
import { type Outcome, simulateOperator } from './operator.ts'
import { computeNeeds, computePeak, rankLimits, usualPlan } from './plan.ts'

const { values } = readCommand({
  name: 'npm run bench -- capacity',
  about: 'Simulates an operator that these machines cannot carry, from the measured costs of one payment.',
  options: {
    customers: { type: 'string', default: String(usualPlan.customers), value: 'number', about: 'of the operator' },
    messages: {
      type: 'string',
      default: String(usualPlan.messagesPerSecond),
      value: 'number',
      about: 'messages a second that the SMSC takes',
    },
    seconds: { type: 'string', default: '12', value: 'number', about: 'simulated for each line' },
    seed: { type: 'string', default: '1', value: 'number', about: 'of the arrivals' },
  },
})

const mostError = 0.15
const slowestMs = 1_000
const payerMs = 5_000
/** By then the first payers have answered. */
const warmUpSeconds = 8
const roundTripMs = 0.3

const whole = (figure: number) => Math.round(figure).toLocaleString('en')
const percent = (share: number) => `${Math.round(share * 100)} %`

await runBench('What an operator needs', async () => {
  const { costs } = measured
  const plan = {
    ...usualPlan,
    customers: Number(values.customers),
    messagesPerSecond: Number(values.messages),
  }
  const peak = computePeak(plan)
  console.log(`Costs by ${measured.by}`)
  const points = checkPoints(measured)
  printPoints(points)

  const needs = computeNeeds(costs, plan)
  const { size } = needs
  console.log(`\n${whole(plan.customers)} customers, ${whole(peak)} payments a second at the peak`)
  printTable(
    ['needed', ''],
    [
      ['web processes, a core each', whole(size.webProcesses)],
      ['worker processes, a core each', whole(size.workerProcesses)],
      ['cores of the primary, and of each standby', whole(size.databaseCores)],
      ['connections', whole(needs.connections)],
      ['log, MB a second', whole(needs.logMbPerSecond)],
      ['payments a year, millions', whole(needs.paymentsOfYear / 1e6)],
      [`database after ${plan.storedDays} days, TB`, needs.databaseTb.toFixed(1)],
      ['US dollars for a million payments: processors', needs.perMillion.processors.toFixed(2)],
      ['US dollars for a million payments: storage', needs.perMillion.storage.toFixed(2)],
    ],
  )

  const seconds = Number(values.seconds)
  const usual = {
    perSecond: peak,
    seconds,
    warmUpSeconds,
    payerMs,
    roundTripMs,
    size,
    messagesPerSecond: plan.messagesPerSecond,
    seed: Number(values.seed),
  }
  const at = (share: number) => (warmUpSeconds + seconds * share) * 1000
  const brownOut = { fromMs: at(0.3), toMs: at(0.7), times: 1_000, share: 0.4 }
  const scenarios = [
    ['the peak', usual],
    ['a provider with 40 % of the payments takes 1,000 times as long', { ...usual, brownOut }],
    ['half of the messages a second', { ...usual, messagesPerSecond: plan.messagesPerSecond / 2 }],
    ['1.25 × the peak', { ...usual, perSecond: peak * 1.25 }],
    ['1.5 × the peak', { ...usual, perSecond: peak * 1.5 }],
    ['1.75 × the peak', { ...usual, perSecond: peak * 1.75 }],
  ] as const
  const outcomes = scenarios.map(([name, scenario]) => [name, simulateOperator(costs, scenario)] as const)
  printOutcomes(outcomes)

  console.log('\nReached first as the peak rises, if nothing is changed:')
  printTable(
    ['limit', 'at payments a second'],
    rankLimits(costs, plan).map(({ what, perSecond }) => [what, whole(perSecond)]),
  )
  const worst = Math.max(...points.map(({ error }) => error))
  const peakMs = outcomes[0]?.[1].ownP99Ms ?? Number.NaN
  return printBudgets([
    {
      promise: `the model is within ${percent(mostError)} of what was measured`,
      isKept: worst <= mostError,
      figure: percent(worst),
    },
    {
      promise: `the machines that are needed serve the peak, our own part within ${slowestMs} ms for 99 %`,
      isKept: peakMs <= slowestMs,
      figure: `${whole(peakMs)} ms`,
    },
  ])
})

function printPoints(points: readonly CheckedPoint[]): void {
  printTable(
    ['on the measured machine', 'measured', 'simulated', 'error'],
    points.map(({ perSecond, figure, measured, simulated, error }) => [
      `${figure} at ${perSecond} per second`,
      whole(measured),
      whole(simulated),
      percent(error),
    ]),
  )
}

function printOutcomes(outcomes: readonly (readonly [string, Outcome])[]): void {
  console.log('')
  printTable(
    ['', 'own p99 ms', 'whole p99 ms', 'web', 'workers', 'database', 'SMSC', 'connections', 'messages waiting', 'open'],
    outcomes.map(([name, { ownP99Ms, wholeP99Ms, busy, mostConnections, waitingMessages, open }]) => [
      name,
      whole(ownP99Ms),
      whole(wholeP99Ms),
      percent(busy.web),
      percent(busy.workers),
      percent(busy.database),
      percent(busy.messages),
      whole(mostConnections),
      whole(waitingMessages),
      whole(open),
    ]),
  )
}
