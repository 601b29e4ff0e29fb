// What comes on demand is compiled at its first import, which takes longer than a second on a busy machine. The limit ends a test
// that would hang; it judges no speed.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 60_000 });
}
export {};
