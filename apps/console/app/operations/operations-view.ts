import { computeSuccessShare, type MethodRecord } from '@nyanja/domain/payments/method-health'
import { policyOf } from '@nyanja/domain/staff/acts'
import type { Staff } from '@nyanja/domain/staff/roles'
import { hour } from '@nyanja/domain/time'
import type { MethodFigures } from '@nyanja/server/payments/service-figures'
import type { Clock } from '@nyanja/web/format/clock'
import type { Console } from '../../server/console.ts'
import { may } from '../guard.ts'
import type { Texts } from '../texts.ts'
import { ageText } from '../ui/age.ts'

/** It is made every night. */
const oldBackupMs = 30 * hour

interface ViewOptions {
  readonly console: Console
  readonly clock: Clock
  readonly texts: Texts
  readonly staff: Staff
}

const percent = (share: number | undefined) => (share === undefined ? undefined : `${Math.round(share * 100)} %`)
const seconds = (ms: number | undefined) => (ms === undefined ? undefined : `${Math.round(ms / 1000)} s`)

const figuresOf = (record: MethodRecord) => ({
  tries: record.tries,
  success: percent(computeSuccessShare(record)),
  toCredit: seconds(record.medianToCreditMs),
})

/** Methods have their gateways below them, each with its switch as the database has it now. */
export async function methodRows({ console, clock, staff }: ViewOptions) {
  const { paymentOptions, operations, switches } = console
  const [figures, switched] = await Promise.all([operations.methods(), switches.all()])
  const mayBe = { off: may(staff, policyOf('switch_off').permission), on: may(staff, policyOf('switch_on').permission) }
  const switchOf = (name: string) => {
    const last = switched.find(({ method }) => method === name)
    const isOpen = last?.isOpen ?? true
    const by = last && { who: last.who, at: clock.day(last.at), reason: last.reason }
    const act = isOpen ? ('switch_off' as const) : ('switch_on' as const)
    return { name, isOpen, by, act: mayBe[isOpen ? 'off' : 'on'] ? act : undefined }
  }
  return figures.map(({ standing, hour, day }: MethodFigures) => {
    const gateways = paymentOptions.filter(({ method }) => method === standing.method)
    return {
      ...switchOf(standing.method),
      health: standing.health,
      hour: figuresOf(hour),
      day: figuresOf(day),
      // The only gateway of a method is switched with it; one that staff have switched off by name is shown.
      gateways: gateways
        .map(({ gateway }) => switchOf(gateway))
        .filter(({ name, isOpen }) => name !== standing.method && (gateways.length > 1 || !isOpen)),
    }
  })
}

export type MethodRow = Awaited<ReturnType<typeof methodRows>>[number]

/** Shows overdue work, and what waits for people. */
export async function workFigures({ console, texts }: ViewOptions) {
  const { due, waiting, unreadRecoveries, codeBudgetUsed } = await console.operations.work()
  const now = console.now()
  return {
    due: due.map(({ kind, at }) => ({
      kind,
      late: at === undefined || at >= now ? undefined : ageText(now - at, texts),
      isLate: at !== undefined && now - at > 5 * 60_000,
      hasWork: at !== undefined,
    })),
    waiting: Object.entries(waiting),
    unreadRecoveries,
    codeBudget: percent(codeBudgetUsed) ?? '',
    isBudgetLow: codeBudgetUsed >= 0.8,
  }
}

export type WorkFigures = Awaited<ReturnType<typeof workFigures>>

/** The processes and the archive of a PostgreSQL. Undefined on SQLite, which serves one process. */
export async function nodesView({ console: { operations }, clock }: ViewOptions) {
  const [nodes, archive] = await Promise.all([operations.nodes(), operations.logArchive()])
  if (nodes === undefined) return undefined
  const [first] = nodes
  return {
    rows: nodes.map(({ release, content, clockOffsetMs }, row) => ({
      ...{ row, release, content },
      offset: clockOffsetMs === undefined ? undefined : `${(clockOffsetMs / 1000).toFixed(1)} s`,
      isOff: Math.abs(clockOffsetMs ?? 0) > 2_000,
      differs: release !== first?.release || content !== first?.content,
    })),
    archived: archive?.lastArchivedAt === undefined ? undefined : clock.exact(archive.lastArchivedAt),
    isArchiveFailing: archive?.isFailing ?? false,
  }
}

export type NodesView = NonNullable<Awaited<ReturnType<typeof nodesView>>>

/** Sums the reports of processes, with the last backup. The reports are half a minute old at most. */
export async function healthView({ console: { operations, now }, clock, texts }: ViewOptions) {
  const [reports, lastBackup] = await Promise.all([operations.reports(), operations.lastBackup()])
  const countOf = (names: readonly string[]) =>
    [...Map.groupBy(names, (name) => name)].map(([name, all]) => ({ name, processes: all.length }))
  const age = lastBackup === undefined ? undefined : now() - lastBackup
  return {
    processes: reports.length,
    circuits: countOf(reports.flatMap(({ openCircuits }) => openCircuits)),
    files: countOf(reports.flatMap(({ faultyFiles }) => faultyFiles)),
    backup: lastBackup && age !== undefined ? { at: clock.exact(lastBackup), age: ageText(age, texts) } : undefined,
    isBackupOld: age === undefined || age > oldBackupMs,
  }
}

export type HealthView = Awaited<ReturnType<typeof healthView>>

/** The message on every page of the portal, with the languages in which it can be written. */
export async function incidentView({ console, clock, staff }: ViewOptions) {
  const incident = await console.stores.incidents.current()
  return {
    shown: incident && {
      ...{ id: incident.id, by: incident.shownBy, at: clock.exact(incident.shownAt) },
      texts: Object.entries(incident.texts),
    },
    languages: console.market.languages.map(({ code, name }) => ({ code, name })),
    mayPublish: may(staff, 'publish-incident'),
  }
}

export type IncidentView = Awaited<ReturnType<typeof incidentView>>
