/** 768 px or less, or a handset held sideways. */
export function isPhone(): boolean {
  return (
    window.matchMedia('(max-width: 768px)').matches ||
    /Android.+Mobile|iPhone|iPod|Windows Phone/.test(window.navigator.userAgent)
  );
}
