import type { z } from 'zod'
import { FormSchema } from './form-schema.ts'
import { LeadStatusConfig } from './lead-status.ts'

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
