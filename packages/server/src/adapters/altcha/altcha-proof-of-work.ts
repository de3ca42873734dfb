import { randomInt } from 'node:crypto'
import { parseJson } from '@nyanja/domain/json'
import { challengeSettings, type Effort, computeEffort as effortOfTable } from '@nyanja/domain/rate-limits/challenge'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { ProofOfWork } from '../../otp/challenges.ts'

export interface AltchaOptions {
  /** Keys for challenges and for their answers: with a single key an answer could be forged from a challenge. */
  readonly secrets: { readonly challenge: string; readonly answer: string }
  /** The effort by level; the domain's table by default. */
  readonly effortOf?: (level: number) => Effort
  readonly now: () => number
}

const hex = z.string().regex(/^[\da-f]{2,128}$/)

/** The answer of browsers and channels, in base64. */
const Payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.string().max(20),
      cost: z.int(),
      data: z.object({ until: z.int(), level: z.int() }),
      keyLength: z.int(),
      keyPrefix: hex,
      keySignature: hex,
      nonce: hex,
      salt: hex,
    }),
    signature: hex,
  }),
  solution: z.object({ counter: z.int().min(0), derivedKey: hex }),
})

const longestSolution = 4_000

/** Issues challenges in ALTCHA's format, so that its own clients solve them too. */
export function createAltchaProofOfWork({ secrets, effortOf = effortOfTable, now }: AltchaOptions): ProofOfWork {
  const signed = { hmacSignatureSecret: secrets.challenge, hmacKeySignatureSecret: secrets.answer, deriveKey }
  return {
    async createWork(level) {
      const { rounds, guesses } = effortOf(level)
      const { parameters, signature = '' } = await createChallenge({
        ...signed,
        algorithm: 'PBKDF2/SHA-256',
        cost: rounds,
        counter: randomInt(guesses.min, guesses.max),
        // The time is not ALTCHA's own expiry: its clients compare that with the phone's clock, which is often wrong.
        data: { until: now() + challengeSettings.challengeLifeMs, level },
      })
      return { parameters: z.record(z.string(), z.unknown()).parse(JSON.parse(JSON.stringify(parameters))), signature }
    },

    async verify(solution) {
      const { data: payload } = Payload.safeParse(parseSolution(solution))
      if (payload === undefined || payload.challenge.parameters.data.until <= now()) return undefined
      const { verified } = await verifySolution({ ...signed, ...payload })
      const { nonce, data } = payload.challenge.parameters
      return verified ? { id: nonce, level: data.level } : undefined
    },
  }
}

function parseSolution(base64: string): unknown {
  return base64.length > longestSolution ? undefined : parseJson(Buffer.from(base64, 'base64').toString())
}
