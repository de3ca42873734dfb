/** Draws a button in the room that the page keeps for it: without script there is nothing to press. */
export function drawButton(room: HTMLElement): HTMLButtonElement {
  const { room: text = '', ...data } = room.dataset
  const [button, word] = [document.createElement('button'), document.createElement('span')]
  button.type = 'button'
  button.className = `${room.className} ready`
  Object.assign(button.dataset, data)
  word.textContent = text
  button.append(...room.childNodes, word)
  room.replaceWith(button)
  return button
}
