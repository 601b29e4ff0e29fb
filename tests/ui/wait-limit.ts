// Code loaded on demand is compiled at its first import, which can take over a second on a busy machine. The limit ends a test
// that would hang; it does not measure speed.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 60_000 });
}
export {};
