/** The secrets that bind an answer of the identity provider to the browser that began the sign-in. */
export interface SignInSecrets {
  /** The code verifier of PKCE (RFC 7636). */
  readonly verifier: string
  readonly state: string
  readonly nonce: string
}

/** The person who signed in, by the word of the identity provider. */
export interface Identity {
  readonly id: string
  readonly name: string
  /** All claims of the ID token. */
  readonly claims: Readonly<Record<string, unknown>>
}

/** The operator's identity provider. It throws `provider_unreachable` while it cannot be reached. */
export interface IdentityProvider {
  /** Makes the address at which a person signs in. */
  signInUrl(secrets: SignInSecrets): Promise<string>
  /**
   * Identifies a person: undefined when the answer does not belong to these secrets, or the person was refused there.
   */
  identify(answer: URL, secrets: SignInSecrets): Promise<Identity | undefined>
  /** Makes the address at which a person signs out of the provider too: undefined where it has no such page. */
  signOutUrl(): Promise<string | undefined>
}
