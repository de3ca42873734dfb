import { leadStages } from '@nyanja/domain/leads/lead-states'
import { z } from 'zod'
import { FormSchema } from './form-schema.ts'

const Stage = z.strictObject({
  stage: z.enum(leadStages),
  title: z.string().min(1),
  text: z.string().min(1),
  tone: z.enum(['info', 'ok', 'wait', 'bad']),
})

/** What whoever asked for internet at home is told at each stage. */
const LeadStatusConfig = z.strictObject({
  stages: z
    .array(Stage)
    .refine(
      (all) => leadStages.every((stage) => all.filter((one) => one.stage === stage).length === 1),
      `must have each of ${leadStages.join(', ')} once`,
    ),
})

/** Packages with a shape: not a list of texts, but something that is made of them. */
export const documentSchemas = {
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
