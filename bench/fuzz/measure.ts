import { readCommand } from '../../scripts/command.mjs'
import { runBench } from '../environment/run-bench.ts'
import { type Fed, feed, keepInCorpus, readCorpus, stumble } from './feed.ts'
import type { Target } from './target.ts'
import { targets } from './targets.ts'

const { values } = readCommand({
  name: 'npm run bench -- fuzz',
  about: 'Feeds every reader of foreign input; exits with 1 when one stumbles, and keeps what it stumbled over.',
  options: {
    inputs: { type: 'string', default: '10', value: 'count', about: 'millions of inputs, for all readers together' },
    only: { type: 'string', value: 'name', about: 'only readers whose name contains this' },
    seed: { type: 'string', default: '1', value: 'number', about: 'of the first portion of each reader' },
  },
})

/** Batches are small so that memory stays flat and a finding comes early. */
const portion = 50_000

const chosen = targets.filter(({ name }) => name.includes(values.only ?? ''))
const all = targets.reduce((sum, { thousands }) => sum + thousands, 0)

async function feedWhole(target: Target): Promise<Fed> {
  const wanted = Math.ceil((Number(values.inputs) * 1_000_000 * target.thousands) / all)
  let fed = 0
  for (let seed = Number(values.seed); fed < wanted; seed += 1) {
    const { inputs, found } = await feed(target, { inputs: Math.min(portion, wanted - fed), seed })
    fed += inputs
    if (found !== undefined) return { inputs: fed, found }
  }
  return { inputs: fed, found: undefined }
}

await runBench('Fuzzing', async () => {
  let total = 0
  let findings = 0
  for (const { target: name, base64, what } of readCorpus()) {
    const target = chosen.find((one) => one.name === name)
    if (target === undefined || (await stumble(target, Buffer.from(base64, 'base64'))) === undefined) continue
    findings += 1
    console.error(`again: ${name}: ${what}`)
  }
  for (const target of chosen) {
    const began = performance.now()
    const { inputs, found } = await feedWhole(target)
    const seconds = (performance.now() - began) / 1000
    total += inputs
    const counted = `${inputs.toLocaleString('en')} inputs, ${Math.round(seconds)} s`
    console.log(`${target.name}: ${counted}, ${found === undefined ? 'no finding' : 'a finding'}`)
    if (found === undefined) continue
    findings += 1
    keepInCorpus(found)
    console.error(`${target.name}: ${found.what}\n${Buffer.from(found.base64, 'base64').toString().slice(0, 500)}\n`)
  }
  console.log(`\n${total.toLocaleString('en')} inputs, ${readCorpus().length} in the corpus, ${findings} findings`)
  return findings === 0
})
