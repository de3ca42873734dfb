/** The drawn boxes under a field for a code or a PIN. Until script marks the next one, the first shows the focus. */
export function Cells({ length }: { readonly length: number }) {
  return (
    <span className="cells" aria-hidden="true">
      {Array.from({ length }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
        <i key={place} className={place === 0 ? 'here' : undefined} />
      ))}
    </span>
  )
}
