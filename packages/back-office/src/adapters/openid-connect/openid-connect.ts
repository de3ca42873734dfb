import { PortalError } from '@nyanja/domain/errors'
import * as client from 'openid-client'
import type { Identity, IdentityProvider } from '../../sign-in/identity-provider.ts'

export interface OpenIdConnectOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
  /**
   * The provider's names for how strongly a person must sign in (`acr`). When the list is empty, the provider decides.
   */
  readonly acrValues?: readonly string[]
  /** The addresses to which the provider sends the browser after a sign-in and after a sign-out. */
  readonly signedInUrl: string
  readonly signedOutUrl: string
  readonly now: () => number
}

const timeoutSeconds = 10
const toleranceSeconds = 30
/** The time for which an answer is believed, long enough for a whole shift to sign in at once. */
const believedForMs = 5_000

/** Tells whether the provider cannot be reached, or is broken: this is no fault of the person. */
function isAway(error: unknown): boolean {
  if (error instanceof client.ResponseBodyError) return error.status >= 500
  if (error instanceof client.ClientError)
    return ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'].includes(
      error.code ?? '',
    )
  return error instanceof TypeError
}

function refuseAway(error: unknown): never {
  throw new PortalError('provider_unreachable', 'The identity provider does not answer', { cause: error })
}

/** Finds the name that colleagues know, for the record of what was done. */
function nameIn(claims: Readonly<Record<string, unknown>>, id: string): string {
  const names = [claims.name, claims.preferred_username, claims.email]
  return names.find((name): name is string => typeof name === 'string' && name.trim() !== '') ?? id
}

/**
 * Signs staff in with OpenID Connect, the authorization code flow and PKCE, at any provider with a discovery document.
 */
export function createOpenIdConnect(options: OpenIdConnectOptions): IdentityProvider {
  const { issuer, clientId, clientSecret, scope, acrValues = [], signedInUrl, signedOutUrl, now } = options
  const isPlain = issuer.startsWith('http:')
  let known: { readonly config: client.Configuration; readonly at: number } | undefined
  let reading: Promise<client.Configuration> | undefined

  function read(): Promise<client.Configuration> {
    reading ??= client
      .discovery(
        new URL(issuer),
        clientId,
        { [client.clockTolerance]: toleranceSeconds },
        client.ClientSecretPost(clientSecret),
        {
          timeout: timeoutSeconds,
          execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
        },
      )
      .then((config) => {
        known = { config, at: now() }
        return config
      })
      .catch(refuseAway)
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  /**
   * Reads the configuration when it is first needed: the console starts, and serves who is signed in, without the
   * provider.
   */
  const configuration = async () => known?.config ?? read()

  /** Asks the provider again before a browser is sent to it, because it may be unreachable by now. */
  const living = async () => (known !== undefined && now() - known.at < believedForMs ? known.config : read())

  return {
    async signInUrl({ verifier, state, nonce }) {
      const url = client.buildAuthorizationUrl(await living(), {
        redirect_uri: signedInUrl,
        scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
      })
      return url.href
    },

    async identify(answer, { verifier, state, nonce }): Promise<Identity | undefined> {
      const config = await configuration()
      try {
        const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true }
        const claims = (await client.authorizationCodeGrant(config, answer, checks)).claims()
        // A provider may ignore the values.
        if (acrValues.length > 0 && acrValues.every((value) => value !== claims?.acr)) return undefined
        return claims && { id: claims.sub, name: nameIn(claims, claims.sub), claims }
      } catch (error) {
        if (isAway(error)) refuseAway(error)
        return undefined
      }
    },

    async signOutUrl() {
      const config = await living()
      if (config.serverMetadata().end_session_endpoint === undefined) return undefined
      // The URL has no ID token as a hint: no token is kept here or shown to the browser.
      return client.buildEndSessionUrl(config, { post_logout_redirect_uri: signedOutUrl }).href
    },
  }
}
