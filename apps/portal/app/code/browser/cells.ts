/** Limits a field to as many digits as there are cells behind it, and marks the cell of the next one. */
export function watchCells(input: HTMLInputElement, cells: readonly Element[]): () => void {
  const mark = () => {
    for (const [place, cell] of cells.entries())
      cell.classList.toggle('here', place === Math.min(input.value.length, cells.length - 1))
  }
  const tidy = () => {
    input.value = input.value.replace(/\D/g, '').slice(0, cells.length)
    mark()
  }
  input.addEventListener('input', tidy)
  tidy()
  return tidy
}
