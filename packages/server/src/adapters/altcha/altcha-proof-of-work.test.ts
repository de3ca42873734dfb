import { challengeSettings, computeEffort } from '@nyanja/domain/rate-limits/challenge'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, it } from 'vitest'
import type { WorkChallenge } from '../../otp/challenges.ts'
import { createAltchaProofOfWork } from './altcha-proof-of-work.ts'

const light = { rounds: 10, guesses: { min: 5, max: 10 } }
const secrets = { challenge: 'a secret of challenges', answer: 'a secret of answers' }
const { challengeLifeMs } = challengeSettings

function open(changes: Partial<Parameters<typeof createAltchaProofOfWork>[0]> = {}) {
  const clock = { now: Date.UTC(2026, 10, 20, 12) }
  const proofOfWork = createAltchaProofOfWork({ effortOf: () => light, secrets, now: () => clock.now, ...changes })
  return { clock, proofOfWork }
}

/** Solves a challenge like ALTCHA's own client. */
async function solve(work: WorkChallenge): Promise<{ counter: number; derivedKey: string }> {
  const challenge: Challenge = JSON.parse(JSON.stringify(work))
  const solution = await solveChallenge({ challenge, deriveKey })
  if (solution === null) throw new Error('No solution')
  return solution
}

const sent = (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64')

describe('a proof-of-work challenge', () => {
  it('accepts the solution of an ALTCHA client and reads its id and level', async () => {
    const { proofOfWork } = open()
    const challenge = await proofOfWork.createWork(1)
    const answer = sent({ challenge, solution: await solve(challenge) })
    const solved = await proofOfWork.verify(answer)
    expect(solved).toEqual({ id: expect.stringMatching(/^[\da-f]{32}$/), level: 1 })
    expect(await proofOfWork.verify(answer)).toEqual(solved)
  })

  it('is different each time', async () => {
    const { proofOfWork } = open()
    const [one, other] = [await proofOfWork.createWork(2), await proofOfWork.createWork(2)]
    expect(one.parameters.nonce).not.toBe(other.parameters.nonce)
  })

  it('is valid for ten minutes', async () => {
    const { proofOfWork, clock } = open()
    const challenge = await proofOfWork.createWork(1)
    const answer = sent({ challenge, solution: await solve(challenge) })
    clock.now += challengeLifeMs - 1
    expect(await proofOfWork.verify(answer)).toBeDefined()
    clock.now += 1
    expect(await proofOfWork.verify(answer)).toBeUndefined()
  })

  it('accepts no other solution', async () => {
    const { proofOfWork } = open()
    const challenge = await proofOfWork.createWork(1)
    const solution = await solve(challenge)
    const otherDigit = (digit: string) => (digit === '0' ? '1' : '0')
    const withData = (data: object) => ({ ...challenge, parameters: { ...challenge.parameters, data } })
    const later = withData({ until: Date.UTC(2030, 0), level: 1 })
    const dearer = withData({ until: Date.UTC(2026, 10, 20, 12) + challengeLifeMs, level: 2 })
    const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00' } }
    const foreign = await open({ secrets: { ...secrets, challenge: 'of another portal' } }).proofOfWork.createWork(1)
    const wrong = [
      sent({ challenge, solution: { ...solution, derivedKey: solution.derivedKey.replace(/^./, otherDigit) } }),
      sent({ challenge: later, solution }),
      sent({ challenge: dearer, solution }),
      sent({ challenge: easier, solution }),
      sent({ challenge: foreign, solution: await solve(foreign) }),
      sent({ challenge, solution: { counter: 0, derivedKey: challenge.parameters.keyPrefix } }),
      sent({ solution }),
      sent({}),
      'null',
      '',
      '%%%',
      'A'.repeat(100_000),
    ]
    for (const text of wrong) expect(await proofOfWork.verify(text), text.slice(0, 200)).toBeUndefined()
  })

  it('takes a cheap phone seconds, not minutes', () => {
    // A phone that derives half a million rounds a second is slow.
    for (const level of [1, 2, 3]) {
      const { rounds, guesses } = computeEffort(level)
      expect((rounds * guesses.max) / 500_000).toBeLessThan(5)
    }
  })
})
