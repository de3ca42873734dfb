import { auditor } from './auditor.ts'
import { canaries } from './canaries.ts'
import { clockSkew } from './clock-skew.ts'
import { crashPoints } from './crash-points.ts'
import { databaseRestarts } from './database-restarts.ts'
import type { Drill } from './drill.ts'
import { killsOnPostgres, killsOnSqlite } from './kills.ts'
import { mutationCatalogue } from './mutation-catalogue.ts'
import { overload } from './overload.ts'
import { parallelSubmits } from './parallel-submits.ts'
import { powerCutsOnPostgres, powerCutsOnSqlite } from './power-cuts.ts'
import { providerFaults } from './provider-faults.ts'
import { restoreOnPostgres, restoreOnSqlite } from './restore.ts'
import { rollingRestart } from './rolling-restart.ts'
import { silentCallbacks } from './silent-callbacks.ts'
import { simulation } from './simulation.ts'
import { slowProvider } from './slow-provider.ts'
import { smsPumping } from './sms-pumping.ts'

export const drillsInOneProcess: readonly Drill[] = [
  auditor,
  simulation,
  mutationCatalogue,
  crashPoints,
  providerFaults,
  smsPumping,
]

export const drillsWithProcesses: readonly Drill[] = [
  canaries,
  parallelSubmits,
  silentCallbacks,
  slowProvider,
  databaseRestarts,
  rollingRestart,
  overload,
  clockSkew,
  restoreOnSqlite,
  restoreOnPostgres,
  powerCutsOnSqlite,
  powerCutsOnPostgres,
  killsOnSqlite,
  killsOnPostgres,
]

/** In the order in which they run. */
export const drills: readonly Drill[] = [...drillsInOneProcess, ...drillsWithProcesses]
