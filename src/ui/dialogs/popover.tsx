import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import '../theme/ui.css';
import { focusBack } from './use-focus-back';

/** A panel under its button. Escape and a click outside close it, and the focus returns to where it was. */
export function Popover({
  anchor,
  label,
  onClose,
  children,
}: {
  anchor: HTMLElement;
  label: string;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  const panel = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number }>();
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    let from = anchor.getBoundingClientRect();
    const put = (): void => {
      if (anchor.isConnected) from = anchor.getBoundingClientRect(); // a button that is gone leaves the panel where it was
      const width = panel.current?.offsetWidth ?? 0;
      const height = panel.current?.offsetHeight ?? 0;
      const below = from.bottom + 4 + height <= window.innerHeight || from.top < height;
      setPlace({
        left: Math.max(8, Math.min(from.left, window.innerWidth - width - 8)),
        top: Math.max(8, below ? from.bottom + 4 : from.top - height - 4),
      });
    };
    put();
    const watch = new ResizeObserver(put);
    if (panel.current) watch.observe(panel.current);
    window.addEventListener('resize', put);
    return () => {
      watch.disconnect();
      window.removeEventListener('resize', put);
    };
  }, [anchor]);

  useEffect(() => {
    const before = document.activeElement;
    const onPress = (event: PointerEvent): void => {
      const { target } = event;
      if (!(target instanceof Element)) return;
      // a select inside the panel opens its own list elsewhere in the document
      if (
        !panel.current?.contains(target) &&
        !anchor.contains(target) &&
        !target.closest('.ant-select-dropdown, .ant-picker-dropdown')
      )
        close.current();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) close.current();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
      focusBack(before);
    };
  }, [anchor]);

  // A hidden element cannot be focused, so the focus moves once the panel is positioned.
  const placed = place !== undefined;
  useEffect(() => {
    if (placed) panel.current?.querySelector<HTMLElement>('a[href], input, button, [tabindex]')?.focus({ preventScroll: true });
  }, [placed]);

  return createPortal(
    <div
      ref={panel}
      className="p-pop"
      role="dialog"
      aria-label={label}
      style={place ?? { left: 0, top: 0, visibility: 'hidden' }}
    >
      {children}
    </div>,
    document.body,
  );
}
