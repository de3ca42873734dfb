import type { CorrectionRefusal } from '@nyanja/domain/payments/correction'
import type { Resolution } from '@nyanja/domain/payments/review-resolutions'

/** Removes control characters from external texts, which could make a terminal display something else. */
export function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}

/** Columns of plain text, each as wide as its longest cell. An empty cell is a dash, so that columns can be cut. */
export function textTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (cell === '' ? '-' : plain(cell))))
  const all = [headings.map((heading) => heading.toUpperCase()), ...cells]
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** `2026-11-20 10:00:05Z` */
export function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}Z`
}

const meanings: Readonly<Record<Resolution, string>> = {
  paid: 'the money is with the provider: deliver, or give it back where the order is paid already',
  unpaid: 'no money was taken, or it was given back by hand',
  delivered: 'the customer has what was paid for',
  refund: 'the money is with the provider: give all of it back now, and deliver nothing',
  refunded: 'the money was given back by hand',
  closed: 'nothing is left to do',
}

const refusals: Readonly<Record<CorrectionRefusal, string>> = {
  already_used: 'what was sent is used up',
  receiver_refused: 'the receiver wants to keep it',
  not_proven: 'it is not clear that the number was mistyped',
}

const linesOf = (table: Readonly<Record<string, string>>) =>
  Object.entries(table)
    .map(([name, meaning]) => `  ${name.padEnd(16)} ${meaning}`)
    .join('\n')

export const usage = `Usage
  payments list                                     payments that wait for a person
  payments show <reference>                         the whole history of one payment
  payments resolve <reference> <resolution> <why>   settle it
  payments after-restore --since <time>             the database was restored as of then: look up before anything is sent,
                                                    and list what others know and it does not
  corrections list                                  requests to move a payment to the intended number
  corrections resolve <reference> moved <why>       it was moved by hand; the customer reads so on the page of the payment
  corrections resolve <reference> refused <refusal> <why>
                                                    it stays where it is; the customer reads the refusal
  leads list                                        orders for internet at home that are not over, and who waits for it
  leads show <reference>                            all of one, with the number to call
  leads retry <reference> <why>                     submit again what the BSS refused
  leads taken <reference> <id>                      the BSS has it under that id, entered by hand: follow it there
  leads close <reference> <why>                     end what the BSS does not have; the customer gets a message
  coverage list                                     where visitors say that the coverage map is wrong
  submissions list                                  messages of visitors that nobody has dealt with yet
  submissions show <reference>                      one of them, with all that was written
  submissions done <reference> <why>                nothing is left to do about it
  method list                                       every method, its gateways, their switches and how it fares
  method <name> off <reason>                        offer it, a method or one gateway, to nobody; what has begun goes on
  method <name> on [<reason>]                       offer it again
  help-searches list                                what visitors looked for in the help centre and did not find
  help-votes list                                   which answers of the help centre did not help, and why
  --by <name>                                       who does it; kept for two years with the reason, so name no customer

Resolutions
${linesOf(meanings)}

Refusals of a correction
${linesOf(refusals)}`
