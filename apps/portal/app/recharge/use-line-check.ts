import { useEffect, useRef, useState } from 'react'
import { useFetcher, useNavigate, useNavigation } from 'react-router'
import { quietFetcher } from '../ui/loading-overlay.tsx'
import type { LineAnswer } from './line-state.ts'
import type { RechargeAnswer } from './recharge-action.ts'

/** A visitor who still types is not interrupted. */
const pauseMs = 300

/** Asks which line a whole number is, and puts the order that comes of it into the address. */
export function useLineCheck() {
  const fetcher = useFetcher<RechargeAnswer>({ key: `${quietFetcher}line` })
  const navigate = useNavigate()
  const isGoing = useNavigation().state !== 'idle'
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** In the address already: what the visitor did with it since stays. */
  const placed = useRef<string>(undefined)
  const [asked, setAsked] = useState<string>()
  const { data, state, submit } = fetcher
  const order = data?.order

  useEffect(() => {
    // A press of Continue is under way: another navigation would cancel it.
    if (order === undefined || isGoing || placed.current === order.id) return
    placed.current = order.id
    void navigate(
      { search: `?${new URLSearchParams({ order: order.id })}` },
      { replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
    )
  }, [order, isGoing, navigate])

  function onNumber(msisdn: string | undefined, orderMsisdn: string | undefined) {
    clearTimeout(timer.current)
    if (msisdn === undefined || msisdn === orderMsisdn || msisdn === asked) return
    timer.current = setTimeout(() => {
      setAsked(msisdn)
      void submit({ intent: 'check', msisdn }, { method: 'post', defaultShouldRevalidate: false })
    }, pauseMs)
  }

  return { order, onNumber, asked: state === 'idle' ? undefined : asked, answer: answerOf(data, asked) }
}

function answerOf(data: RechargeAnswer | undefined, asked: string | undefined): LineAnswer | undefined {
  if (data === undefined || asked === undefined) return undefined
  const { fault, offer, isUnreached = fault?.problem === 'service_silent' } = data
  return { about: asked, isUnreached, ...(fault && { fault }), ...(offer && { offer }) }
}
