import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { parseDataKeys } from '../db/data-keys.ts'
import { faultOfDatabaseUrl } from '../db/database-url.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** `X_FILE` names a file that contains `X`, so that secrets need not be in the environment. */
export function withSecretFiles(env: Environment, settings: readonly string[]) {
  const given: Record<string, string | undefined> = { ...env }
  const faults: string[] = []
  for (const name of settings) {
    const file = env[`${name}_FILE`]
    if (file === undefined || settings.includes(`${name}_FILE`)) continue
    try {
      given[name] = readFileSync(file, 'utf8').trim()
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? error.code : error
      faults.push(`✖ ${name}_FILE: ${file} cannot be read (${reason})`)
    }
  }
  return { given, faults }
}

/** The keys of the personal columns. */
export const dataKeysSetting = z.string().transform((text, context) => {
  const keys = parseDataKeys(text)
  if (!('fault' in keys)) return keys
  context.addIssue(keys.fault)
  return z.NEVER
})

/** A PostgreSQL; its password is in no message. */
export const databaseUrl = z.string().superRefine((url, context) => {
  const fault = faultOfDatabaseUrl(url)
  if (fault !== undefined) context.addIssue(fault)
})
