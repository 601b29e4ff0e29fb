import type { KeyboardEvent, ReactNode } from 'react';

export const tabs = [
  { name: 'details', label: 'Details' },
  { name: 'courses', label: 'Courses' },
  { name: 'contacts', label: 'Contacts' },
  { name: 'documents', label: 'Documents' },
  { name: 'pushes', label: 'Lead push' },
] as const;
export type TabName = (typeof tabs)[number]['name'];

/** One tab stop; the arrow keys move between the tabs. */
export function CollegeTabs({ open, show }: { open: TabName; show: (tab: TabName) => void }): ReactNode {
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(({ name }) => name === open);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (!next) return;
    show(next.name);
    event.currentTarget.querySelector<HTMLElement>(`#college-tab-${next.name}`)?.focus();
  };
  return (
    <div className="cp-tabs" role="tablist" aria-label="Sections" onKeyDown={onKey}>
      {tabs.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`college-tab-${name}`}
          aria-selected={name === open}
          aria-controls="college-tab"
          tabIndex={name === open ? 0 : -1}
          onClick={() => show(name)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
