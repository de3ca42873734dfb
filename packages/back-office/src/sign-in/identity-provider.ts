/** The secrets bind an answer of the identity provider to the browser that began the sign-in. */
export interface SignInSecrets {
  /** The code verifier of PKCE (RFC 7636). */
  readonly verifier: string
  readonly state: string
  readonly nonce: string
}

/** The identity says who signed in, by the identity provider. */
export interface Identity {
  readonly id: string
  readonly name: string
  /** All claims of the ID token. */
  readonly claims: Readonly<Record<string, unknown>>
}

/** The operator's identity provider. It throws `provider_unreachable` while it cannot be reached. */
export interface IdentityProvider {
  /** A person signs in at this address. */
  signInUrl(secrets: SignInSecrets): Promise<string>
  /** The result is undefined when the answer does not belong to these secrets, or the person was refused there. */
  identify(answer: URL, secrets: SignInSecrets): Promise<Identity | undefined>
  /** A person signs out of the provider too at this address; undefined where it has no such page. */
  signOutUrl(): Promise<string | undefined>
}
