import { clockSkew } from '../clock-skew/drill.ts'
import { databaseRestarts } from '../database-restarts/drill.ts'
import { failover } from '../failover/drill.ts'
import { keyRotation } from '../key-rotation/drill.ts'
import { killsOnPostgres, killsOnSqlite } from '../kill/drill.ts'
import { leakScan } from '../leak-scan/drill.ts'
import { network } from '../network/drill.ts'
import { overload } from '../overload/drill.ts'
import { parallelSubmits } from '../parallel-submits/drill.ts'
import { powerCutsOnPostgres, powerCutsOnSqlite } from '../power-cut/drill.ts'
import { resources } from '../resources/drill.ts'
import { restoreOnPostgres, restoreOnSqlite, unannouncedOnPostgres, unannouncedOnSqlite } from '../restore/drill.ts'
import { rollingRestart } from '../rolling-restart/drill.ts'
import { release } from '../rolling-restart/release.ts'
import { silentCallbacks } from '../silent-callbacks/drill.ts'
import { slowProvider } from '../slow-provider/drill.ts'
import { smsPumping } from '../sms-pumping/attack.ts'
import { versionSkew } from '../version-skew/drill.ts'
import type { Drill } from './drill.ts'
import { crashPoints, providerFaults } from './exhaustive-drills.ts'
import { mutationCatalogue } from './mutation-catalogue.ts'
import { invariantChecker, simulation } from './seeded-drills.ts'

export const drillsInOneProcess: readonly Drill[] = [
  invariantChecker,
  simulation,
  mutationCatalogue,
  crashPoints,
  providerFaults,
  smsPumping,
]

export const drillsWithProcesses: readonly Drill[] = [
  leakScan,
  parallelSubmits,
  silentCallbacks,
  slowProvider,
  databaseRestarts,
  failover,
  rollingRestart,
  keyRotation,
  release,
  versionSkew,
  network,
  resources,
  overload,
  clockSkew,
  restoreOnSqlite,
  restoreOnPostgres,
  unannouncedOnSqlite,
  unannouncedOnPostgres,
  powerCutsOnSqlite,
  powerCutsOnPostgres,
  killsOnSqlite,
  killsOnPostgres,
]

/** The drills in execution order. */
export const drills: readonly Drill[] = [...drillsInOneProcess, ...drillsWithProcesses]
