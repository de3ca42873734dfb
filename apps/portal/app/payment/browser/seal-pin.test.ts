import { expect, it } from 'vitest'
import { openPin, PinKeys } from '../../../../sandbox/src/wallet/pin-keys.ts'
import { sealPin } from './seal-pin.ts'

const { publicKey, privateKey } = new PinKeys(() => new Date('2026-11-20T10:00:00Z')).current
const pinKey = { walletTransactionId: 'W-1', nonce: 'AAECAwQFBgcICQoLDA0ODw', publicKey }

it('encrypts a PIN so that the wallet can decrypt it', async () => {
  expect(openPin(await sealPin(pinKey, '0042'), privateKey)).toEqual({
    walletTransactionId: 'W-1',
    nonce: 'AAECAwQFBgcICQoLDA0ODw',
    pin: '0042',
  })
})

it('encrypts the same PIN differently each time, as standard base64 of the length of the key', async () => {
  const [one, other] = [await sealPin(pinKey, '0042'), await sealPin(pinKey, '0042')]
  expect(one).not.toBe(other)
  expect(one).toMatch(/^[A-Za-z0-9+/]{342}==$/)
})

it('has room for the longest names that the wallet may give', async () => {
  const longest = { publicKey, walletTransactionId: 'W'.repeat(64), nonce: 'n'.repeat(64) }
  expect(openPin(await sealPin(longest, '1234'), privateKey)).toMatchObject({ pin: '1234' })
})

it('encrypts nothing with an invalid key', async () => {
  await expect(sealPin({ ...pinKey, publicKey: 'bm9pc2U=' }, '1234')).rejects.toThrow()
  await expect(sealPin({ ...pinKey, publicKey: '%' }, '1234')).rejects.toThrow()
})

it('cannot be decrypted by another wallet', async () => {
  const stranger = new PinKeys(() => new Date()).current
  expect(openPin(await sealPin(pinKey, '1234'), stranger.privateKey)).toBeUndefined()
})
