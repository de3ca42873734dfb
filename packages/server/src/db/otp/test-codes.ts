import { type OtpLimits, otpLimits } from '@nyanja/domain/otp'
import { ratePolicies } from '@nyanja/domain/rate-limits/rate-policies'
import { newId } from '../../common/ids.ts'
import { Messages } from '../../messages/messages.ts'
import { CodeSecrets, randomOtp } from '../../otp/code-secrets.ts'
import { type CodeRequest, createCodeText } from '../../otp/code-text.ts'
import { OneTimeCodes, type OneTimeCodesOptions } from '../../otp/one-time-codes.ts'
import { createOutboxStore } from '../messages/outbox-store.ts'
import type { OpenDatabase } from '../schema.ts'
import { createCodeStore } from './code-store.ts'
import { createProofStore } from './proof-store.ts'

export const request: CodeRequest = {
  purpose: 'invoice',
  msisdn: '991234567',
  subject: 'order-1',
  channel: 'web',
  language: 'en',
}

export const place = { channel: 'web', purposes: ['invoice'], subject: 'order-1' } as const

export interface TestCodesOptions
  extends Partial<
    Pick<
      OneTimeCodesOptions,
      'isOurLine' | 'maskReceiver' | 'newCode' | 'policy' | 'clientNetworks' | 'challenges' | 'wallets'
    >
  > {
  readonly limits?: Partial<OtpLimits>
}

/** Opens one-time codes on a real database, with a manual clock and readable handsets. */
export function openCodes(database: OpenDatabase, { limits, ...options }: TestCodesOptions = {}) {
  const { db } = database
  const clock = { now: Date.parse('2026-11-20T10:00:00Z') }
  const now = () => clock.now
  const secrets = new CodeSecrets('a secret of tests that is long enough')
  const alerts: string[] = []
  const texts: { readonly msisdn: string; readonly text: string; readonly validForMs?: number | undefined }[] = []

  const codes = new OneTimeCodes({
    store: createCodeStore(db, now),
    proofs: createProofStore(db, now),
    secrets,
    limits: { ...otpLimits, ...limits },
    isOurLine: async () => true,
    challenges: { accept: async () => undefined, isToken: () => false },
    clientNetworks: { countRequest: () => 1, uncountRequest: () => {}, countSuccess: () => {} },
    policy: ratePolicies.code_message,
    wallets: {},
    now,
    newId,
    newCode: randomOtp,
    notify: () => {},
    alert: (event) => alerts.push(event),
    ...options,
  })

  const outbox = createOutboxStore(database, now)
  const messages = new Messages({
    outbox,
    sender: {
      send: async (msisdn, text, _reference, validForMs) => String(texts.push({ msisdn, text, validForMs })),
      close: async () => {},
    },
    textOf: createCodeText({
      secrets,
      host: 'portal.example',
      textsIn: () => ({
        oneTimeCode: '{code} is your code. Do not share it.',
        paymentCode: '{code} is your code to pay for {receiver}.',
      }),
    }),
    now,
  })

  /** Sends the outbox like a worker, and returns all texts so far. */
  async function delivered() {
    for (const message of await outbox.claim({ limit: 100, leaseMs: 1000 })) await messages.send(message)
    return texts
  }

  /** Returns the latest code on a handset. */
  async function codeOn(msisdn: string = request.msisdn): Promise<string> {
    const text = (await delivered()).findLast((each) => each.msisdn === msisdn)?.text ?? ''
    return text.slice(text.lastIndexOf('#') + 1)
  }

  /** Sends a code and returns its id. */
  async function sentId(overrides: Partial<CodeRequest> = {}): Promise<string> {
    const result = await codes.send({ ...request, ...overrides })
    if (result.outcome !== 'sent') throw new Error(`Not sent: ${result.outcome}`)
    return result.refId
  }

  return { db, clock, codes, outbox, alerts, delivered, codeOn, sentId }
}

/** Accepts one solution for every challenge. */
export const worked: OneTimeCodesOptions['challenges'] = {
  accept: async ({ solution }) => (solution === 'worked' ? 'work' : undefined),
  isToken: () => false,
}

/** Returns a code other than `code`. */
export function otherThan(code: string): string {
  return code === '000000' ? '000001' : '000000'
}
