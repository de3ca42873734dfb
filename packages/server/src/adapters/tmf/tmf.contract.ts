import { type TimeoutName, timeoutsMs } from '../../common/timeouts.contract.ts'
import { type Authorization, type BssCredentials, createAuthorization } from '../bss-authorization.ts'
import { testSandbox } from '../sandbox.contract.ts'
import { BssProfile, type TmfProfile } from './profile.ts'

const hanging = {
  'lost before': 'reset_before',
  'lost after': 'hang_after',
  broken: 'error_after',
  garbled: 'garbage_after',
} as const

/**
 * The faults that drop the connection without the wait for a timeout, where the reason of a lost answer makes no
 * difference.
 */
const dropping = { ...hanging, 'lost after': 'reset_after' } as const

/** A BSS of the sandbox that deviates from the standard, with what the portal needs to know of it. */
export interface DialectOfBss {
  readonly base: string
  readonly credentials?: (url: string) => BssCredentials
  readonly profile: unknown
}

interface TestOptions {
  readonly baseUrl: string
  readonly countryCode: string
  readonly currency: 'MWK'
  readonly timeoutMs: number
  readonly timeZone: string
  readonly profile: TmfProfile
  readonly authorization?: Authorization
  pause(): Promise<void>
}

/** Opens the sandbox's BSS, and a client without pauses between tries. */
export function testBss(dialect?: DialectOfBss, sandbox = testSandbox()) {
  const base = dialect?.base ?? '/bss'
  const profile = BssProfile.parse(dialect?.profile ?? {})
  const faults: Readonly<Record<keyof typeof hanging, string>> = dialect ? dropping : hanging
  const silent = dialect ? 'reset_before' : 'hang_before'
  const inject = (operation: string, kind: string) =>
    sandbox.injectFault({ provider: 'bss', operation, kind, times: 10 })
  return {
    sandbox,
    faults,
    tmf: (timeout: TimeoutName = 'usual'): TestOptions => ({
      baseUrl: `${sandbox.url}${base}`,
      countryCode: '265',
      currency: 'MWK',
      timeoutMs: timeoutsMs[timeout],
      timeZone: 'Africa/Blantyre',
      profile,
      ...(dialect?.credentials && {
        authorization: createAuthorization(dialect.credentials(`${sandbox.url}${base}`), { pause: async () => {} }),
      }),
      pause: async () => {},
    }),
    silence: (operation: string) => inject(operation, silent),
    garble: (operation: string) => inject(operation, 'garbage_after'),
  }
}

export type TestBss = ReturnType<typeof testBss>
