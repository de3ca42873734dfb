import type { CorrectionRefusal } from '@nyanja/domain/payments/correction'
import type { Resolution } from '@nyanja/domain/payments/review-resolutions'

const meanings: Readonly<Record<Resolution, string>> = {
  paid: 'the provider has the money: deliver, or refund if the order is paid already',
  unpaid: 'no money was captured, or it was refunded by hand',
  delivered: 'the customer has what was paid for',
  refund: 'the provider has the money: refund all of it now, and deliver nothing',
  refunded: 'the money was refunded by hand',
  closed: 'nothing is left to do',
}

const refusals: Readonly<Record<CorrectionRefusal, string>> = {
  already_used: 'what was delivered is used up',
  receiver_refused: 'the receiver wants to keep it',
  not_proven: 'it is not clear that the number was mistyped',
}

const linesOf = (table: Readonly<Record<string, string>>) =>
  Object.entries(table)
    .map(([name, meaning]) => `  ${name.padEnd(16)} ${meaning}`)
    .join('\n')

export const usage = `Usage
  payments list                                     payments in review
  payments show <reference>                         the whole history of one payment
  payments resolve <reference> <resolution> <why>   resolve it
    [--amount <amount>] [--agreed <name>]           the amount of money, and who agrees: of paid, refund(ed)
  payments after-restore --since <time>             the database was restored to then: look up work before it is sent,
                                                    and list what other systems know and it does not
  corrections list                                  requests to move a payment to the intended number
  corrections resolve <reference> moved <why>       it was moved by hand; the payment's page shows that
  corrections resolve <reference> refused <refusal> <why>
                                                    it is not moved; the payment's page shows the refusal
  leads list                                        open home internet orders and interests
  leads show <reference>                            one order completely, with the number to call
  leads retry <reference> <why>                     submit again what the BSS refused
  leads taken <reference> <id>                      it was entered in the BSS by hand with that id: follow it there
  leads close <reference> <why>                     end an order that the BSS does not have; the customer gets a message
  coverage list                                     visitors' reports that the coverage map is wrong
  submissions list                                  open messages of visitors
  submissions show <reference>                      one message completely
  submissions done <reference> <why>                close it
  method list                                       every method with its gateways, switches and health
  method <name> off <reason>                        stop new payments by this method or gateway; others continue
  method <name> on [<reason>]                       offer it again
  sessions list                                     who is signed in to the console
  sessions end <person>|all <why>                   sign them out at once, in all processes
  data-keys list                                    how many values are encrypted with which key
  data-keys re-encrypt                              encrypt every value with the current key
  data-keys drop <key>                              forget a key that no value needs any more
  help-searches list                                searches in the help centre without results
  help-votes list                                   answers of the help centre that did not help, and why
  finance close                                     close the days that are over, as the portal does by itself
  finance show <day>                                the figures of a closed day
  finance check <day>                               add the day up again from its events, and compare
  finance export <name> <from> <to> <file>          write a report as .csv or .parquet: closes, journal, payments,
                                                    sales-by-day and others; a wrong name lists all
  settlements import <file> --format <name>         import a settlement file, bank statement or list of the BSS, and
                                                    compare it with the payments; changes no payment
    [--day <day>] [--from <day> --until <day>]      the days that it reports on; default: those of its rows
  settlements formats                               the formats that can be imported
  settlements list                                  imports
  settlements show <import>                         one import with its results
  settlements days [<source>]                       matched and different rows of each day
  settlements cases [<source>]                      open differences, with a proposed reason
  settlements bss <day>                             compare what the BSS lists for a day with the deliveries
  backup <folder> [--keep <count>]                  copy the SQLite database of a running portal into the folder
  --by <name>                                       your name; stored for two years with the reason, so name no customer

Resolutions
${linesOf(meanings)}

Refusals of a correction
${linesOf(refusals)}`
