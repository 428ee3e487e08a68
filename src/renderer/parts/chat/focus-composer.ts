export function focusComposer(): void {
  document.querySelector<HTMLTextAreaElement>('.composer-box > textarea')?.focus()
}
