import { BssReconciliation } from '@nyanja/back-office/reconciliation/bss-reconciliation'
import type { DaySpan } from '@nyanja/back-office/reconciliation/import-checks'
import type { Reconciliation } from '@nyanja/back-office/reconciliation/reconciliation'
import type { SettlementFiles, SettlementReading } from '@nyanja/back-office/reconciliation/settlement-files'
import type { SettlementImports } from '@nyanja/back-office/reconciliation/settlement-imports'
import type { CaseStore, SettlementImportStore } from '@nyanja/back-office/reconciliation/settlement-store'
import { createReconciliation, openFiles, type ReconciliationOptions } from '@nyanja/back-office/wiring/reconciliation'
import { dayIn } from '@nyanja/server/common/zone-time'
import { bssOptionsOf, silentMetrics } from '@nyanja/server/wiring/providers'
import {
  type CommandAnswer,
  type Command as CommandOf,
  commandsOf,
  done,
  isSecond,
  misused,
  nameSecond,
  refused,
  whoAreYou,
  withoutArguments,
  withoutOptions,
} from './command.ts'
import type { Noun, Opened } from './noun.ts'
import { casesText, daysTable, faultsText, formatsText, importsText, importText } from './settlement-text.ts'
import { timeText } from './text-table.ts'
import { tryFile } from './try-file.ts'

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

/** Parses pairs such as `--format paystack`; the result is undefined when there is any other word. */
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

/** Imports the file, and compares everything that is not compared yet. */
async function importAndCompare(
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

  async withdraw(typed, { store, reconciliation, who }) {
    const { words, agreed } = withoutOptions(typed, ['agreed'])
    const [name = '', ...reason] = words
    const why = reason.join(' ').trim()
    if (!/^\d{1,15}$/.test(name) || why === '') return misused('Name one import by its number, and give a reason')
    if (who === undefined || who === '') return whoAreYou
    if (agreed === undefined || !isSecond(agreed, who)) return nameSecond
    if (!(await store.withdraw(Number(name), { who, why, agreedBy: agreed })))
      return refused('No import has this number, or it is withdrawn; nothing was changed')
    await reconciliation.compare()
    return done(`Import ${name} is withdrawn: its rows count no longer, and the file can be imported again`)
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
  options: { import: importOptions, withdraw: ['--agreed'] },
  usual: 'list',
})

/** Tells whether a command needs no database. */
export const isTrial = ([noun, verb]: readonly string[]): boolean => noun === 'settlements' && verb === 'try'

/** Executes `settlements try <file> --format <name> [--formats <folder>]`. */
export function trySettlementFile(
  typed: readonly string[],
  { market, formatsFolder }: Pick<ReconciliationOptions, 'market' | 'formatsFolder'>,
): Promise<CommandAnswer> {
  const { words, formats = formatsFolder } = withoutOptions(typed.slice(2), ['formats', 'by'])
  const today = dayIn(market.timeZone, Date.now())
  return tryFile(words, { ...openFiles({ market, formatsFolder: formats }), today })
}

function run(words: readonly string[], { openConfig, who, ...options }: Opened): Promise<CommandAnswer> {
  const { dayOf, startOf, counts, ...service } = createReconciliation(options)
  const openBss = () => {
    const config = openConfig()
    const tmf = bssOptionsOf({ config, metrics: silentMetrics, now: options.now })
    return new BssReconciliation({ source: config.bss.definition.open(tmf).recordSource, counts, dayOf, startOf })
  }
  return runSettlementCommand(words, { ...service, openBss, who })
}

/** Settlement files, bank statements and lists of the BSS. */
export const settlements: Noun = {
  name: 'settlements',
  usage: `settlements import <file> --format <name>         import a settlement file, bank statement or list of the BSS, and
                                                  compare it with the payments; changes no payment
  [--day <day>] [--from <day> --until <day>]      the days that it reports on; default: those of its rows
settlements try <file> --format <name>            show what would be read of it, line by line; imports nothing
  [--formats <folder>]                            with your own descriptions; needs no database
settlements formats                               the formats that can be imported
settlements list                                  imports
settlements show <import>                         one import with its results
settlements withdraw <import> <why> --agreed <name>  undo an import: its rows count no longer
settlements days [<source>]                       matched and different rows of each day
settlements cases [<source>]                      open differences, with a proposed reason
settlements bss <day>                             compare what the BSS lists for a day with the deliveries`,
  run,
}
