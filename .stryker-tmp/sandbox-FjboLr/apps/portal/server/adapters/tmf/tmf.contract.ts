// @ts-nocheck
import { lostAfterMs, testSandbox } from '../sandbox.contract.ts'

/** The BSS of the sandbox, and how to reach it without waiting. */
export function testBss() {
  const sandbox = testSandbox()
  return {
    sandbox,
    tmf: (): { baseUrl: string; countryCode: string; currency: 'MWK'; timeoutMs: number; pause(): Promise<void> } => ({
      baseUrl: `${sandbox.url}/bss`,
      countryCode: '265',
      currency: 'MWK',
      timeoutMs: lostAfterMs,
      pause: async () => {},
    }),
    silence: (operation: string) => sandbox.strike({ provider: 'bss', operation, kind: 'hang_before', times: 10 }),
    garble: (operation: string) => sandbox.strike({ provider: 'bss', operation, kind: 'garbage_after', times: 10 }),
  }
}
