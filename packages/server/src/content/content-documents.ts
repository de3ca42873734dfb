import { leadStages } from '@nyanja/domain/leads/lead-states'
import { type FillValues, fillKnown } from '@nyanja/domain/texts/fill'
import { z } from 'zod'
import type { ContentFault } from './content-source.ts'
import { FormSchema } from './form-schema.ts'

const Stage = z.strictObject({
  stage: z.enum(leadStages),
  title: z.string().min(1),
  text: z.string().min(1),
  tone: z.enum(['info', 'ok', 'wait', 'bad']),
})

/** The message to a customer of home internet at each stage. */
const LeadStatusConfig = z.strictObject({
  stages: z
    .array(Stage)
    .refine(
      (all) => leadStages.every((stage) => all.filter((one) => one.stage === stage).length === 1),
      `must have each of ${leadStages.join(', ')} once`,
    ),
})

/** The packages with a structure: data rather than a list of texts. */
const documentSchemas = {
  'get-contact-form-schema': FormSchema,
  'get-feedback-form-schema': FormSchema,
  'get-form-schema': FormSchema,
  'lead-status-config': LeadStatusConfig,
} as const satisfies Record<string, z.ZodType>

export type DocumentName = keyof typeof documentSchemas

export type ContentDocuments = { readonly [Name in DocumentName]: z.output<(typeof documentSchemas)[Name]> }

export const documentNames: readonly string[] = Object.keys(documentSchemas)

export function isDocumentName(name: string): name is DocumentName {
  return Object.hasOwn(documentSchemas, name)
}

/** The fields that a translation may change; all others are equal in every language. */
export const wordKeys: ReadonlySet<string> = new Set([
  ...['title', 'text', 'label', 'placeholder'],
  ...['errorMessage', 'tooLongMessage'],
])

/** A fault without the file, which the caller knows. */
export type FaultInFile = Omit<ContentFault, 'file'>

type DocumentReading = { readonly document: unknown } | { readonly faults: readonly FaultInFile[] }

/** Reads the document with the market's texts filled in, or its faults, each with its place. */
export function readDocument(name: string, value: unknown, constants: FillValues): DocumentReading {
  if (!isDocumentName(name)) return { faults: [{ message: 'unknown package' }] }
  const parsed = documentSchemas[name].safeParse(filledIn(value, constants))
  if (parsed.success) return { document: parsed.data }
  return {
    faults: parsed.error.issues.map(({ path, message }) => {
      const key = path.join('.')
      return key === '' ? { message: `the whole: ${message}` } : { key, message: `${key}: ${message}` }
    }),
  }
}

/** Reports where a document's structure differs from the English one. */
export function listDifferences(model: unknown, other: unknown, place: readonly string[] = []): FaultInFile[] {
  if (isObject(model) && isObject(other)) {
    const keys = [...new Set([...Object.keys(model), ...Object.keys(other)])]
    return keys.flatMap((key) => listDifferences(model[key], other[key], [...place, key]))
  }
  const isSame = model === other || (typeof model === typeof other && wordKeys.has(place.at(-1) ?? ''))
  const key = place.join('.')
  return isSame ? [] : [{ key, message: `${key} must be as in English` }]
}

function filledIn(value: unknown, constants: FillValues): unknown {
  if (typeof value === 'string') return fillKnown(value, constants)
  if (Array.isArray(value)) return value.map((each) => filledIn(each, constants))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filledIn(each, constants)]))
}

/** Tells whether a value is an object or an array, whose keys are the indexes. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
