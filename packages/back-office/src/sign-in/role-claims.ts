import { type Role, roles } from '@nyanja/domain/staff/roles'

export interface RoleClaims {
  /** The name of the claim, or its path: `realm_access.roles`. */
  readonly claim: string
  /** The provider's values for each role. */
  readonly valuesOf: Readonly<Record<Role, readonly string[]>>
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function claimAt(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  // Some providers name claims by addresses, which have dots in them.
  if (Object.hasOwn(claims, path)) return claims[path]
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined), claims)
}

/** Reads the roles of a claim, which is one value or a list of them; a value that no role is mapped to is ignored. */
export function readRoles(claims: Readonly<Record<string, unknown>>, { claim, valuesOf }: RoleClaims): readonly Role[] {
  const given = [claimAt(claims, claim)].flat()
  return roles.filter((role) => valuesOf[role].some((value) => given.includes(value)))
}
