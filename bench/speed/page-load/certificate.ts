import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

export interface Certificate {
  readonly key: Buffer
  readonly cert: Buffer
  /** By which a browser can be configured to trust it. */
  readonly publicKeyHash: string
}

export function makeCertificate(folder: string): Certificate {
  const [keyFile, certFile] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const kind = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=bench',
  ]
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' })
  const cert = readFileSync(certFile)
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  return { key: readFileSync(keyFile), cert, publicKeyHash: createHash('sha256').update(publicKey).digest('base64') }
}
