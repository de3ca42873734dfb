import assert from 'node:assert/strict'
import { describeOnEachEngine } from '@nyanja/back-office/db/test-database'
import type { VoteKind } from '@nyanja/domain/help'
import { createMissedSearchStore } from '@nyanja/server/db/help/missed-search-store'
import { createVoteStore } from '@nyanja/server/db/help/vote-store'
import { createCorrectionStore } from '@nyanja/server/db/payments/order-store'
import { capturedResult, openPayments } from '@nyanja/server/db/payments/test-payments'
import { createSubmissionStore } from '@nyanja/server/db/submissions/submission-store'
import { it } from 'vitest'
import { operate } from './operate.ts'
import { market, openedStub } from './test-opened.ts'

describeOnEachEngine('a staff command', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const harness = openPayments(database)
    const paymentOptions = market.paymentOptions.filter(({ method }) => ['card', 'nyanja_money'].includes(method))

    async function type(line: string, who = 'thoko') {
      const message = { printed: '', complained: '' }
      const exitCode = await operate(line.split(' '), {
        database,
        ...openedStub,
        market: { ...market, paymentOptions },
        who,
        now: () => harness.clock.now,
        print: (text) => {
          message.printed += text
        },
        complain: (text) => {
          message.complained += text
        },
      })
      return { exitCode, ...message }
    }
    const { add: ask } = createCorrectionStore(database.db, () => harness.clock.now)
    return { ...harness, type, ask, anonymously: (line: string) => type(line, '') }
  }
  type Fixture = Awaited<ReturnType<typeof open>>

  async function mismatched({ startAttempt, placedOrder, gateways, after }: Fixture): Promise<string> {
    const { reference } = await startAttempt(await placedOrder(), { method: 'nyanja_money' })
    gateways.wallet.verify = async ({ id }) => ({ state: 'captured', attemptId: `not ${id}` })
    await after(5000)
    return reference
  }

  it('lists reviews in aligned columns', async () => {
    const fixture = await open()
    assert.equal((await fixture.type('payments list')).printed, 'No payment is in review\n')
    const reference = await mismatched(fixture)
    const { exitCode, printed } = await fixture.type('payments list')
    assert.equal(exitCode, 0)
    const [headings = '', row = ''] = printed.split('\n')
    assert.match(row, new RegExp(`^${reference}  2026-11-20 10:00:05Z  nyanja_money  MWK 500 `))
    assert.equal(headings.indexOf('MAY BE'), row.indexOf('paid refund unpaid'))
    assert.equal(headings.indexOf('BECAUSE'), row.indexOf('mismatch'))
  })

  it('lists answers that did not help, with reasons', async () => {
    const fixture = await open()
    assert.equal((await fixture.type('help-votes list')).printed, 'There are no votes on answers\n')
    const { add } = createVoteStore(fixture.db)
    const vote = (article: string, language: string, ...kinds: VoteKind[]) =>
      Promise.all(kinds.map((kind) => add({ article, language, kind })))
    await vote('puk-code', 'en', 'yes', 'yes', 'no')
    await vote('sim-swap', 'sw', 'no', 'unclear')
    const { printed } = await fixture.type('help-votes')
    assert.deepEqual(
      printed.split('\n').map((row) => row.split(/ {2,}/)),
      [
        ['ARTICLE', 'LANGUAGE', 'HELPED', 'YES', 'NO', 'NOT UNDERSTOOD', 'DID NOT WORK', 'OTHER QUESTION', 'TOO LONG'],
        ['sim-swap', 'sw', '0 %', '0', '1', '1', '0', '0', '0'],
        ['puk-code', 'en', '67 %', '2', '1', '0', '0', '0', '0'],
        [''],
      ],
    )
    assert.equal((await fixture.type('help-votes reset')).exitCode, 2)
  })

  it('lists searches without results', async () => {
    const fixture = await open()
    assert.equal((await fixture.type('help-searches list')).printed, 'There are no searches without results\n')
    const { add } = createMissedSearchStore(fixture.db)
    await add({ words: 'esim', language: 'en', at: fixture.clock.now })
    await add({ words: 'esim', language: 'en', at: fixture.clock.now })
    const { exitCode, printed } = await fixture.type('help-searches')
    assert.equal(exitCode, 0)
    assert.deepEqual(printed.split('\n').slice(0, 2), [
      'TIMES  LANGUAGE  LAST                  LOOKED FOR',
      '2      en        2026-11-20 10:00:00Z  esim',
    ])
    assert.equal((await fixture.type('help-searches constructor')).exitCode, 2)
  })

  it("lists visitors' messages, shows one completely, and closes it with a reason", async () => {
    const fixture = await open()
    assert.equal((await fixture.type('submissions')).printed, 'No message is open\n')
    await createSubmissionStore(fixture.db).keep(
      {
        id: 'id-1',
        reference: 'MSG-7K4P-29XD',
        form: 'contact',
        channel: 'web',
        language: 'sw',
        answers: { fullName: 'Chisomo', email: '', message: 'Where is\n\u001b[31mmy money?' },
        msisdn: '',
        email: '',
        digest: 'd',
        at: fixture.clock.now,
      },
      0,
    )
    const listed = (await fixture.type('submissions list')).printed
    assert.match(listed, /^MSG-7K4P-29XD +2026-11-20 10:00:00Z +contact +web +sw +due$/m)
    assert.doesNotMatch(listed, /Chisomo/)
    const shown = (await fixture.type('submissions show msg-7k4p-29xd')).printed
    assert.match(shown, /fullName\n {2}Chisomo\n\nmessage\n {2}Where is\n {2} \[31mmy money\?\n\nopen/)

    assert.equal((await fixture.anonymously('submissions done MSG-7K4P-29XD called')).exitCode, 2)
    assert.equal((await fixture.type('submissions done MSG-7K4P-29XD')).exitCode, 2)
    assert.equal((await fixture.type('submissions done MSG-7K4P-29XD called back')).printed, 'MSG-7K4P-29XD is done\n')
    assert.equal((await fixture.type('submissions done MSG-7K4P-29XD called back')).exitCode, 1)
    assert.equal((await fixture.type('submissions')).printed, 'No message is open\n')
    assert.match((await fixture.type('submissions show MSG-7K4P-29XD')).printed, /done 2026-11-20 10:00:00Z/)
    assert.equal((await fixture.type('submissions show MSG-0000-0000')).exitCode, 1)
    assert.equal((await fixture.type('submissions show')).exitCode, 2)
    assert.equal((await fixture.type('submissions done')).exitCode, 2)
    assert.equal((await fixture.type('submissions burn')).exitCode, 2)
    const actions = await fixture.db.selectFrom('operator_actions').select(['who', 'action', 'why']).execute()
    assert.deepEqual(
      actions.map((action) => ({ ...action })),
      [{ who: 'thoko', action: 'submissions done', why: 'called back' }],
    )
  })

  async function meantForAnother({ startAttempt, placedOrder, gateways, after, ask }: Fixture): Promise<string> {
    gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const { id, reference } = await startAttempt(await placedOrder(), { method: 'nyanja_money' })
    await after(5000)
    await ask(id, '999000012')
    return reference
  }

  it('lists correction requests with both complete numbers', async () => {
    const fixture = await open()
    assert.equal((await fixture.type('corrections')).printed, 'No correction request is open\n')
    const reference = await meantForAnother(fixture)
    const { printed } = await fixture.type('corrections list')
    assert.match(printed, new RegExp(`${reference} .* airtime .* MWK 500 .* 265999000001 {2}265999000012`))
  })

  it('resolves a correction once, and records who did it and why', async () => {
    const fixture = await open()
    const reference = await meantForAnother(fixture)
    const resolve = `corrections resolve ${reference.toLowerCase()}`
    assert.match(
      (await fixture.type(`${resolve} refused nonsense because`)).complained,
      /refused and one of already_used/,
    )
    assert.match((await fixture.type(`${resolve} moved`)).complained, /Give a reason/)
    assert.match((await fixture.anonymously(`${resolve} moved it was agreed`)).complained, /Give your name/)
    assert.match((await fixture.type(`${resolve} refused already_used all of it`)).printed, /refused already_used/)
    assert.equal((await fixture.type(`${resolve} moved it was agreed`)).exitCode, 1)
    assert.equal((await fixture.type('corrections')).printed, 'No correction request is open\n')
  })

  it('shows a payment completely, but no complete number', async () => {
    const fixture = await open()
    const reference = await mismatched(fixture)
    const { exitCode, printed } = await fixture.type(`payments show ${reference.toLowerCase()}`)
    assert.equal(exitCode, 0)
    assert.match(printed, /Order {6}airtime for \+265 99 ••• ••01 \(PREPAID\) by web/)
    assert.match(printed, new RegExp(`Attempt {4}${reference}, MWK 500 by nyanja_money \\(wallet\\)`))
    assert.match(printed, /Components money waiting/)
    assert.match(printed, /Review {5}mismatch/)
    assert.match(printed, /2026-11-20 10:00:00Z {2}money {6}none {10}created/)
    assert.ok(!printed.includes('999000001'))
  })

  it('removes control characters that a terminal would interpret', async () => {
    const fixture = await open()
    const { id, reference } = await fixture.startAttempt(await fixture.placedOrder(), { method: 'card' })
    await fixture.stores.checks.review(id, 'paid\u001b[2K\r\nall is well')
    for (const line of ['payments list', `payments show ${reference}`]) {
      const { printed } = await fixture.type(line)
      assert.match(printed, /paid \[2K {2}all is well/)
    }
  })

  it('resolves a payment, and records who did it and why', async () => {
    const fixture = await open()
    const reference = await mismatched(fixture)
    const resolved = await fixture.type(
      `payments resolve ${reference} unpaid the statement has no such payment --by limbani`,
    )
    assert.deepEqual([resolved.exitCode, resolved.printed], [0, `${reference} is resolved: unpaid\n`])
    const { printed } = await fixture.type(`payments show ${reference}`)
    assert.match(printed, /limbani {2}payments resolve unpaid {2}NYA-\S+ {2}the statement has no such payment/)
  })

  it('takes a statement about money with its amount, from two people', async () => {
    const fixture = await open()
    const reference = await mismatched(fixture)
    const paid = `payments resolve ${reference} paid the statement has it`
    const { exitCode, complained } = await fixture.type(`${paid} --agreed limbani`)
    assert.deepEqual([exitCode, /Give the amount/.test(complained)], [1, true])
    const resolved = await fixture.type(`${paid} --amount MWK500 --agreed limbani`)
    assert.deepEqual([resolved.exitCode, resolved.printed], [0, `${reference} is resolved: paid\n`])
    const actions = await fixture.db.selectFrom('operator_actions').select(['who', 'why', 'detail']).execute()
    assert.deepEqual(
      actions.map((action) => ({ ...action })),
      [{ who: 'thoko', why: 'the statement has it', detail: 'mismatch, MWK 500, agreed by limbani' }],
    )
  })

  it('reports the allowed resolutions when another one is requested', async () => {
    const fixture = await open()
    const reference = await mismatched(fixture)
    const { exitCode, printed, complained } = await fixture.type(`payments resolve ${reference} closed tired of it`)
    assert.deepEqual([exitCode, printed], [1, ''])
    assert.match(complained, /cannot be resolved as closed; it may be: paid, refund, unpaid/)
  })

  it('fails for an unknown payment', async () => {
    const { type } = await open()
    for (const line of ['payments show NYA-0000-0000', 'payments resolve NYA-0000-0000 unpaid because']) {
      const { exitCode, complained } = await type(line)
      assert.deepEqual([exitCode, complained], [1, 'No payment has this reference\n'])
    }
  })

  it('switches a method off and on, and reports the health of each', async () => {
    const { type } = await open()
    assert.deepEqual(await type('method card off the acquirer is down'), {
      exitCode: 0,
      printed: 'card is off\n',
      complained: '',
    })
    const { printed } = await type('method list')
    assert.match(printed, /^METHOD/)
    assert.match(printed, /\ncard {14}off {5}well .* 2026-11-20 10:00:00Z {2}thoko {2}the acquirer is down\n/)
    assert.match(printed, /\nnyanja_money {6}on {6}well /)
    await type('method card on')
    assert.match((await type('method list')).printed, /\ncard {14}on /)
  })

  it.each([
    ['', 'Name a command'],
    ['reboot', 'reboot is not a command'],
    ['payments refund', 'payments refund is not a command'],
    ['payments constructor', 'payments constructor is not a command'],
    ['payments show', 'Name one payment'],
    ['payments resolve NYA-7K4P-29XD', 'Name a payment and its resolution'],
    ['payments resolve NYA-7K4P-29XD refnd it is gone', 'refnd is not a resolution: use paid, unpaid'],
    ['payments resolve NYA-7K4P-29XD refund', 'Give a reason'],
    ['payments resolve NYA-7K4P-29XD paid seen', 'Name a colleague who has looked at it too'],
    ['payments resolve NYA-7K4P-29XD paid seen --agreed Thoko', 'Name a colleague who has looked at it too'],
    ['payments resolve NYA-7K4P-29XD paid seen --agreed', 'Name a colleague who has looked at it too'],
    ['payments resolve NYA-7K4P-29XD refunded seen --amount MWK500', 'Name a colleague who has looked at it too'],
    ['payments resolve NYA-7K4P-29XD paid seen --amount much --agreed limbani', 'much is no amount'],
    ['payments resolve NYA-7K4P-29XD paid seen --sum 5', '--sum is not an option'],
    ['method cowries off gone', 'cowries is not a method: use card, nyanja_money'],
    ['method card', 'Give on or off'],
    ['method card off', 'Give a reason'],
    ['method card off gone --by', 'Give your name'],
  ])('explains itself and changes nothing when it is mistyped (%s)', async (line, problem) => {
    const { type, db } = await open()
    const { exitCode, printed, complained } = await type(line)
    assert.deepEqual([exitCode, printed], [2, ''])
    assert.ok(complained.startsWith(problem), complained)
    assert.match(complained, /\nUsage\n/)
    assert.deepEqual(await db.selectFrom('operator_actions').selectAll().execute(), [])
  })

  it('switches a single gateway of a method off', async () => {
    const { type } = await open()
    const answer = await type('method dpo off it loses answers')
    assert.deepEqual([answer.exitCode, answer.printed], [0, 'dpo is off\n'])
    const { printed } = await type('method list')
    assert.match(printed, /\ncard +on .*\n- dpo +off .* thoko {2}it loses answers\n- paystack +on /)
  })

  it('is refused without the name of who does it', async () => {
    const { anonymously } = await open()
    for (const line of ['payments resolve NYA-7K4P-29XD paid because', 'method card off because']) {
      const { exitCode, complained } = await anonymously(line)
      assert.equal(exitCode, 2)
      assert.match(complained, /Give your name/)
    }
  })
})
