/** The Network Information API, which Chromium alone has. */
export interface LinkReport {
  readonly effectiveType?: string
  readonly saveData?: boolean
}

type MeasuredLoad = Pick<
  PerformanceNavigationTiming,
  'requestStart' | 'responseEnd' | 'transferSize' | 'encodedBodySize'
>

/** The time from the request of a page to its last byte, which a link of 400 ms or of 400 kbit/s exceeds. */
const fastLoadMs = 150

/** Chromium reports `4g` until it has measured, so the load of the page counts too; one from a cache says nothing. */
export function isFastLink(link: LinkReport | undefined, load: MeasuredLoad | undefined): boolean {
  if (link?.effectiveType !== '4g' || link.saveData === true || load === undefined) return false
  const { requestStart, responseEnd, transferSize, encodedBodySize } = load
  return transferSize > encodedBodySize && requestStart > 0 && responseEnd - requestStart <= fastLoadMs
}
