interface CheckProps {
  readonly id: string
  readonly value: string
  readonly label: string
}

/** A box that is ticked, with its words beside it. */
export function Check({ id, value, label }: CheckProps) {
  return (
    <div className="field">
      <label className="tick" htmlFor={id}>
        <input id={id} name={id} type="checkbox" value={value} />
        <span>{label}</span>
      </label>
    </div>
  )
}
