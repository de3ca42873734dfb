import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rootCertificates } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findProgram } from './check/find-tools.mjs'
import { productionFolders, releaseScripts } from './make-release.mjs'
import { serverFlags } from './run.mjs'

const root = path.join(import.meta.dirname, '..')
const deploy = path.join(root, 'deploy')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-deploy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Finds the program if this machine has it; the test that uses it says in its title what it needs. */
const run = (program: string, args: readonly string[], cwd = deploy) =>
  execFileSync(findProgram(program) ?? program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** Returns each rule's expression and the page that it names. promtool checks the rest of the file. */
const rules = read('deploy/prometheus/portal.rules.yml')
  .split('- alert: ')
  .slice(1)
  .map((text) => ({ expr: /expr: (.+)/.exec(text)?.[1] ?? '', page: /runbook: (.+)/.exec(text)?.[1] ?? '' }))

describe('the alert rules', () => {
  it('have a rule for each event and each metric of the runbook, with its page', () => {
    const pages = readdirSync(path.join(root, 'docs/runbook')).filter((page) => page !== 'README.md')
    const named = new Set(rules.map((rule) => rule.page))
    for (const page of pages) {
      const [, name = ''] = /^# (\w+)\n/.exec(read(`docs/runbook/${page}`)) ?? []
      if (!name.includes('_')) continue
      const own = rules.filter((rule) => rule.page === `docs/runbook/${page}`)
      expect(own.map(({ expr }) => expr).join(), page).toContain(name)
    }
    expect([...named].filter((page) => !pages.includes(path.basename(page)))).toEqual([])
  })

  it('and the dashboard name only published metrics', () => {
    const published = read('packages/server/src/metrics/metrics.ts')
    const texts = [...rules.map(({ expr }) => expr), read('deploy/grafana/portal.json')]
    const named = texts.flatMap((text) => text.match(/\bportal_[a-z_]+/g) ?? [])
    const base = (name: string) => name.replace(/_(bucket|count|sum)$/, '')
    expect(named.filter((name) => ![name, base(name)].some((one) => published.includes(`'${one}'`)))).toEqual([])
  })

  it.skipIf(findProgram('promtool') === undefined)('fire and end as their tests say (needs promtool)', () => {
    const prometheus = path.join(deploy, 'prometheus')
    expect(run('promtool', ['check', 'rules', 'portal.rules.yml'], prometheus)).toContain('SUCCESS')
    expect(run('promtool', ['test', 'rules', 'portal.rules.test.yml'], prometheus)).toContain('SUCCESS')
    expect(run('promtool', ['check', 'config', '--syntax-only', 'prometheus.yml'], prometheus)).toContain('valid')
  })
})

describe('the samples for an installation', () => {
  const units = readdirSync(path.join(deploy, 'systemd')).filter((name) => name.endsWith('.service'))

  it.skipIf(findProgram('systemd-analyze') === undefined)('confine each unit (needs systemd-analyze)', () => {
    const files = units.map((name) => path.join('systemd', name))
    const text = run('systemd-analyze', ['security', '--offline=yes', '--threshold=20', ...files])
    const levels = [...text.matchAll(/exposure level for .*: ([\d.]+)/g)].map(([, level]) => Number(level))
    expect(levels).toHaveLength(units.length)
    expect(Math.max(...levels)).toBeLessThanOrEqual(2)
  })

  it('confine all units in the same way', () => {
    const confinement = (name: string) =>
      /^NoNewPrivileges[\s\S]*?^UMask=.*$/m.exec(read(`deploy/systemd/${name}`))?.[0]
    expect(new Set(units.map(confinement)).size).toBe(1)
    expect(confinement(units[0] ?? '')).toContain('ProtectSystem=strict')
    // A process that listens on all addresses asks the kernel for them at its start.
    expect(confinement(units[0] ?? '')).toMatch(/^RestrictAddressFamilies=.*AF_NETLINK/m)
  })

  it('offer TLS 1.2 and 1.3 with forward secrecy alone, and send no call of a machine on from plain http', () => {
    for (const file of ['portal.conf', 'console.conf']) {
      const text = read(`deploy/nginx/${file}`)
      expect(text.match(/ssl_protocols (.*);/)?.[1]).toBe('TLSv1.2 TLSv1.3')
      const ciphers = text.match(/ssl_ciphers (.*);/)?.[1]?.split(':') ?? []
      expect(ciphers.length).toBeGreaterThan(3)
      for (const cipher of ciphers) expect(cipher).toMatch(/^ECDHE-.*(GCM-SHA\d+|CHACHA20-POLY1305)$/)
      expect(text).not.toContain('autoindex')
    }
    expect(read('deploy/nginx/portal.conf')).toMatch(
      /listen 80 [\s\S]*?\^\/\(api\|orp\/bfe\|auth\|cms\)\/ \{\s*return 403;/,
    )
    expect(read('deploy/caddy/Caddyfile')).toMatch(
      /http:\/\/portal[.]example \{[\s\S]*?handle @machines \{\s*respond 403/,
    )
  })

  it('answer an address without a known name as the portal, and never as the console', () => {
    const ports = (file: string) => read(`deploy/nginx/${file}`).match(/(?<=^ *listen ).*(?=;)/gm) ?? []
    expect(ports('portal.conf')).toEqual(['80 default_server', '443 ssl http2 default_server'])
    expect(ports('console.conf')).toEqual(['80', '443 ssl http2'])
  })

  it.skipIf(findProgram('nginx') === undefined || findProgram('openssl') === undefined)(
    'are a valid configuration of nginx (needs nginx and openssl)',
    () => {
      const folder = temporaryFolder()
      const at = (name: string) => path.join(folder, name)
      run('openssl', [
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=portal.example'],
        ...['-keyout', at('portal.key'), '-out', at('portal.pem')],
      ])
      for (const end of ['key', 'pem']) copyFileSync(at(`portal.${end}`), at(`console.${end}`))
      const local = (file: string) =>
        readFileSync(path.join(deploy, 'nginx', file), 'utf8')
          .replaceAll('/etc/nginx/tls', folder)
          .replaceAll('/etc/nginx/', `${folder}/`)
          .replaceAll('/var/cache/nginx/', `${folder}/`)
      for (const file of ['portal.conf', 'portal-nodes.conf', 'console.conf', 'console-nodes.conf'])
        writeFileSync(at(file), local(file))
      const main = `pid ${at('pid')}; error_log stderr; events {} http { access_log off; include ${at('portal.conf')}; include ${at('console.conf')}; }`
      writeFileSync(at('nginx.conf'), main)
      expect(() => run('nginx', ['-t', '-q', '-p', folder, '-e', 'stderr', '-c', at('nginx.conf')])).not.toThrow()
    },
  )

  it.skipIf(findProgram('caddy') === undefined)('are a valid configuration of Caddy (needs caddy)', () => {
    const adapted = run('caddy', ['adapt', '--adapter', 'caddyfile', '--config', 'caddy/Caddyfile'])
    expect(adapted).toContain('127.0.0.1:3002')
    expect(adapted).toContain('127.0.0.1:3400')
  })

  it.skipIf(findProgram('haproxy') === undefined)('are a valid configuration of HAProxy (needs haproxy)', () => {
    expect(() => run('haproxy', ['-c', '-q', '-f', 'haproxy/haproxy.cfg'])).not.toThrow()
  })

  it.skipIf(findProgram('docker-compose') === undefined)('are a valid compose file (needs docker-compose)', () => {
    const services = run('docker-compose', ['--file', 'compose.yaml', 'config', '--services']).trim().split('\n')
    expect(services.sort()).toEqual(['console', 'database', 'migrate', 'nginx', 'web-1', 'web-2', 'worker'])
  })

  it('mount no certificate in compose that the guide does not make', () => {
    const [, section = ''] = /## 14[.] Containers\n([\s\S]*?)\n## /.exec(read('docs/go-live.md')) ?? []
    const mounted = [...read('deploy/compose.yaml').matchAll(/[.][/](nginx[/][\w-]+[.]conf):/g)]
    const needed = mounted.flatMap(([, file = '']) =>
      [...read(`deploy/${file}`).matchAll(/ssl_certificate(?:_key)? .*?([\w.-]+);/g)].map(([, name = '']) => name),
    )
    expect(new Set(needed).size).toBe(4)
    expect(needed.filter((name) => !section.includes(`\`${name}\``))).toEqual([])
  })

  it('create no user of the database without a password', () => {
    const folder = temporaryFolder()
    const psql = path.join(folder, 'psql')
    writeFileSync(psql, '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
    const create = (passwords: Record<string, string>) =>
      execFileSync(path.join(deploy, 'postgresql/create-users.sh'), {
        env: { PATH: `${folder}:${process.env.PATH}`, ...passwords },
        ...({ encoding: 'utf8', stdio: 'pipe' } as const),
      })
    expect(() => create({ PORTAL_OWNER_PASSWORD: 'one' })).toThrow('PORTAL_PASSWORD')
    expect(() => create({ PORTAL_OWNER_PASSWORD: '', PORTAL_PASSWORD: 'two' })).toThrow('PORTAL_OWNER_PASSWORD')
    expect(create({ PORTAL_OWNER_PASSWORD: 'one', PORTAL_PASSWORD: 'two' })).toContain('--set=portal_password=two')
  })

  it('do not start a database in compose whose secrets cannot be read', () => {
    const folder = temporaryFolder()
    writeFileSync(path.join(folder, 'docker-entrypoint.sh'), '#!/bin/sh\necho started\n', { mode: 0o755 })
    const start = () =>
      execFileSync(path.join(deploy, 'postgresql/start-in-container.sh'), ['postgres'], {
        env: { PATH: `${folder}:${process.env.PATH}` },
        ...({ encoding: 'utf8', stdio: 'pipe' } as const),
      })
    // This machine has no secrets of a portal.
    expect(start).toThrow('database-owner-password')
  })

  it('give settings that the portal knows', () => {
    const known = read('.env.example')
    const names = [...read('deploy/portal.env.example').matchAll(/^#?([A-Z_]+?)(_FILE)?=/gm)].map(
      ([, name = '']) => name,
    )
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => !known.includes(`# ${name}=`))).toEqual([])
  })
})

describe('a release', () => {
  it('has the packages that the portal needs in production, and none of developers', () => {
    const folders = productionFolders(JSON.parse(read('package-lock.json')).packages)
    for (const name of ['fastify', 'pg', 'react-dom', 'smpp', 'zod']) expect(folders).toContain(`node_modules/${name}`)
    for (const name of ['vite', 'vitest', 'typescript', '@playwright/test', '@nyanja/server', 'smtp-server'])
      expect(folders).not.toContain(`node_modules/${name}`)
  })

  it('starts its processes with the flags of Node that are measured', () => {
    expect(read('deploy/bin/portal')).toContain(`exec "$node" ${serverFlags.join(' ')} "$@"`)
  })

  it('trusts the authorities that its settings name', () => {
    const release = temporaryFolder()
    const main = path.join(release, 'apps/commands/main.ts')
    mkdirSync(path.dirname(main), { recursive: true })
    mkdirSync(path.join(release, 'bin'))
    copyFileSync(path.join(deploy, 'bin/portal'), path.join(release, 'bin/portal'))
    writeFileSync(
      main,
      "import { getCACertificates } from 'node:tls'\nconsole.log(getCACertificates('extra').length)\n",
    )
    const authorities = path.join(release, 'authorities.pem')
    writeFileSync(authorities, rootCertificates.slice(0, 2).join('\n'))
    const settings = path.join(release, 'portal.env')
    const countTrusted = (text: string, env = {}) => {
      writeFileSync(settings, text)
      const PATH = `${path.dirname(process.execPath)}:${process.env.PATH}`
      return execFileSync(path.join(release, 'bin/portal'), {
        env: { PATH, PORTAL_SETTINGS: settings, ...env },
        encoding: 'utf8',
      }).trim()
    }
    expect(countTrusted('MARKET=mw\n')).toBe('0')
    expect(countTrusted(`MARKET=mw\nNODE_EXTRA_CA_CERTS=${authorities}\n`)).toBe('2')
    const one = path.join(release, 'one.pem')
    writeFileSync(one, rootCertificates[0] ?? '')
    expect(countTrusted(`NODE_EXTRA_CA_CERTS=${authorities}\n`, { NODE_EXTRA_CA_CERTS: one })).toBe('1')
  })

  it('has the staff commands, and no command of developers', () => {
    expect(Object.entries(releaseScripts)).toEqual(
      expect.arrayContaining([
        ['start', 'bin/portal'],
        ['staff', 'bin/portal'],
      ]),
    )
    expect(Object.keys(releaseScripts)).not.toContain('test')
    expect(Object.keys(releaseScripts)).not.toContain('bench')
  })
})
