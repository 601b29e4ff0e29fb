import type { KeyboardEvent, ReactNode } from 'react';

export const tabs = [
  { name: 'details', label: 'Details' },
  { name: 'courses', label: 'Courses' },
  { name: 'contacts', label: 'Contacts' },
  { name: 'documents', label: 'Documents' },
  { name: 'pushes', label: 'Lead push' },
  { name: 'allocation', label: 'Allocation', reads: 'counsellor-rules' },
] as const;
export type CollegeTab = (typeof tabs)[number];
export type TabName = CollegeTab['name'];

/** One tab stop; the arrow keys move between the tabs. */
export function CollegeTabs({
  tabs: shown,
  open,
  show,
}: {
  tabs: readonly CollegeTab[];
  open: TabName;
  show: (tab: TabName) => void;
}): ReactNode {
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const at = shown.findIndex(({ name }) => name === open);
    const next = shown[(at + by + shown.length) % shown.length];
    if (!next) return;
    show(next.name);
    event.currentTarget.querySelector<HTMLElement>(`#college-tab-${next.name}`)?.focus();
  };
  return (
    <div className="cp-tabs" role="tablist" aria-label="Sections" onKeyDown={onKey}>
      {shown.map(({ name, label }) => (
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
