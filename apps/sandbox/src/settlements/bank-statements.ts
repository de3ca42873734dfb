import { decimalOf } from '../core/market.ts'

/** Money that the bank has received for the merchant. */
export interface Credit {
  readonly payer: string
  readonly text: string
  readonly minor: number
  readonly currency: string
  /** The day reads like `2026-11-21`. */
  readonly day: string
  readonly bankReference: string
}

interface Statement {
  readonly credits: readonly Credit[]
  readonly day: string
  readonly currency: string
  /** The amount in the closing balance beyond what the entries give. */
  readonly surplusMinor: number
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const totalOf = (credits: readonly Credit[]) => credits.reduce((sum, { minor }) => sum + minor, 0)

function entry({ payer, text, minor, currency, day, bankReference }: Credit): string {
  return `<Ntry><Amt Ccy="${currency}">${decimalOf(minor)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${bankReference}</AcctSvcrRef>
<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
<RltdPties><Dbtr><Pty><Nm>${escaped(payer)}</Nm></Pty></Dbtr></RltdPties>
<RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
}

/** The statement of the account of each currency; without credits that of the market's. */
function byCurrency({ credits, currency }: Statement): readonly (readonly [string, readonly Credit[]])[] {
  const groups = [...Map.groupBy(credits, (credit) => credit.currency)]
  return groups.length === 0 ? [[currency, []]] : groups
}

/** What the account held before. */
const openingMinor = 1_000_000

const closingOf = (credits: readonly Credit[], surplusMinor: number) => openingMinor + totalOf(credits) + surplusMinor

function balance(code: string, { currency, minor, day }: Pick<Credit, 'currency' | 'minor' | 'day'>): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${decimalOf(minor)}</Amt>
<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
}

function writeCamt(statement: Statement): string {
  const { day, surplusMinor } = statement
  const statements = byCurrency(statement).map(
    ([currency, credits]) => `<Stmt><Id>${day}${currency}</Id>
<Acct><Id><Othr><Id>1000200300</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>
${balance('OPBD', { currency, minor: openingMinor, day })}
${balance('CLBD', { currency, minor: closingOf(credits, surplusMinor), day })}
${credits.map(entry).join('\n')}
</Stmt>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>STMT-${day}</MsgId><CreDtTm>${day}T23:59:00Z</CreDtTm></GrpHdr>
${statements.join('\n')}</BkToCstmrStmt></Document>
`
}

const comma = (minor: number) => decimalOf(minor).replace('.', ',')

/** One message for each currency. */
function writeMt940(statement: Statement): string {
  return byCurrency(statement)
    .flatMap(([currency, credits]) => messageOf({ ...statement, credits, currency }))
    .join('\r\n')
}

function messageOf({ credits, currency, day, surplusMinor }: Statement): readonly string[] {
  const short = (date: string) => date.slice(2).replaceAll('-', '')
  return [
    ...[`:20:STMT${short(day)}`, ':25:1000200300', ':28C:1/1', `:60F:C${short(day)}${currency}${comma(openingMinor)}`],
    ...credits.flatMap((credit) => [
      `:61:${short(credit.day)}${short(credit.day).slice(2)}C${comma(credit.minor)}NTRFNONREF//${credit.bankReference}`,
      `:86:${credit.payer}`,
      credit.text,
    ]),
    `:62F:C${short(day)}${currency}${comma(closingOf(credits, surplusMinor))}`,
    '-',
  ]
}

export const statementFormats: Readonly<Record<string, (statement: Statement) => string>> = {
  camt053: writeCamt,
  mt940: writeMt940,
}
