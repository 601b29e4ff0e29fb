import type { ReactNode } from 'react';
import type { College } from '../../schemas/settings/colleges';
import { Icon } from '../../ui/marks/icon';
import { EmptyState } from '../../ui/page/states';

/** The files of the college. */
export function Documents({ college }: { college: College }): ReactNode {
  const files = [
    { label: 'Brochure', address: college.brochure },
    { label: 'Fee sheet', address: college.fee_sheet },
  ].filter(({ address }) => address);
  if (!files.length)
    return (
      <EmptyState title="No document yet" icon="file">
        Brochure and fee sheet are uploaded with Edit.
      </EmptyState>
    );
  return (
    <section aria-label="Documents" className="cp-lines">
      {files.map(({ label, address }) => (
        <a key={label} href={address ?? ''} target="_blank" rel="noreferrer">
          <Icon name="file" /> {label}
        </a>
      ))}
    </section>
  );
}
