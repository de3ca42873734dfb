import { createHash } from 'node:crypto'

/** Of the demo's secrets, which anyone can look up. A test of the demo's settings compares them with this list. */
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
])

export function digestSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, 32)
}

export function isKnownSecret(secret: string): boolean {
  return knownSecretDigests.has(digestSecret(secret))
}
