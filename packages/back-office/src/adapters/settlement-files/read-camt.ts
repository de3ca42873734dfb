import { type Cells, FileFault, type RawRow, visible } from './raw-rows.ts'
import { elementsAt, type FoundElement, readElements, type XmlElement } from './xml-elements.ts'

// The namespaces of ISO 20022, BankToCustomerStatement (camt.053) and BankToCustomerAccountReport (camt.052). Versions
// differ in three places that are read here: a state is a text or has a code, a party has its name or a wrapper around
// it, and a part of an entry has an amount of its own or only details of amounts.
const ofStatements = /(?:^|[:/])camt\.05[23]\.001\.\d\d$/

/**
 * Reads the balances of bank statements, and their entries by parts. Cells of an entry are `status`, `mark` (CRDT or
 * DBIT), `reversal`, `amount`, `currency`, `bookingDay`, `bankReference`, `reference`, `text`, `payer` and `remainder`.
 * A balance has `balance`. Both have `moved`, which is signed and of the whole entry.
 */
export async function* readCamt(text: AsyncIterable<string>): AsyncGenerator<RawRow> {
  const found = readElements(text, {
    isWanted: ([, , , name = '', ...below]) => below.length === 0 && ['Acct', 'Bal', 'Ntry'].includes(name),
    refuse: (namespace) => !ofStatements.test(namespace),
  })
  let account: Account = {}
  let closingDay: string | undefined
  let parent = 0
  for await (const one of found) {
    if (one.parent !== parent) [parent, account, closingDay] = [one.parent, {}, undefined]
    const { element } = one
    if (element.name === 'Acct') account = accountOf(element)
    else if (element.name === 'Bal') {
      const row = balanceOf(one, account)
      if (row === undefined) continue
      closingDay = row.cells.bookingDay
      yield row
    } else yield* rowsOf(one, account, closingDay)
  }
}

interface Account {
  readonly account?: string
  readonly currency?: string
}

/** The text at the first of the paths where there is one. */
function textAt(element: XmlElement, ...paths: readonly string[]): string | undefined {
  for (const path of paths)
    for (const found of elementsAt(element, path)) {
      const text = found.text.trim()
      if (text !== '') return text
    }
  return undefined
}

function accountOf(acct: XmlElement): Account {
  const account = textAt(acct, 'Id/IBAN', 'Id/Othr/Id')
  const currency = textAt(acct, 'Ccy')
  return { ...(account !== undefined && { account }), ...(currency !== undefined && { currency }) }
}

/** OPBD, and PRCD, which is the closing balance of the statement before, open a statement; CLBD closes it. */
const balanceNames: Readonly<Record<string, string>> = { OPBD: 'opening', PRCD: 'opening', CLBD: 'closing' }

const dayPaths = (name: string) => [`${name}/Dt`, `${name}/DtTm`]

function balanceOf({ line, element, parent }: FoundElement, account: Account): RawRow | undefined {
  const balance = balanceNames[textAt(element, 'Tp/CdOrPrtry/Cd') ?? '']
  if (balance === undefined) return undefined
  const { minus, amount = '', currency = '' } = amountIn(element, account)
  const cells = {
    ...account,
    ...{ balance, currency, moved: `${minus}${amount}`, bookingDay: textAt(element, ...dayPaths('Dt')) ?? '' },
  }
  return { line, cells, statement: parent, isBalance: true }
}

/** Zeros beyond the currency's decimals mean nothing: ISO 20022 has room for five. */
const plain = (amount: string) => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

function amountIn(element: XmlElement, { currency }: Account) {
  const [amount] = elementsAt(element, 'Amt')
  const mark = textAt(element, 'CdtDbtInd')
  return {
    mark,
    minus: mark === 'DBIT' ? '-' : '',
    amount: amount && plain(amount.text.trim()),
    currency: amount?.attributes.Ccy ?? currency,
  }
}

function* rowsOf({ line, element, parent }: FoundElement, account: Account, closingDay?: string): Generator<RawRow> {
  const { mark, minus, amount, currency } = amountIn(element, account)
  if (amount === undefined) throw new FileFault(line, 'the entry has no amount (Amt)')
  if (currency === undefined) throw new FileFault(line, 'the entry has no currency, and its account none either')
  if (mark === undefined) throw new FileFault(line, 'the entry has no mark of credit or debit (CdtDbtInd)')
  const bookingDay = textAt(element, ...dayPaths('BookgDt'), ...dayPaths('ValDt')) ?? closingDay
  const ofEntry = {
    ...account,
    status: textAt(element, 'Sts/Cd', 'Sts/Prtry', 'Sts') ?? '',
    reversal: /^(?:true|1)$/.test(textAt(element, 'RvslInd') ?? '') ? 'yes' : '',
    moved: `${minus}${amount}`,
    currency,
    bookingDay: bookingDay ?? '',
  }
  const parts = partsOf(element, { line, amount, currency, mark })
  for (const [at, part] of parts.entries()) {
    const names = namesOf(element, part.details)
    // Any text of the entry may name the payer where no part does.
    const payer = part.cells.remainder === undefined ? names.text : textsIn(element).join('\t')
    const cells = { ...ofEntry, ...part.cells, ...names, payer: payer ?? '' }
    yield { line, cells, statement: parent, ...(at > 0 && { isFurtherPart: true }) }
  }
}

interface Whole {
  readonly line: number
  readonly amount: string
  readonly currency: string
  readonly mark: string
}

interface Part {
  readonly cells: Cells
  /** The part's own element, or all of those of the entry. */
  readonly details: readonly XmlElement[]
}

/**
 * Splits what reached the account into parts where all of them state an amount: a part without an amount has none.
 * Parts that do not add up to the entry were ordered with charges, which are taken off, or are a part of their own.
 */
function partsOf(entry: XmlElement, whole: Whole): readonly Part[] {
  const details = elementsAt(entry, 'NtryDtls/TxDtls')
  const { amount, mark } = whole
  const asOne = [{ cells: { amount, mark }, details }]
  if (details.length < 2) return asOne
  const ordered = details.map((part) => unitsOf(part, whole))
  if (ordered.filter((units) => units === undefined).length > 1) return asOne
  const total = signed(unitsIn(amount, whole), mark)
  const known = ordered.reduce<bigint>((sum, units) => sum + (units ?? 0n), 0n)
  const units = ordered.map((one) => one ?? total - known)
  const charged = details.map((part, at) => (units[at] ?? 0n) - chargesOf(part, whole))
  const isNet = sumOf(units) !== total && sumOf(charged) === total
  const reached = isNet ? charged : units
  const parts = details.map((part, at) => ({ cells: cellsOf(reached[at] ?? 0n), details: [part] }))
  const rest = total - sumOf(reached)
  return rest === 0n ? parts : [...parts, { cells: { ...cellsOf(rest), remainder: 'yes' }, details: [] }]
}

const sumOf = (units: readonly bigint[]) => units.reduce((sum, one) => sum + one, 0n)

/** ISO 20022 has up to five decimals. */
const decimals = 5

function unitsIn(amount: string, { line }: Whole): bigint {
  const [, whole, fraction = ''] = /^(\d{1,18})(?:\.(\d{0,5}))?$/.exec(amount) ?? []
  if (whole === undefined) throw new FileFault(line, `${visible(amount)} is no amount of ISO 20022`)
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

const signed = (units: bigint, mark: string) => (mark === 'DBIT' ? -units : units)

function cellsOf(units: bigint): Cells {
  const figures = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const amount = plain(`${figures.slice(0, -decimals)}.${figures.slice(-decimals)}`)
  return { amount, mark: units < 0n ? 'DBIT' : 'CRDT' }
}

/** Reads an amount in the currency of the account, in which it was booked. */
function unitsOf(part: XmlElement, whole: Whole): bigint | undefined {
  const amount = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/CntrValAmt/Amt', 'AmtDtls/InstdAmt/Amt']
    .flatMap((path) => elementsAt(part, path))
    .find(({ attributes }) => attributes.Ccy === whole.currency)
  return amount && signed(unitsIn(amount.text.trim(), whole), textAt(part, 'CdtDbtInd') ?? whole.mark)
}

/** Sums the charges, which are taken off a credit, and added to a debit. */
function chargesOf(part: XmlElement, whole: Whole): bigint {
  const ofCurrency = (path: string) =>
    elementsAt(part, path).filter(({ attributes }) => attributes.Ccy === whole.currency)
  const [total] = ofCurrency('Chrgs/TtlChrgsAndTaxAmt')
  const amounts = total === undefined ? [...ofCurrency('Chrgs/Rcrd/Amt'), ...ofCurrency('Chrgs/Amt')] : [total]
  return sumOf(amounts.map(({ text }) => unitsIn(text.trim(), whole)))
}

function namesOf(entry: XmlElement, details: readonly XmlElement[]): Cells {
  const [only] = details.length === 1 ? details : []
  const bankReference =
    (only && textAt(only, 'Refs/AcctSvcrRef')) ?? textAt(entry, 'AcctSvcrRef') ?? textAt(entry, 'NtryRef')
  const reference = only && textAt(only, 'Refs/EndToEndId')
  const texts = [...details, ...entry.children.filter(({ name }) => name !== 'NtryDtls')].flatMap(textsIn)
  return {
    ...(bankReference !== undefined && { bankReference }),
    ...(reference !== undefined && { reference }),
    text: texts.join('\t'),
  }
}

/** The elements that are no text: amounts, dates, marks and codes. */
const figures = new Set(
  `Amt TtlChrgsAndTaxAmt TxAmt Dt DtTm BookgDt ValDt CdtDbtInd Sts RvslInd BkTxCd Btch AmtDtls Chrgs Ccy Cd Ctry BICFI BIC
  Purp RltdDts Tax`.split(/\s+/),
)

/** Every text of an element that may be a name, a reference or a message. Lines of one message may cut a word. */
function textsIn(element: XmlElement): readonly string[] {
  if (figures.has(element.name)) return []
  const messages = element.children.filter(({ name }) => name === 'Ustrd').map(({ text }) => text.trim())
  const others = element.children.filter(({ name }) => name !== 'Ustrd')
  const own = element.text.trim()
  return [
    ...(own === '' ? [] : [own]),
    ...(messages.length === 0 ? [] : [messages.join('\n')]),
    ...others.flatMap(textsIn),
  ]
}
