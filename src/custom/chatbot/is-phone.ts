/** Up to 768 px wide, or a phone in landscape. */
export function isPhone(): boolean {
  return (
    window.matchMedia('(max-width: 768px)').matches ||
    /Android.+Mobile|iPhone|iPod|Windows Phone/.test(window.navigator.userAgent)
  );
}
