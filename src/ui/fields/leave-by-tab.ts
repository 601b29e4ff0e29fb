/**
 * antd's Select takes Tab like Enter: it chooses the highlighted option, and in a list of several adds one that no one wanted. With
 * this Tab only leaves the field, in every Select of the document. Returns a function that stops it.
 */
export function leaveSelectsByTab(): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Tab' && event.target instanceof Element && event.target.closest('.ant-select')) event.stopPropagation();
  };
  // before React's own listener, which is on the root of the page
  document.addEventListener('keydown', onKey, { capture: true });
  return () => document.removeEventListener('keydown', onKey, { capture: true });
}
