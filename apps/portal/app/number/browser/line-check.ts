/** A visitor who still types is not interrupted (spec section 5). */
const pauseMs = 300
/** A check that takes longer than a blink is shown as in progress. */
const longMs = 300

/** The check of a number. Without an answer it is in progress. */
export interface CheckedNumber<Answer> {
  readonly msisdn: string
  readonly answer?: Answer
}

interface LineCheckOptions<Answer> {
  readonly href: string
  /** The number that the page came with: the server has checked it. */
  readonly known?: string | undefined
  /** A broken link changes nothing: the number is checked when the form is sent. */
  readonly unchecked: Answer
  readonly report: (checked: CheckedNumber<Answer>) => void
  /** The browser's own by default; a test passes a fake. */
  readonly request?: (
    href: string,
    init: { readonly method: 'POST'; readonly body: URLSearchParams },
  ) => Promise<Response>
}

/**
 * Asks once which line a complete number is, when the visitor pauses; the answer about an earlier number is dropped.
 */
export function createLineCheck<Answer>({ href, known, unchecked, report, request = fetch }: LineCheckOptions<Answer>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest = known

  async function ask(msisdn: string): Promise<void> {
    latest = msisdn
    const long = setTimeout(() => latest === msisdn && report({ msisdn }), longMs)
    const answer = await post(msisdn).catch(() => unchecked)
    clearTimeout(long)
    if (latest === msisdn) report({ msisdn, answer })
  }

  async function post(msisdn: string): Promise<Answer> {
    const response = await request(href, { method: 'POST', body: new URLSearchParams({ msisdn }) })
    return response.ok ? response.json() : unchecked
  }

  return (msisdn: string | undefined): void => {
    clearTimeout(timer)
    if (msisdn !== undefined && msisdn !== latest) timer = setTimeout(() => void ask(msisdn), pauseMs)
  }
}
