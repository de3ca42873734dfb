import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { SecureContextOptions } from 'node:tls'

export interface Certificates {
  /** The file of the authority that issued them. */
  readonly authorityFile: string
  readonly valid: SecureContextOptions
  readonly expired: SecureContextOptions
  /** It is valid, for another name. */
  readonly ofStranger: SecureContextOptions
}

const config = `[ca]
default_ca = drill
[drill]
dir = .
database = index.txt
new_certs_dir = .
serial = serial
default_md = sha256
policy = any
copy_extensions = copy
unique_subject = no
[any]
commonName = supplied
`

const stamp = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`
const hour = 3_600_000

/** Issues certificates of an authority of the drill's own for servers of these names. */
export function createCertificates(folder: string, names: readonly string[]): Certificates {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  write('openssl.cnf', config)
  write('index.txt', '')
  write('serial', '01\n')
  openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=drill')

  function issue(file: string, hosts: readonly string[], endsAt: number): SecureContextOptions {
    const subject = ['-subj', `/CN=${hosts[0]}`, '-addext', `subjectAltName=${hosts.map((host) => `DNS:${host}`)}`]
    openssl('req', ...newKey, '-keyout', `${file}.key`, '-out', `${file}.csr`, ...subject)
    const life = ['-startdate', stamp(Date.now() - 48 * hour), '-enddate', stamp(endsAt)]
    const authority = ['-config', 'openssl.cnf', '-cert', 'ca.pem', '-keyfile', 'ca.key']
    openssl('ca', '-batch', '-notext', ...authority, '-in', `${file}.csr`, '-out', `${file}.pem`, ...life)
    return { key: read(`${file}.key`), cert: read(`${file}.pem`) }
  }
  return {
    authorityFile: path.join(folder, 'ca.pem'),
    valid: issue('valid', names, Date.now() + 24 * hour),
    expired: issue('expired', names, Date.now() - hour),
    ofStranger: issue('stranger', ['elsewhere.drill'], Date.now() + 24 * hour),
  }
}
