import { readRoles } from '@nyanja/back-office/sign-in/role-claims'
import { SignIn } from '@nyanja/back-office/sign-in/sign-in'
import { createAltchaProofOfWork } from '@nyanja/server/adapters/altcha/altcha-proof-of-work'
import { FieldKeys, newFieldKey } from '@nyanja/server/common/field-keys'
import { CodeSecrets } from '@nyanja/server/otp/code-secrets'
import { SavedNumbers } from '@nyanja/server/subscriber/saved-numbers'
import { jsonLike, textsLike } from '../inputs.ts'
import type { Target } from '../target.ts'

const secret = 'a secret of the fuzzer'
const codes = new CodeSecrets(secret)
const saved = new SavedNumbers(secret)
const keys = new FieldKeys(newFieldKey())
const work = createAltchaProofOfWork({
  secrets: codes.workSecrets,
  effortOf: () => ({ rounds: 10, guesses: { min: 2, max: 5 } }),
  now: () => 1_000_000,
})
const challenge = await work.createWork(1)

const token = codes.sealToken({ id: 'w1', level: 1, values: { msisdn: '999000001' }, askedAt: 1 }, 'subject')
const numbers = saved.seal([{ msisdn: '999000001', label: 'Mum' }])
const solution = Buffer.from(
  JSON.stringify({ challenge, solution: { counter: 3, derivedKey: 'ab'.repeat(32) } }),
).toString('base64')

const valuesOf = { care_agent: ['care'], care_lead: ['lead'], finance: ['money'], administrator: ['admin'] }
const claimNames = ['roles', 'realm_access.roles', 'https://example.com/roles', 'a.b.c']

/** A sealed text that was changed in any way opens as nothing. */
function readSealed(text: string): void {
  const opened = codes.openToken(text, 'subject')
  if (
    opened !== undefined &&
    text !== token &&
    Buffer.from(text, 'base64url').compare(Buffer.from(token, 'base64url')) !== 0
  )
    throw new Error('a changed token was accepted')
  if (codes.openToken(text, 'another subject') !== undefined) throw new Error('a token of another subject was accepted')
  const list = saved.open(text)
  if (list.length > 0 && Buffer.from(text, 'base64url').compare(Buffer.from(numbers, 'base64url')) !== 0)
    throw new Error('a changed cookie was accepted')
}

async function readClaims(input: Buffer): Promise<void> {
  const claims: unknown = JSON.parse(input.toString())
  if (typeof claims !== 'object' || claims === null) return
  for (const claim of claimNames) readRoles({ ...claims }, { claim, valuesOf })
  const provider = {
    signInUrl: async () => '',
    signOutUrl: async () => undefined,
    identify: async () => ({ id: 'u1', name: 'A', claims: { ...claims } }),
  }
  const signIn = new SignIn({ provider, roleClaims: { claim: 'roles', valuesOf }, warn: () => {} })
  await signIn.finish(new URL('https://console.example/?code=1'), 'key')
}

const isJson = (input: Buffer) => {
  try {
    JSON.parse(input.toString())
    return true
  } catch {
    return false
  }
}

export const proofs: readonly Target[] = [
  {
    name: 'claims of an identity provider (OIDC)',
    thousands: 400,
    inputs: jsonLike(
      { sub: 'u1', roles: ['care', 'x'], name: 'Alinafe' },
      {
        sub: 'u1',
        realm_access: { roles: ['lead'] },
        'https://example.com/roles': 'money',
        a: { b: { c: ['admin'] } },
      },
    ).filter(isJson),
    read: readClaims,
  },
  {
    name: 'sealed token or cookie',
    thousands: 400,
    inputs: textsLike(token, numbers),
    read: (input) => readSealed(input.toString()),
  },
  {
    name: 'solution of a challenge',
    thousands: 60,
    inputs: textsLike(solution),
    read: (input) => work.verify(input.toString()),
  },
  {
    name: 'sealed field of a channel',
    thousands: 20,
    inputs: textsLike('QmFzZTY0'.repeat(43)),
    read: (input) => keys.open(keys.current.keyId, input.toString()),
  },
]
