import { isCurrency } from '@nyanja/domain/money/money'
import { counterparts, entryKinds } from '@nyanja/domain/reconciliation/records'
import { z } from 'zod'
import { createWordFinder } from './folded-text.ts'
import { isNegative, isZero } from './raw-rows.ts'

const Name = z.string().min(1).max(200)
const Names = z.union([Name.transform((one) => [one]), z.array(Name).min(1)])

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const

const encoding = z
  .enum(encodings)
  .default('utf-8')
  .meta({ description: 'Of a file without a byte-order mark; a mark decides otherwise' })

const Csv = z.strictObject({
  kind: z.literal('csv'),
  encoding,
  delimiter: z.string().length(1).default(','),
  quote: z.string().length(1).default('"'),
  header: z
    .array(Name)
    .min(1)
    .meta({ description: 'Columns that the heading has, among others; lines before the heading are skipped' }),
  end: Names.optional().meta({
    description: 'The first filled cell of the line after the last row, such as Total; one of several',
  }),
})

const Columns = z.strictObject({
  kind: z.literal('columns'),
  encoding,
  columns: z
    .record(Name, z.tuple([z.int().min(1), z.int().min(1)]))
    .meta({ description: 'First and last place of each column, from 1' }),
  rowsBegin: z.string().default('').meta({ description: 'What every line with a row begins with' }),
  end: Names.optional().meta({ description: 'What the line after the last row begins with; one of several' }),
})

const Xml = z.strictObject({
  kind: z.literal('xml'),
  encoding,
  namespaces: z.array(Name).optional().meta({ description: 'Of the first element; another one is another format' }),
  row: z
    .string()
    .regex(/^(\/[^/]+)+$/)
    .meta({ description: 'Path of the elements that are rows, with * for any name: /Document/*/*/Ntry' }),
  context: z
    .record(Name, z.string().regex(/^(\/[^/]+)+$/))
    .default({})
    .meta({ description: 'Texts before the rows that belong to each of them, by name' }),
})

const Mt940 = z.strictObject({ kind: z.literal('mt940'), encoding })

const Camt = z.strictObject({ kind: z.literal('camt'), encoding })

const Field = z.union([
  Names.transform((from) => ({ from, is: undefined })),
  z.strictObject({ is: Name }).transform(({ is }) => ({ from: [], is })),
])

const properties: Readonly<Record<'filled' | 'empty' | 'positive' | 'negative', (cell: string) => boolean>> = {
  filled: (cell) => cell !== '',
  empty: (cell) => cell === '',
  positive: (cell) => !isZero(cell) && !isNegative(cell),
  negative: (cell) => !isZero(cell) && isNegative(cell),
}

export interface CellCondition {
  /** The texts of which a cell has one, in any case; the list is empty where the condition is a property. */
  readonly texts: readonly string[]
  readonly isMet: (cell: string) => boolean
  /** The description of a cell that meets the condition. */
  readonly label: string
}

/** A cell has one of these texts or words, or this property. */
const Condition = z.union([
  z
    .enum(['filled', 'empty', 'positive', 'negative'])
    .transform((property): CellCondition => ({ texts: [], isMet: properties[property], label: property })),
  z
    .array(z.string())
    .min(1)
    .transform((texts): CellCondition => {
      const wanted = texts.map((text) => text.toLowerCase())
      return { texts, isMet: (cell) => wanted.includes(cell.toLowerCase()), label: texts.join(' or ') }
    }),
  z
    .strictObject({
      words: z.array(Name).min(1).meta({ description: 'Whole words of the cell, also cut at a line’s end' }),
    })
    .transform(
      ({ words }): CellCondition => ({ texts: words, isMet: createWordFinder(words), label: words.join(' or ') }),
    ),
  z
    .strictObject({
      contains: z.array(Name).min(1).meta({ description: 'Any part of the cell: of a name, `words` are safer' }),
    })
    .transform(({ contains }): CellCondition => {
      const wanted = contains.map((text) => text.toLowerCase())
      return {
        texts: contains,
        isMet: (cell) => wanted.some((text) => cell.toLowerCase().includes(text)),
        label: contains.join(' or '),
      }
    }),
])

/** The conditions of a rule, by the names of cells. */
const Conditions = z.record(Name, Condition)
export type Conditions = z.infer<typeof Conditions>

const Balances = z.strictObject({
  opening: Conditions.meta({ description: 'What the opening balance of a statement has in its cells' }),
  closing: Conditions,
  amount: Name.meta({ description: 'Of a balance, and of an entry as a whole' }),
  debit: Conditions.meta({ description: 'What a balance or an entry has whose amount is negative' }),
  currency: Names,
  at: Names,
  account: Names,
})

const isZone = (zone: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined
  } catch {
    return false
  }
}

/** The word in place of a currency that means that of the market. */
export const ofMarket = 'market'

/**
 * The format of the rows of a file: how they are found and what their cells mean. It is data, so that an operator adds
 * a format without code.
 */
export const FileFormat = z
  .strictObject({
    $schema: z.string().optional().meta({ description: 'For editors alone' }),
    name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'is not of small letters, digits and hyphens'),
    title: Name,
    verified: z
      .boolean()
      .meta({ description: 'Whether the provider publishes this format, or a file of his was read' }),
    basis: Name.meta({ description: 'What the description was made from' }),
    source: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
      .meta({ description: 'Whose records the file has; formats of one source complete each other' }),
    counterpart: z.enum(counterparts),
    gateways: z.array(Name).default([]).meta({ description: 'The gateways whose payments the file reports on' }),
    lateAfterDays: z
      .int()
      .min(0)
      .max(60)
      .default(1)
      .meta({ description: 'Days after which a payment should be in a file' }),
    sharedAccount: z
      .boolean()
      .default(false)
      .meta({ description: "Whether the account takes other business's money too, so that most rows may be unknown" }),
    file: z.discriminatedUnion('kind', [Csv, Columns, Xml, Mt940, Camt]),
    zone: z
      .string()
      .refine(isZone, 'is no IANA time zone')
      .optional()
      .meta({ description: "Of its dates; default: the market's" }),
    amounts: z
      .strictObject({
        decimal: z.enum(['.', ',']).default('.'),
        group: z.enum([',', '.', ' ', "'", '']).default(''),
        in: z.enum(['major', 'minor']).default('major'),
      })
      .prefault({}),
    dates: Names.default(['YYYY-MM-DD']).meta({
      description:
        'YYYY or YY, MM or MMM, DD, HH or hh with A, mm, ss; other letters stand for themselves. Several forms are tried in order',
    }),
    rows: z
      .array(z.strictObject({ if: Conditions.default({}), is: z.enum([...entryKinds, 'skipped']) }))
      .min(1)
      .meta({
        description: 'The kind of a row: that of the first line whose conditions all hold. Other rows are faults',
      }),
    balances: Balances.optional().meta({ description: 'Of a statement, whose entries must give the closing balance' }),
    fields: z.strictObject({
      providerReference: Field.optional(),
      reference: Field.optional(),
      texts: Names.optional().meta({ description: 'Cells whose parts with a digit may be references' }),
      amount: Field.optional(),
      fee: Field.optional(),
      net: Field.optional(),
      currency: Field,
      at: Field,
      payout: Field.optional(),
      payoutAt: Field.optional(),
    }),
  })
  .refine(({ counterpart, gateways }) => counterpart !== 'provider' || gateways.length > 0, {
    path: ['gateways'],
    error: 'names no gateway',
  })
  .refine(
    ({ fields: { currency } }) => currency.is === undefined || currency.is === ofMarket || isCurrency(currency.is),
    {
      path: ['fields', 'currency'],
      error: `is neither a currency nor ${ofMarket}`,
    },
  )
  .refine(({ fields }) => fields.providerReference ?? fields.reference ?? fields.texts, {
    path: ['fields'],
    error: 'have no reference',
  })

export type FileFormat = z.infer<typeof FileFormat>
export type FormatField = z.infer<typeof Field>
export type CsvFile = z.infer<typeof Csv>
/** A file with columns of fixed width. */
export type ColumnFile = z.infer<typeof Columns>
export type XmlFile = z.infer<typeof Xml>
