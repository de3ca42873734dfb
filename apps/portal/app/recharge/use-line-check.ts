import { useRef, useState } from 'react'
import type { LineAnswer } from './line-state.ts'
import type { RechargeAnswer } from './recharge-action.ts'
import type { OrderView } from './recharge-page.ts'

/** A visitor who still types is not interrupted. */
const pauseMs = 300

const unreached: RechargeAnswer = { isUnreached: true }

interface Asked {
  readonly msisdn: string
  /** Once it is there. */
  readonly answer?: RechargeAnswer
}

/** Asks which line a whole number is, and puts the order that comes of it into the address. */
export function useLineCheck(checkHref: string, loaded: OrderView | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef<string>(undefined)
  const [asked, setAsked] = useState<Asked>()
  const [order, setOrder] = useState(loaded)

  async function ask(msisdn: string): Promise<void> {
    latest.current = msisdn
    setAsked({ msisdn })
    const answer = await postNumber(checkHref, msisdn)
    // Another number was asked about meanwhile.
    if (latest.current !== msisdn) return
    setAsked({ msisdn, answer })
    if (answer.order === undefined) return
    setOrder(answer.order)
    history.replaceState(history.state, '', `?${new URLSearchParams({ order: answer.order.id })}`)
  }

  function onNumber(msisdn: string | undefined): void {
    clearTimeout(timer.current)
    if (msisdn === undefined || msisdn === order?.msisdn || msisdn === latest.current) return
    timer.current = setTimeout(() => void ask(msisdn), pauseMs)
  }

  const isAsking = asked !== undefined && asked.answer === undefined
  return { order, onNumber, isAsking, answer: asked && toLineAnswer(asked) }
}

/** A link that breaks takes nothing away: the number is checked again when the form is sent. */
async function postNumber(href: string, msisdn: string): Promise<RechargeAnswer> {
  try {
    const response = await fetch(href, { method: 'POST', body: new URLSearchParams({ msisdn }) })
    return response.ok ? await response.json() : unreached
  } catch {
    return unreached
  }
}

function toLineAnswer({ msisdn, answer }: Asked): LineAnswer | undefined {
  if (answer === undefined) return undefined
  const { fault, offer, isUnreached = fault?.problem === 'service_silent' } = answer
  return { about: msisdn, isUnreached, ...(fault && { fault }), ...(offer && { offer }) }
}
