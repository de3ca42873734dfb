import { type TimeoutName, timeoutsMs } from '../../common/timeouts.contract.ts'
import { testSandbox } from '../sandbox.contract.ts'

/** The sandbox's BSS, and a client without pauses between tries. */
export function testBss() {
  const sandbox = testSandbox()
  return {
    sandbox,
    tmf: (
      timeout: TimeoutName = 'usual',
    ): { baseUrl: string; countryCode: string; currency: 'MWK'; timeoutMs: number; pause(): Promise<void> } => ({
      baseUrl: `${sandbox.url}/bss`,
      countryCode: '265',
      currency: 'MWK',
      timeoutMs: timeoutsMs[timeout],
      pause: async () => {},
    }),
    silence: (operation: string) => sandbox.injectFault({ provider: 'bss', operation, kind: 'hang_before', times: 10 }),
    garble: (operation: string) =>
      sandbox.injectFault({ provider: 'bss', operation, kind: 'garbage_after', times: 10 }),
  }
}
