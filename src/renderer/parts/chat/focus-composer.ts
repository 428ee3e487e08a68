export function focusComposer(): void {
  document.querySelector<HTMLTextAreaElement>('.composer textarea')?.focus()
}
