import type { ReactNode } from 'react';
import type { College } from '../../schemas/settings/colleges';
import { Icon } from '../../ui/marks/icon';
import { EmptyState } from '../../ui/page/states';

/** How the college is reached, and the users who look after it. */
export function Contacts({ college }: { college: College }): ReactNode {
  const { phone, email, website } = college;
  const people = [college._labels?.['contact_user_ids'] ?? []].flat();
  if (!phone && !email && !website && !people.length)
    return (
      <EmptyState title="No contact yet" icon="users">
        Phone, email, website and the people in charge are part of its details.
      </EmptyState>
    );
  return (
    <section aria-label="Contacts" className="cp-lines">
      {phone ? (
        <a href={`tel:${phone}`}>
          <Icon name="phone" /> {phone}
        </a>
      ) : null}
      {email ? (
        <a href={`mailto:${email}`}>
          <Icon name="mail" /> {email}
        </a>
      ) : null}
      {website ? (
        <a href={website} target="_blank" rel="noreferrer">
          <Icon name="link" /> {website}
        </a>
      ) : null}
      {people.map((name, at) => (
        <span key={college.contact_user_ids?.[at] ?? name}>
          <Icon name="user" /> {name}
        </span>
      ))}
    </section>
  );
}
