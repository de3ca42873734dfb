import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findNginx } from '../../../scripts/check/find-tools.mjs'
import { Explained } from '../../../scripts/run.mjs'

export interface Nginx {
  /** Sends new requests to these alone, as `nginx -s reload` does; those in progress end where they are. */
  spreadOver(origins: readonly string[]): Promise<void>
  close(): Promise<void>
}

interface NginxOptions {
  readonly folder: string
  readonly port: number
  readonly origins: readonly string[]
}

const readyTimeoutMs = 10_000

function configOf({ folder, port }: NginxOptions, origins: readonly string[]): string {
  const servers = origins.map((origin) => `server 127.0.0.1:${new URL(origin).port};`).join(' ')
  const file = (name: string) => path.join(folder, name)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${file(`nginx-${name}`)};`)
    .join('\n    ')
  return `daemon off;
worker_processes 1;
pid ${file('nginx.pid')};
error_log ${file('nginx.log')} notice;
events { worker_connections 2048; }
http {
    access_log off;
    ${temporary}
    keepalive_timeout 0;
    upstream portal { ${servers} }
    server {
        listen 127.0.0.1:${port};
        location / {
            proxy_pass http://portal;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Connection "";
            proxy_connect_timeout 2s;
            proxy_next_upstream error timeout;
        }
    }
}
`
}

/** Debian's open-source nginx is in front of the portals: it does not read \`/readyz\`. */
export async function openNginx(options: NginxOptions): Promise<Nginx> {
  const program = findNginx()
  if (program === undefined) throw new Explained('nginx is missing: apt-get install nginx-light')
  const config = path.join(options.folder, 'nginx.conf')
  const write = (origins: readonly string[]) => writeFileSync(config, configOf(options, origins))
  write(options.origins)
  const child = spawn(program, ['-p', options.folder, '-c', config, '-e', path.join(options.folder, 'nginx.log')], {
    stdio: 'ignore',
  })
  await untilServing(child, options)
  const reloads = () => readFileSync(path.join(options.folder, 'nginx.log'), 'utf8').split('exited with code 0').length
  return {
    async spreadOver(origins) {
      const before = reloads()
      write(origins)
      child.kill('SIGHUP')
      // The worker with the earlier list is gone once its last request has ended.
      const giveUpAt = performance.now() + readyTimeoutMs
      while (reloads() === before) {
        if (performance.now() > giveUpAt) throw new Error('nginx did not load its new list')
        await sleep(20)
      }
    },
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function untilServing(child: ChildProcess, { port, folder }: NginxOptions): Promise<void> {
  const giveUpAt = performance.now() + readyTimeoutMs
  while (performance.now() < giveUpAt && child.exitCode === null) {
    const isUp = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(readyTimeoutMs) }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await sleep(20)
  }
  throw new Error(`nginx does not serve:\n${readFileSync(path.join(folder, 'nginx.log'), 'utf8')}`)
}
