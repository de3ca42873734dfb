/** What binds an answer of the identity provider to the browser that began the sign-in. */
export interface SignInSecrets {
  /** The code verifier of PKCE (RFC 7636). */
  readonly verifier: string
  readonly state: string
  readonly nonce: string
}

/** Who signed in, as the identity provider says. */
export interface Identity {
  readonly id: string
  readonly name: string
  /** All claims of the ID token. */
  readonly claims: Readonly<Record<string, unknown>>
}

/** The operator's identity provider. Throws `provider_unreachable` while it is away. */
export interface IdentityProvider {
  /** Where a person signs in. */
  signInUrl(secrets: SignInSecrets): Promise<string>
  /** Undefined when the answer is not one to these secrets, or the person was refused there. */
  identify(answer: URL, secrets: SignInSecrets): Promise<Identity | undefined>
  /** Where a person signs out of the provider too; undefined where it has no such page. */
  signOutUrl(): Promise<string | undefined>
}
