// Code loaded on demand is compiled at its first import, which can take over a second on a busy machine. The limit ends a test
// that would hang; it does not measure speed.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 180_000 });
  // happy-dom compares an element with every rule of antd's style sheets, for each name that a query by role computes: half of the
  // time of these tests, whose style sheets hide nothing. Only a closed dialog is hidden by the browser's own.
  const computed = window.getComputedStyle.bind(window);
  window.getComputedStyle = (element, part) =>
    element.localName === 'dialog' ? computed(element, part) : (element as HTMLElement).style;
}
export {};
