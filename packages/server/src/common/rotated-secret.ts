import { z } from 'zod'

/** The lines of a secret that may hold any other sign. */
export function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** A secret and, in a line below it, the previous one, which stays valid until it is taken away. */
export const rotatedSecret = z.string().transform((text, context): readonly [string, ...string[]] => {
  const [current, ...previous] = linesOf(text)
  if (current !== undefined && previous.length < 2) return [current, ...previous]
  context.addIssue('must be one line, or two with the previous value in the second one')
  return z.NEVER
})
