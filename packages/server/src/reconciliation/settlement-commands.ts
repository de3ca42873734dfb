import {
  type CommandAnswer,
  type Command as CommandOf,
  commandsOf,
  done,
  misused,
  refused,
  whoAreYou,
  withoutArguments,
} from '../common/command-answer.ts'
import { timeText } from '../common/text-table.ts'
import type { BssReconciliation } from './bss-reconciliation.ts'
import type { DaySpan } from './import-checks.ts'
import type { Reconciliation } from './reconciliation.ts'
import type { SettlementFiles, SettlementReading } from './settlement-files.ts'
import type { SettlementImports } from './settlement-imports.ts'
import type { CaseStore, SettlementImportStore } from './settlement-store.ts'
import { casesText, daysTable, faultsText, formatsText, importsText, importText } from './settlement-text.ts'

export interface SettlementService {
  readonly files: SettlementFiles
  readonly imports: SettlementImports
  readonly reconciliation: Reconciliation
  readonly store: SettlementImportStore
  readonly cases: CaseStore
  /** Only its own command needs the settings of the BSS. */
  readonly openBss: () => BssReconciliation
  readonly who?: string | undefined
}

type Command = CommandOf<SettlementService>

const longestList = 200

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

type Options = ReadonlyMap<string, string>

const importOptions = ['--format', '--day', '--from', '--until']

/** Pairs such as `--format paystack`; undefined: something else is among them. */
function readOptions(typed: readonly string[]): Options | undefined {
  const options = new Map<string, string>()
  for (let at = 0; at < typed.length; at += 2) {
    const [name = '', value] = typed.slice(at, at + 2)
    if (!importOptions.includes(name) || value === undefined) return undefined
    options.set(name, value)
  }
  return options
}

function daysIn(options: Options): DaySpan | 'none' | 'wrong' {
  const fromDay = options.get('--day') ?? options.get('--from')
  const untilDay = options.get('--day') ?? options.get('--until')
  if (fromDay === undefined && untilDay === undefined) return 'none'
  return isDay(fromDay) && isDay(untilDay) && fromDay <= untilDay ? { fromDay, untilDay } : 'wrong'
}

/** Imports, and compares everything that is not compared yet. */
export async function importAndCompare(
  reading: SettlementReading,
  { days, who }: { readonly days?: DaySpan | undefined; readonly who: string },
  { imports, reconciliation, store }: Pick<SettlementService, 'imports' | 'reconciliation' | 'store'>,
): Promise<CommandAnswer> {
  const result = await imports.import(reading, { by: who, days })
  if (result.outcome === 'refused') return refused(faultsText(reading.name, result))
  await reconciliation.compare()
  if (result.outcome === 'imported_before') {
    const { id, importedAt, importedBy, fileName } = result.first
    return refused(
      `${reading.name} was imported before: as import ${id} on ${timeText(importedAt)} by ${importedBy}, from ${fileName}`,
    )
  }
  const { id } = result.import
  return done(importText((await store.find(id)) ?? result.import, await store.summary(id)))
}

/** A command about all sources, or one of them. */
const ofSource =
  (run: (source: string | undefined, service: SettlementService) => Promise<CommandAnswer>): Command =>
  async ([source, ...rest], service) =>
    rest.length === 0 ? run(source, service) : misused('Name one source, or none')

const commands: Readonly<Record<string, Command>> = {
  async import([file, ...typed], service) {
    const { files, who } = service
    const options = file === undefined || file.startsWith('--') ? undefined : readOptions(typed)
    const format = options?.get('--format')
    if (file === undefined || options === undefined || format === undefined)
      return misused('Name the file and its format: import <file> --format paystack')
    const days = daysIn(options)
    if (days === 'wrong') return misused('Give days such as --day 2026-11-20, or --from 2026-11-01 --until 2026-11-30')
    if (who === undefined || who === '') return whoAreYou
    const reading = files.open(file, format)
    if (reading === undefined)
      return misused(`${format} is not a format: use ${files.formats.map((one) => one.format).join(', ')}`)
    return importAndCompare(reading, { who, days: days === 'none' ? undefined : days }, service)
  },

  formats: withoutArguments(async ({ files }) => done(formatsText(files.formats))),
  list: withoutArguments(async ({ store }) => done(importsText(await store.list(longestList)))),

  async show([name = '', ...rest], { store }) {
    if (!/^\d{1,15}$/.test(name) || rest.length > 0) return misused('Name one import by its number')
    const found = await store.find(Number(name))
    return found === undefined
      ? refused('No import has this number')
      : done(importText(found, await store.summary(found.id)))
  },

  days: ofSource(async (source, { cases }) => done(daysTable((await cases.days({ source })).slice(0, longestList)))),
  cases: ofSource(async (source, { cases }) =>
    done(casesText(await cases.list({ source, state: 'open' }, longestList))),
  ),

  async bss([day, ...rest], service) {
    const { openBss, who } = service
    if (!isDay(day) || rest.length > 0) return misused('Give one day, such as 2026-11-20')
    if (who === undefined || who === '') return whoAreYou
    return importAndCompare(await openBss().read(day), { who, days: { fromDay: day, untilDay: day } }, service)
  },
}

/** Executes a command about settlement files. */
export const runSettlementCommand = commandsOf('settlements', {
  commands,
  options: { import: importOptions },
  usual: 'list',
})
