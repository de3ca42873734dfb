{
  const { context, stream, modules, routes, preloads, entry } = JSON.parse(
    document.getElementById('handoff').textContent,
  )
  context.stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(stream))
      controller.close()
    },
  })
  window.__reactRouterContext = context
  const load = async () => {
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
  const loadOnceReadable = (entries, observer) => {
    if (entries.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    setTimeout(load)
  }
  // The words are on the screen before the first byte of script is asked for. What is in the background has no paint yet.
  if (document.visibilityState === 'hidden') load()
  else if (PerformanceObserver.supportedEntryTypes?.includes('paint'))
    new PerformanceObserver(loadOnceReadable).observe({ type: 'paint', buffered: true })
  else requestAnimationFrame(() => setTimeout(load))
}
