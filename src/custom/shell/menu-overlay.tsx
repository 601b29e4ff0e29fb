import { useEffect, useRef, type ReactNode } from 'react';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';

/** The menu over a narrow page. The focus moves into it and, when it closes, back; Escape closes it. */
export function MenuOverlay({ onClose, children }: { onClose: () => void; children: ReactNode }): ReactNode {
  const over = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useFocusBack();
  useEffect(() => {
    const links = [...over.current!.querySelectorAll<HTMLElement>('.p-menu-item')];
    (links.find((link) => link.getAttribute('aria-current') === 'page') ?? links[0])?.focus();
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') close.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div className="p-over" ref={over}>
      <button type="button" className="p-over-back" aria-label="Close menu" onClick={onClose} />
      {children}
    </div>
  );
}
