// @ts-nocheck
{
  const read = () => {
    const { context, data, stream, ...files } = JSON.parse(document.getElementById('handoff').textContent)
    // React Router takes data in a format of its own, in which every value and every name has a place in one list.
    const list = []
    const put = (value) => {
      if (value === null) return -5
      const place = list.push(value) - 1
      if (Array.isArray(value)) list[place] = value.map(put)
      else if (typeof value === 'object')
        list[place] = Object.fromEntries(Object.entries(value).map(([name, each]) => [`_${put(name)}`, put(each)]))
      return place
    }
    if (data) put(data)
    context.stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(stream || `${JSON.stringify(list)}\n`))
        controller.close()
      },
    })
    window.__reactRouterContext = context
    return files
  }
  const load = async () => {
    const { modules, routes, preloads, entry } = read()
    for (const href of [entry, ...preloads]) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      document.head.append(link)
    }
    const loaded = await Promise.all(modules.map((href) => import(href)))
    window.__reactRouterRouteModules = Object.fromEntries(routes.map((id, at) => [id, loaded[at + 1]]))
    await import(entry)
  }
  const loadOncePainted = (entries, observer) => {
    if (entries.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    setTimeout(load)
  }
  // The words are on the screen before the first byte of script is asked for. What is in the background has no paint yet.
  if (document.visibilityState === 'hidden') load()
  else if (PerformanceObserver.supportedEntryTypes?.includes('paint'))
    new PerformanceObserver(loadOncePainted).observe({ type: 'paint', buffered: true })
  else requestAnimationFrame(() => setTimeout(load))
}
