import { createHash, randomBytes } from 'node:crypto'
import { PortalError } from '@nyanja/domain/errors'
import type { Staff } from '@nyanja/domain/staff/roles'
import type { IdentityProvider, SignInSecrets } from './identity-provider.ts'
import { type RoleClaims, readRoles } from './role-claims.ts'

interface SignInOptions {
  readonly provider: IdentityProvider
  readonly roleClaims: RoleClaims
  /** Receives the reason why the identity provider cannot be reached. */
  readonly warn: (error: PortalError) => void
}

/** The identity provider does not answer: no one can sign in. */
interface Away {
  readonly outcome: 'away'
}

export type BeginResult = { readonly outcome: 'begun'; readonly key: string; readonly url: string } | Away

export type SignInResult =
  | Away
  | { readonly outcome: 'identified'; readonly staff: Staff }
  | { readonly outcome: 'no_role'; readonly name: string }
  /** An answer that does not belong to what this browser began, or by which the provider refused the person. */
  | { readonly outcome: 'unfinished' }

const derive = (key: string, use: string) => createHash('sha256').update(`${use}:${key}`).digest('base64url')

/** One random key, kept by the browser until it comes back, makes all secrets of a sign-in. */
const secretsOf = (key: string): SignInSecrets => ({
  verifier: derive(key, 'verifier'),
  state: derive(key, 'state'),
  nonce: derive(key, 'nonce'),
})

/** Sign-in by the operator's identity provider. Tokens are read once and never kept. */
export class SignIn {
  readonly #options: SignInOptions

  constructor(options: SignInOptions) {
    this.#options = options
  }

  async begin(): Promise<BeginResult> {
    const key = randomBytes(32).toString('base64url')
    const begun = (url: string) => ({ outcome: 'begun', key, url }) as const
    return this.#options.provider.signInUrl(secretsOf(key)).then(begun, this.#toAway)
  }

  async finish(answer: URL, key: string): Promise<SignInResult> {
    const { provider, roleClaims } = this.#options
    const identity = key === '' ? undefined : await provider.identify(answer, secretsOf(key)).catch(this.#toAway)
    if (identity === undefined) return { outcome: 'unfinished' }
    if ('outcome' in identity) return identity
    const { id, name, claims } = identity
    const roles = readRoles(claims, roleClaims)
    return roles.length === 0 ? { outcome: 'no_role', name } : { outcome: 'identified', staff: { id, name, roles } }
  }

  /** Returns undefined while the provider cannot be reached: then only the session here ends. */
  signOutUrl(): Promise<string | undefined> {
    return this.#options.provider.signOutUrl().catch((error) => {
      this.#toAway(error)
      return undefined
    })
  }

  readonly #toAway = (error: unknown): Away => {
    if (!(error instanceof PortalError) || error.code !== 'provider_unreachable') throw error
    this.#options.warn(error)
    return { outcome: 'away' }
  }
}
