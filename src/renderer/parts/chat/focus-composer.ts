/** To where the next message is written. */
export function focusComposer(): void {
  document.querySelector<HTMLTextAreaElement>('.composer-box > textarea')?.focus()
}
