/** Whether a key belongs to a text field, an open dialog's field or a browser command, so that no shortcut may take it. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return true;
  const target = event.target;
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]');
}
