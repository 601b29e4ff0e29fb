import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { Icon } from '../../ui/marks/icon';
import './list.css';

/** Search as you type, 250 ms after the last key stroke; Enter moves to the rows, Escape clears. */
export function SearchBox({
  value,
  what,
  onSearch,
  onMany,
  ref,
}: {
  value: string;
  what: string;
  onSearch: (text: string) => void;
  /** Takes a pasted or entered text that lists several things to find; false: it is a search. */
  onMany?: ((text: string) => boolean) | undefined;
  ref?: Ref<HTMLInputElement>;
}): ReactNode {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value; // the address changed in another way: a link, Back, 'Clear'
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed === sent.current) return undefined;
    const where = window.location.pathname;
    const timer = setTimeout(() => {
      // the user opened a record meanwhile: a late search would return to the list
      if (window.location.pathname !== where) return;
      sent.current = typed;
      latest.current(typed.trim());
    }, 250);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <search className="p-search">
      <input
        ref={ref}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        placeholder={`Search ${what}`}
        aria-label={`Search ${what}`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPaste={(event) => {
          if (!onMany?.(event.clipboardData.getData('text/plain'))) return;
          event.preventDefault();
          setTyped('');
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && onMany?.(typed)) {
            event.preventDefault();
            setTyped('');
            return;
          }
          if (event.key !== 'Escape' && event.key !== 'Enter') return;
          event.preventDefault();
          if (event.key === 'Escape' && typed) setTyped('');
          else event.currentTarget.blur();
        }}
      />
      <Icon name="search" />
      <kbd aria-hidden="true">/</kbd>
    </search>
  );
}
