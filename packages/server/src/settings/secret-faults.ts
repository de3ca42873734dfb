import { createHash } from 'node:crypto'

/** The digests of the demo's secrets, which are public. A test compares the demo's settings with this list. */
export const knownSecretDigests: ReadonlySet<string> = new Set([
  'aeb3acac153d919b9c445010f803a302',
  'db6bcf6a2a36ee93dafa7dfcdc40973d',
  'eae21cad56e00156c9ec64e0ed13d9dc',
  'cbd79fa816c1355523ddf10c9486b3fd',
  '2b27e13b24db3a0b0df4cd11398d945c',
  'd638f56f5b118f15e25373f68fc49b08',
  '5e1869083d3f3b3617abf612f1ae51c8',
  'cd57a925b403b1e7c042b8e1ecc7d67e',
  '95f76a38bc01c1322e725a67f2ad65f1',
  '8c363c50d134f9f246b961fd4adb5b9a',
  '6e2e5cdd55ca002bdbbb9fdbbf16dced',
  '16a82d636bf543b17a3736a92f9cded6',
  '752d327e74fd13b338b31219b2660062',
  'cfbb1355cca030f752c6edb452a16028',
  '9469e3207c884838e46bbe9382fb87da',
  'cb3539ed04f5d0f048a2b51227ad85ba',
  '430ff6714f5342847c8f09a2e5f8f928',
  '11a850e55b1e5c1fe6a9dda34fb93867',
  'b7ad567477c83756aab9a542b2be04f7',
  '9bdb596dd5f6c2ec0e8b14590ed9071a',
])

export function digestSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, 32)
}

export function isKnownSecret(secret: string): boolean {
  return knownSecretDigests.has(digestSecret(secret))
}

/** The least strength of a secret. Some are made by the operator, others by a provider, and SMPP accepts 8 bytes. */
const strengths = {
  own: { length: 16, different: 8 },
  provider: { length: 8, different: 4 },
  smpp: { length: 6, different: 3 },
} as const

type Strength = (typeof strengths)[keyof typeof strengths]

/** The words that often stand in place of a secret until one is set. */
const usualWords =
  /change[-_ ]?(?:it|me|this)|pass(?:word|w0rd|wort)?|geheim|secret|letmein|qwerty|azerty|default|admin|demo|test|welcome|nyanja|portal|token|key/gi

/** Tells whether it is a shorter text that is repeated. */
const isRepeated = (text: string) => /^(.+?)\1+.?$/s.test(text) && `${text}${text}`.indexOf(text, 1) <= text.length / 2

/** Keeps the signs that neither repeat nor continue the sign before them, as in `1234` or `aaaa`. */
const withoutRuns = (text: string) =>
  [...text].filter((sign, at) => at === 0 || Math.abs(sign.charCodeAt(0) - text.charCodeAt(at - 1)) > 1).join('')

/** Tells whether the rest without usual words, rows of signs and repetitions is too short to be random. */
function isPattern(secret: string, { length }: Strength): boolean {
  return isRepeated(secret) || withoutRuns(secret.replaceAll(usualWords, '')).length < length / 2
}

function faultsOfSecret(name: string, secret: string, strength: Strength): string[] {
  if (isKnownSecret(secret)) return [`✖ ${name} is the value of the demo, which is public`]
  if (secret.length < strength.length) return [`✖ ${name} must have ${strength.length} characters or more`]
  if (new Set(secret).size < strength.different) return [`✖ ${name} repeats too few characters`]
  if (isPattern(secret, strength)) return [`✖ ${name} follows a pattern that can be guessed: make it at random`]
  return []
}

/** Lists the faults of a secret that the operator makes. */
export const faultsOfOwnSecret = (name: string, value: string) => faultsOfSecret(name, value, strengths.own)

const ownSecrets = ['CALLBACK_TOKEN', 'OTP_SECRET', 'ADMIN_TOKEN']

function strengthOf(name: string) {
  if (name === 'SMSC_PASSWORD') return strengths.smpp
  return strengths[ownSecrets.includes(name) ? 'own' : 'provider']
}

export const faultsOfNamedSecret = (name: string, value: string) => faultsOfSecret(name, value, strengthOf(name))

const fewestDifferentBytes = 16

/**
 * Lists the faults of the keys of the personal columns, written as `id:base64` with commas between. Of 32 random bytes
 * some 30 differ.
 */
export function faultsOfDataKeys(text: string): string[] {
  return text.split(',').flatMap((entry) => {
    const [, id = '', encoded] = /^\s*([^:]*):(.+)$/.exec(entry) ?? []
    if (encoded === undefined) return []
    const bytes = Buffer.from(encoded, 'base64').toString('latin1')
    const isMade = new Set(bytes).size >= fewestDifferentBytes && withoutRuns(bytes).length >= fewestDifferentBytes
    return isMade && !isRepeated(bytes) ? [] : [`✖ DATA_KEYS: the key ${id} is not made at random`]
  })
}
