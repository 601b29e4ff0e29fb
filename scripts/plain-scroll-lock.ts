import { useLayoutEffect } from 'react';

/**
 * Stands in for the scroll lock of antd's portals (vite.config.ts): theirs writes style elements without the page's nonce, which
 * the content-security policy refuses (TRUST-S26), so that neither lock nor scrollbar's width held. Several may lock at once.
 */
let locks = 0;

export default function useScrollLocker(lock?: boolean): void {
  useLayoutEffect(() => {
    if (!lock) return;
    const { style, scrollHeight } = document.body;
    if (locks++ === 0) {
      const bar = window.innerWidth - document.documentElement.clientWidth;
      if (bar > 0 && scrollHeight > window.innerHeight) style.width = `calc(100% - ${bar}px)`;
      style.overflowY = 'hidden';
    }
    return () => {
      if (--locks > 0) return;
      style.width = '';
      style.overflowY = '';
    };
  }, [lock]);
}
