// @ts-nocheck
import { z } from 'zod'

/** One line of plain text. A page of HTML or a torn answer is none. */
export const Text = z
  .string()
  .transform((text) => text.trim())
  .pipe(z.string().regex(/^[^\p{Cc}<>]+$/u))

const transactionId = /^[A-Za-z0-9-]+$/

type Registration = { readonly transactionId: string } | { readonly refusal: string }

/** An id, or words of refusal: a space tells them apart. */
export const Registered = Text.transform((text, context): Registration => {
  if (transactionId.test(text)) return { transactionId: text }
  if (text.includes(' ')) return { refusal: text }
  context.addIssue({ code: 'custom', message: 'neither an id nor words' })
  return z.NEVER
})
