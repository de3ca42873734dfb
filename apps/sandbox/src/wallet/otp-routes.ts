import type { FastifyInstance } from 'fastify'
import { brands } from './brands.ts'
import { accept, type Envelope, invalid, refuse } from './codes.ts'
import type { Counter } from './counter.ts'
import { type Otp, otpLifeSeconds } from './otp-desk.ts'
import { bodyIn, ownerIn, textIn } from './read-body.ts'

const named = (operation: string) => ({ config: { provider: 'wallet', operation } })

/** Codes that show who holds a wallet. */
export function registerOtpRoutes(app: FastifyInstance, counter: Counter): void {
  const { otps, wallets, settings } = counter

  /** By the SMSC's control door, as a text from inside the network. */
  async function send({ brand, msisdn, code }: Otp): Promise<void> {
    const { name, sender } = brands[brand]
    const text = `${code} is your ${name} code. Do not share it.\n\n@${counter.codeHost()} #${code}`
    await app.inject({ method: 'POST', url: '/__sim/sms', payload: { from: sender, to: msisdn, text } })
  }

  app.post('/wallet/v1/otp/send', named('otpSend'), async ({ body }): Promise<Envelope> => {
    const owner = ownerIn(bodyIn(body), counter)
    if (owner === undefined) return refuse('invalid')
    if (wallets.find(owner.brand.id, owner.msisdn) === undefined) return refuse('no_such_wallet')
    const otp = otps.send(owner.brand.id, owner.msisdn)
    if (otp === undefined) return refuse('otp_limit')
    await send(otp)
    return accept({ refId: otp.refId, expiresIn: otpLifeSeconds, resendAfter: settings.resendAfterMs / 1000 })
  })

  app.post('/wallet/v1/otp/resend', named('otpResend'), async ({ body }): Promise<Envelope> => {
    const known = otps.find(textIn(bodyIn(body), 'refId'))
    if (known === undefined) return invalid('Unknown refId')
    if (known.triesLeft === 0) return refuse('otp_exhausted')
    const otp = otps.resend(known)
    if (otp === undefined) return refuse('otp_limit')
    await send(otp)
    return accept({ refId: otp.refId })
  })

  app.post('/wallet/v1/otp/verify', named('otpVerify'), async ({ body }) => verify(bodyIn(body), counter))
}

function verify(body: ReturnType<typeof bodyIn>, counter: Counter): Envelope {
  const { otps, customers } = counter
  const owner = ownerIn(body, counter)
  const otp = otps.find(textIn(body, 'refId'))
  const isTheirs = otp !== undefined && owner?.brand.id === otp.brand && owner.msisdn === otp.msisdn
  if (!isTheirs) return invalid('Unknown refId')

  const verification = otps.verify(otp, textIn(body, 'otp'))
  if (verification.outcome === 'exhausted') return refuse('otp_exhausted')
  if (verification.outcome === 'void') return invalid('The code has expired')
  if (verification.outcome === 'wrong') return refuse('wrong_otp', { attemptsLeft: verification.triesLeft })
  const accessToken = customers.issue({ brand: otp.brand, msisdn: otp.msisdn })
  return accept({ tokenType: 'Bearer', accessToken, expiresIn: customers.lifeMs / 1000 })
}
