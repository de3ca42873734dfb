import { beforeEach, describe, expect, it } from 'vitest'
import { openPhone, prompt } from './environment.ts'

let environment: Awaited<ReturnType<typeof openPhone>>
beforeEach(async () => {
  environment = await openPhone()
})

const back = (note: string) => `303 /phone?msisdn=999000001&note=${note}`

describe('the handset', () => {
  it('is the first page of the sandbox', async () => {
    expect((await environment.app.inject('/')).headers.location).toBe('/phone')
    const answer = await environment.app.inject('/phone')
    expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    expect(answer.body).toContain('+265 99 900 0001')
  })

  it('shows the line, its airtime, wallet, buckets and bundles', async () => {
    const page = await environment.page()
    for (const label of ['Prepaid line', 'MWK 1,234.50', 'MWK 450,000', '1.9 GB', 'Fri 27 Nov, 14:05']) {
      expect(page).toContain(label)
    }
  })

  it('lets a visitor choose another line, or type a number in any format', async () => {
    const page = await environment.page('msisdn=%2B265+999+000+002')
    expect(page).toContain('href="/phone?msisdn=999000002" aria-current="true"')
    expect(page).toContain('Hybrid line')
    expect(await environment.page('msisdn=0999000077')).toContain('+265 99 900 0077')
  })

  it('lists fixed-line accounts with their open bills', async () => {
    const page = await environment.page()
    expect(page).toMatch(/P1234567890<\/dt><dd>2 open, MWK 130,000</)
    expect(page).toMatch(/P1234567892<\/dt><dd>nothing open</)
  })

  it('shows messages newest first, with a large code and escaped markup', async () => {
    await environment.text({ from: 'Nyanja', to: '999000001', text: 'Moni <b>!' })
    await environment.text({ from: 'Nyanja', to: '999000001', text: '123456 is your code.\n\n@portal.example #123456' })
    const page = await environment.page()
    expect(page).toContain('Moni &lt;b&gt;!')
    expect(page).toMatch(/Code <\/span>123456<[\s\S]*14:05[\s\S]*Moni/)
  })

  it('keeps older messages in a collapsed section', async () => {
    for (let at = 1; at <= 7; at++) await environment.text({ from: 'Nyanja', to: '999000001', text: `number ${at}` })
    expect(await environment.page()).toMatch(/7 messages[\s\S]*number 3[\s\S]*2 older[\s\S]*number 2/)
  })

  it('refreshes without script, rarely while a PIN may be half typed, and not when paused', async () => {
    expect(await environment.page()).toContain('content="30;url=/phone?msisdn=999000001"')
    environment.state.prompts = []
    expect(await environment.page()).toContain('content="5;url=/phone?msisdn=999000001"')
    expect(await environment.page('msisdn=999000001&hold=1')).not.toContain('http-equiv')
  })
})

describe('a money prompt', () => {
  it('asks for the PIN and can be approved', async () => {
    const page = await environment.page()
    expect(page).toContain('Pay <span class="nb">MWK 2,000</span>?')
    expect(page).toContain('<label for="pin-P1">PIN</label>')
    expect(await environment.send('/phone/prompts/P1', { verb: 'approve', pin: '1234' })).toBe(back('approved'))
    expect(environment.state.answers).toEqual([{ id: 'P1', verb: 'approve', pin: '1234' }])
    expect(await environment.page('msisdn=999000001&note=approved')).toMatch(/role="status".*Approved\./s)
    expect(environment.state.prompts).toEqual([])
  })

  it('hides the outcome of the one before', async () => {
    expect(await environment.page('msisdn=999000001&note=approved')).not.toContain('Approved.')
  })

  it('can be refused without a PIN', async () => {
    expect(await environment.send('/phone/prompts/P1', { verb: 'refuse' })).toBe(back('refused'))
    expect(environment.state.answers).toEqual([{ id: 'P1', verb: 'refuse' }])
  })

  it('ends with a message when the PIN is wrong', async () => {
    expect(await environment.send('/phone/prompts/P1', { verb: 'approve', pin: '0000' })).toBe(back('wrong_pin'))
    expect(await environment.page('msisdn=999000001&note=wrong_pin')).toMatch(/role="status".*Wrong PIN\./s)
  })

  it('stays with a message next to the field when the PIN is missing', async () => {
    expect(await environment.send('/phone/prompts/P1', { verb: 'approve', pin: '' })).toBe(back('no_pin'))
    expect(environment.state.answers).toEqual([])
    expect(await environment.page('msisdn=999000001&note=no_pin')).toMatch(
      /Type the PIN first\.[\s\S]*aria-invalid="true"/,
    )
  })

  it('can be declined despite the correct PIN', async () => {
    environment.state.status = 'TF'
    expect(await environment.send('/phone/prompts/P1', { verb: 'approve', pin: '1234' })).toBe(back('declined'))
  })
})

describe('a prompt of M-Pesa', () => {
  it('is shown next to those of other wallets and answered by its own provider', async () => {
    environment.state.mpesaPrompts = [{ ...prompt, id: 'M1', amountMinor: 70_000 }]
    const page = await environment.page()
    expect(page).toContain('Pay <span class="nb">MWK 2,000</span>?')
    expect(page).toContain('Pay <span class="nb">MWK 700</span>?')
    expect(await environment.send('/phone/prompts/M1', { verb: 'approve', pin: '1234' })).toBe(back('approved'))
    expect(environment.state.mpesaPrompts).toEqual([])
    expect(environment.state.prompts).toHaveLength(1)
  })

  it('is gone when it ended in the meantime', async () => {
    expect(await environment.send('/phone/prompts/M1', { verb: 'approve', pin: '1234' })).toBe(back('not_answered'))
  })
})

describe('the chat on the phone', () => {
  const chat = async (query = 'msisdn=999000001') => (await environment.app.inject(`/phone/chat?${query}`)).body

  it('is one link away from the handset, and vice versa', async () => {
    expect(await environment.page()).toContain('href="/phone/chat?msisdn=999000001"')
    expect(await chat()).toContain('href="/phone?msisdn=999000001">Back')
  })

  it("shows both sides' messages, with the last list to choose from and escaped markup", async () => {
    const page = await chat()
    expect(page).toContain('Moni! &lt;b&gt;')
    expect(page).toMatch(/<button name="text" value="1"[^>]*><b>1<\/b> <span>Airtime<\/span><\/button>/)
  })

  it('sends what is typed or chosen, and shows an answered list as text', async () => {
    expect(await environment.send('/phone/chat', { text: ' 1 ' })).toBe('303 /phone/chat?msisdn=999000001')
    expect(environment.state.shown).toEqual(['1'])
    const page = await chat()
    expect(page).toContain('<b>1</b> <span>Airtime</span>')
    expect(page).not.toContain('<button name="text"')
  })

  it('sends nothing when the field is empty', async () => {
    await environment.send('/phone/chat', { text: '  ' })
    expect(environment.state.shown).toEqual([])
  })

  it('stays open after a prompt on top of it is answered', async () => {
    expect(await chat()).toContain('name="screen" value="chat"')
    expect(await environment.send('/phone/prompts/P1', { verb: 'approve', pin: '1234', screen: 'chat' })).toBe(
      '303 /phone/chat?msisdn=999000001&note=approved',
    )
    expect(await chat('msisdn=999000001&note=approved')).toContain('Approved.')
  })

  it('shows a new message on top of it, with its code', async () => {
    await environment.text({ from: 'Nyanja', to: '999000001', text: '123456 is your code.\n\n@portal.example #123456' })
    expect(await chat()).toMatch(/New message[\s\S]*Code <\/span>123456</)
  })

  it('refreshes rarely without script, because a message may be half typed', async () => {
    environment.state.prompts = []
    expect(await chat()).toContain('content="30;url=/phone/chat?msisdn=999000001"')
  })
})

describe('the fault panel', () => {
  it('switches a fault on, shows it in plain words, and off again', async () => {
    const fields = { provider: 'dpo', operation: '', kind: 'hang_after', delayMs: '4000', times: '3' }
    expect(await environment.send('/phone/faults', fields)).toBe(back('fault_added'))
    expect(environment.world.faults.list()).toMatchObject([
      { provider: 'dpo', kind: 'hang_after', delayMs: 4000, timesLeft: 3 },
    ])
    const page = await environment.page()
    expect(page).toContain('1 fault is on.')
    expect(page).toContain('Does it, then never answers</b><small>dpo · 4 s · 3 more times')
    expect(await environment.send('/phone/faults/1/remove')).toBe(back('fault_removed'))
    expect(await environment.page()).toContain('Everything works.')
  })

  it('refuses an unknown fault', async () => {
    expect(await environment.send('/phone/faults', { provider: '', kind: 'delay' })).toBe(back('bad_fault'))
    expect(await environment.send('/phone/faults', { provider: 'dpo', kind: 'delay', times: 'x' })).toBe(
      back('bad_fault'),
    )
    expect(environment.world.faults.list()).toEqual([])
  })

  it('lists realistic faults by name', async () => {
    expect(await environment.send('/phone/presets', { preset: 'callbacks-many' })).toBe(back('fault_added'))
    expect(environment.world.faults.list()).toContainEqual(
      expect.objectContaining({ kind: 'callback_duplicate', copies: 10 }),
    )
    await environment.send('/phone/presets', { preset: 'delivery-fails' })
    expect(environment.planned).toContainEqual({ operation: 'topup', outcome: 'failed', times: 1000 })
    expect(await environment.page()).toContain('Says failed in the end')
    expect(await environment.send('/phone/faults/clear')).toBe(back('faults_cleared'))
    expect([environment.world.faults.list(), environment.planned]).toEqual([[], []])
  })

  it('resets the whole sandbox', async () => {
    await environment.text({ from: 'Nyanja', to: '999000001', text: 'old news' })
    await environment.send('/phone/presets', { preset: 'callbacks-lost' })
    expect(await environment.send('/phone/reset')).toBe(back('started_over'))
    expect(await environment.page()).toMatch(/No messages yet[\s\S]*Everything works\./)
  })
})
