import { readFileSync } from 'node:fs'
import { parseDataKeys } from '@nyanja/database/data-keys'
import { faultOfDatabaseUrl } from '@nyanja/database/database-url'
import type { DatabaseAddress } from '@nyanja/database/open'
import { z } from 'zod'
import { findRemovedSettings, removedNames } from './removed-settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The text of a list such as `dpo, airtime`. */
export const names = z.string().transform((list) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean),
)

/** `X_FILE` names a file that contains `X`, so that secrets need not be in the environment. */
function withSecretFiles(env: Environment, settings: readonly string[]) {
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

/** The settings that are present. `notices` are for the log, or beside the faults where there are any. */
export function readGiven(env: Environment, settings: readonly string[]) {
  const { given, faults } = withSecretFiles(env, [...settings, ...removedNames])
  const { lost, kept } = findRemovedSettings(given)
  if (given.PORTAL_MODE !== 'production') return { given, faults, notices: [...lost, ...kept] }
  return { given, faults: [...faults, ...lost.map((sentence) => `✖ ${sentence}`)], notices: kept }
}

export function badConfiguration(faults: readonly string[], notices: readonly string[]): Error {
  return new Error(['Bad configuration', ...faults, ...notices].join('\n'))
}

/** The keys of the personal columns. */
const dataKeys = z.string().transform((text, context) => {
  const keys = parseDataKeys(text)
  if (!('fault' in keys)) return keys
  context.addIssue(keys.fault)
  return z.NEVER
})

/** The address of a PostgreSQL; its password is in no message. */
const databaseUrl = z.string().superRefine((url, context) => {
  const fault = faultOfDatabaseUrl(url)
  if (fault !== undefined) context.addIssue(fault)
})

/** The settings of every process that opens the database. */
export const databaseSettings = { DATABASE_URL: databaseUrl.optional(), DATA_KEYS: dataKeys.optional() }

/** Returns the PostgreSQL that is named, or else the SQLite file. */
export function databaseAddress(
  { DATABASE_URL: url, DATA_KEYS: keys }: z.infer<z.ZodObject<typeof databaseSettings>>,
  sqlite: Extract<DatabaseAddress, { readonly file: string }>,
): DatabaseAddress {
  return { ...(url === undefined ? sqlite : { url }), keys }
}
