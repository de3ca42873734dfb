// @ts-nocheck
import { auditor } from './auditor.ts'
import { crashPoints } from './crash-points.ts'
import type { Drill } from './drill.ts'
import { plantedBugs } from './planted-bugs.ts'
import { providerFaults } from './provider-faults.ts'
import { simulation } from './simulation.ts'

/** In the order in which they run. */
export const drills: readonly Drill[] = [auditor, simulation, plantedBugs, crashPoints, providerFaults]
