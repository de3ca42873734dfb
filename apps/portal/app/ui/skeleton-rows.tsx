interface SkeletonRowsProps {
  /** What is being loaded, as text. */
  readonly text: string
  readonly count?: number
}

/** Text first, then placeholders for the rows. */
export function SkeletonRows({ text, count = 3 }: SkeletonRowsProps) {
  return (
    <>
      <p className="quiet" role="status">
        {text}
      </p>
      <ul className="bones" aria-hidden="true">
        {Array.from({ length: count }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all equal
          <li key={row}>
            <span className="bone" />
            <span className="bone short" />
          </li>
        ))}
      </ul>
    </>
  )
}
