import { international } from '@nyanja/domain/numbers/msisdn'
import { z } from 'zod'
import type { WalletCodeSent, WalletCodes, WalletCodeVerified } from '../../otp/wallet-codes.ts'
import type { Answer, PinWalletCalls, PinWalletOptions } from './calls.ts'

const Sent = z.object({ refId: z.string().min(1).max(200) })
const Verified = z.object({
  tokenType: z.string().min(1),
  accessToken: z.string().min(1),
  expiresIn: z.number().positive(),
})
const WrongOtp = z.object({ attemptsLeft: z.int().min(0) })

const wrongOtp = '2003'

/** No usable code was sent for any other answer. */
const sendRefusals: Readonly<Record<string, Exclude<WalletCodeSent['outcome'], 'sent'>>> = {
  '2002': 'attempts_exhausted',
  '4001': 'no_wallet',
  // The code counts only inside an envelope: the HTTP status says nothing about limits.
  '502': 'limit_reached',
}

export function createWalletCodes(
  calls: PinWalletCalls,
  { paymentMode, countryCode, now = Date.now }: PinWalletOptions,
): WalletCodes {
  const ownerOf = (msisdn: string) => ({ msisdn: international(msisdn, { countryCode }), paymentMode })

  return {
    async send(msisdn) {
      const body = ownerOf(msisdn)
      return toCodeSent(await calls.report({ operation: 'otp send', path: '/v1/otp/send', result: Sent, body }))
    },

    async resend(refId) {
      const body = { refId }
      return toCodeSent(await calls.report({ operation: 'otp resend', path: '/v1/otp/resend', result: Sent, body }))
    },

    async verify({ refId, otp, msisdn }): Promise<WalletCodeVerified> {
      const body = { refId, otp, ...ownerOf(msisdn) }
      const answer = await calls.report({ operation: 'otp verify', path: '/v1/otp/verify', result: Verified, body })
      if (!answer.ok) return toFailedVerification(answer)
      const { tokenType, accessToken, expiresIn } = answer.result
      return {
        outcome: 'verified',
        consent: { token: `${tokenType} ${accessToken}`, expiresAt: now() + expiresIn * 1000 },
      }
    },
  }
}

function toCodeSent(answer: Answer<z.infer<typeof Sent>>): WalletCodeSent {
  if (answer.ok) return { outcome: 'sent', refId: answer.result.refId }
  return { outcome: sendRefusals[answer.code] ?? 'refused', ...textsOf(answer) }
}

function toFailedVerification(answer: Extract<Answer<unknown>, { ok: false }>): WalletCodeVerified {
  const wrong = WrongOtp.safeParse(answer.result)
  if (answer.code === wrongOtp && wrong.success) return { outcome: 'wrong_otp', ...wrong.data }
  return { outcome: answer.code === '2002' ? 'attempts_exhausted' : 'refused', ...textsOf(answer) }
}

const textsOf = ({ message }: { readonly message?: string }) => (message === undefined ? {} : { message })
