import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readCommand } from './command.mjs'
import { install } from './install.mjs'
import { envWithNode24 } from './node24.mjs'
import { root, run, runScript } from './run.mjs'

const adapters = 'packages/server/src/adapters'
const suites = [`${adapters}/tmf/dialects.test.ts`, `${adapters}/prepaid-charging/charging.test.ts`]

await runScript(async () => {
  readCommand({
    name: 'npm run bss-contracts',
    about: 'Runs the contract suites of the BSS adapters against every simulated BSS, and counts the cases of each.',
  })
  await install({ tools: true })
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-contracts-'))
  try {
    const file = path.join(folder, 'results.json')
    const args = ['run', ...suites, '--reporter=json', `--outputFile=${file}`, '--silent']
    const code = await run(path.join(root, 'node_modules/.bin/vitest'), args, { env: envWithNode24() })
    printCounts(countCases(JSON.parse(readFileSync(file, 'utf8'))))
    return code
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Counts the cases by the name of the BSS, with which the titles of its suites begin. */
function countCases({ testResults }) {
  const counts = new Map()
  for (const { ancestorTitles, fullName, status } of testResults.flatMap((file) => file.assertionResults)) {
    const [bss] = /^(?:the BSS(?:, \w+)?|a prepaid charging system)(?= |$)/.exec(ancestorTitles[0] ?? '') ?? []
    if (bss === undefined) continue
    const count = counts.get(bss) ?? { passed: 0, failed: [], skipped: 0 }
    if (status === 'passed') count.passed += 1
    else if (status === 'failed') count.failed.push(fullName)
    else count.skipped += 1
    counts.set(bss, count)
  }
  return [...counts].sort(([left], [right]) => left.localeCompare(right))
}

function printCounts(counts) {
  const width = Math.max(...counts.map(([bss]) => bss.length))
  const row = (...cells) => console.log(cells.map((cell, at) => String(cell).padEnd(at === 0 ? width : 6)).join('  '))
  row('BSS', 'CASES', 'PASSED', 'FAILED', 'NOT FOR THIS KIND')
  for (const [bss, { passed, failed, skipped }] of counts)
    row(bss, passed + failed.length, passed, failed.length, skipped)
  for (const title of counts.flatMap(([, { failed }]) => failed)) console.log(`✘ ${title}`)
}
