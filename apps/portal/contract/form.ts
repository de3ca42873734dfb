import { z } from 'zod'
import { type Operation, success } from './operation.ts'
import { workFields } from './otp-fields.ts'

/** The words with which the specification thanks. */
export const thanks = 'Thank you for reaching out'

export const saveForm = {
  method: 'POST',
  // At the root, as the specification has it.
  path: '/api/portal-service/form/v2/save',
  summary: 'Hands a filled-in form to the operator: what a customer asks, or what he thinks of the service',
  input: z.object({
    data: z.object({
      formName: z.enum(['contact', 'feedback']).default('contact'),
      /** By the names of the form's own schema, which is a package of the CMS. */
      fields: z.record(z.string().max(60), z.string().max(4000)),
      ...workFields,
    }),
  }),
  answer: success(z.object({ reference: z.string() })),
  failures: ['too_many_requests', 'work_needed'],
  isForClients: true,
  takesKey: true,
} satisfies Operation
