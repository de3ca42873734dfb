import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { unconfirmedFees } from '@nyanja/back-office/finance/closing'
import { fileFormats } from '@nyanja/back-office/finance/export-formats'
import type { ExportResult } from '@nyanja/back-office/finance/exports'
import { createFinance } from '@nyanja/back-office/wiring/finance'
import { figureNames } from '@nyanja/domain/finance/day-close'
import { mostReportDays, readDayRange } from '@nyanja/domain/finance/days'
import { exportFormats, exportNames } from '@nyanja/domain/finance/export-names'
import { displayMoney, money } from '@nyanja/domain/money/money'
import { type Command as CommandOf, commandsOf, done, misused, refused } from './command.ts'
import type { Noun } from './noun.ts'
import { textTable } from './text-table.ts'

type Finance = ReturnType<typeof createFinance>
type Command = CommandOf<Finance>

const notClosed = 'This day is not closed'

type Shown = NonNullable<Awaited<ReturnType<Finance['closes']['find']>>>

function closeText({ day, digest, close }: Shown): string {
  const rows = close.figures.map((line) => {
    const of = (minor: number) => displayMoney(money(line.currency, minor))
    const { happenedOn, gateway, feesMinor, feeTaxMinor, expectedPayoutMinor } = line
    const figures = figureNames.map((name) => `${line[name].payments}: ${of(line[name].minor)}`)
    return [happenedOn, gateway, ...figures, of(feesMinor + feeTaxMinor), of(expectedPayoutMinor)]
  })
  const named = ['captured', 'of these late', 'delivered', 'refunded', 'reversed', 'to review', 'from review']
  const headings = ['day', 'gateway', ...named, 'fees and tax', 'expected payout']
  const figures = rows.length === 0 ? 'Nothing happened on this day' : textTable(headings, rows)
  return `${figures}\n\n${day} is closed: ${digest}`
}

function whyNot(result: Exclude<ExportResult, { outcome: 'ready' }>): string {
  switch (result.outcome) {
    case 'too_many_days':
      return `An export of payments has at most ${result.mostDays} days`
    case 'too_many_payments':
      return `An export has at most ${result.mostPayments} payments: take fewer days`
    case 'not_closed':
      return `${result.lastDay} is the last closed day: export days up to it`
    case 'none_closed':
      return 'No day is closed yet'
    case 'busy':
      return 'Two exports are running: try again when one has ended'
  }
}

/** Writes a file for its owner alone, and never over an existing one. */
async function writeExport(chunks: AsyncIterable<Uint8Array>, file: string): Promise<void> {
  await pipeline(Readable.from(chunks), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
}

const commands: Readonly<Record<string, Command>> = {
  async close(typed, { closing }) {
    if (typed.length > 0) return misused('Days are closed in order: give none')
    const lines: string[] = []
    for (;;) {
      const result = await closing.closeNext()
      if (result.outcome === 'closed') lines.push(`${result.close.day} is closed: ${result.close.digest}`)
      else if (result.outcome === 'busy')
        return refused([...lines, 'Another process is adding up a day: try again when it is done'].join('\n'))
      else if (result.outcome === 'unconfirmed_fees') return refused([...lines, unconfirmedFees].join('\n'))
      else if (result.outcome !== 'closed_before')
        return done(lines.length === 0 ? 'No day is to be closed now' : lines.join('\n'))
    }
  },

  async show([day, ...rest], { closes }) {
    if (day === undefined || rest.length > 0) return misused('Give one day, such as 2026-11-20')
    const found = await closes.find(day)
    return found === undefined ? refused(notClosed) : done(closeText(found))
  },

  async check([day, ...rest], { checks }) {
    if (day === undefined || rest.length > 0) return misused('Give one day, such as 2026-11-20')
    const result = await checks.check(day)
    if (result.outcome === 'not_closed') return refused(notClosed)
    const { outcome, digest, stored } = result
    if (outcome === 'same') return done(`The events of ${day} give the same close: ${digest}`)
    return refused(`The events of ${day} give another close: ${digest} in place of ${stored}`)
  },

  async export([wanted, from = '', to = '', file, ...rest], { exports }) {
    const name = exportNames.find((one) => one === wanted)
    if (name === undefined) return misused(`Name what to export: ${exportNames.join(', ')}`)
    const range = readDayRange(from, to)
    if (range === undefined) return misused(`Give the first and the last day, at most ${mostReportDays} days`)
    const [format] = exportFormats
      .filter((one) => file?.endsWith(fileFormats[one].ending))
      .sort((one, other) => fileFormats[other].ending.length - fileFormats[one].ending.length)
    if (file === undefined || format === undefined || rest.length > 0)
      return misused('Name the file, which ends in .csv, -comma.csv or .parquet')
    const result = await exports.open({ name, format, range })
    if (result.outcome !== 'ready') return refused(whyNot(result))
    await writeExport(result.chunks, file)
    return done(`${file} is complete`)
  },
}

export const runFinanceCommand = commandsOf('finance', { commands })

export const finance: Noun = {
  name: 'finance',
  usage: `finance close                                     close the days that are over, as the portal does by itself
finance show <day>                                the figures of a closed day
finance check <day>                               add the day up again from its events, and compare
finance export <name> <from> <to> <file>          write a report as .csv, -comma.csv or .parquet: closes,
                                                  journal, payments and others; a wrong name lists all`,
  run: (words, opened) => runFinanceCommand(words, createFinance(opened)),
}
