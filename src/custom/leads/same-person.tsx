import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useCall } from '../../providers/calls/use-call';
import { sameLead } from '../../schemas/calls/leads';
import { leadPath } from '../../schemas/kit/lead-page';
import type { SentTo } from '../../schemas/kit/sent-to';
import './same-person.css';

const ripe = /^(?:\+|0)?[0-9]{10,15}$/;
const mail = /^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i;

/** Checks, shortly after the last key stroke, whether the typed contact belongs to an existing lead. */
export function SamePerson({ phone, email }: { phone: unknown; email: unknown }): ReactNode {
  const asked = useLate(
    new URLSearchParams({
      ...(typeof phone === 'string' && ripe.test(phone) ? { phone } : {}),
      ...(typeof email === 'string' && mail.test(email) ? { email } : {}),
    }).toString(),
  );
  const { data } = useCall(sameLead, contactIn(asked), {
    enabled: asked !== '',
    staleTime: 30_000,
    retry: false,
  });
  return (
    <div role="status" className={data ? 'ld-same' : undefined}>
      {data ? (
        <>
          This number or email belongs to {data.id ? <Link to={leadPath(data.id)}>{data.name}</Link> : 'an existing lead'} (
          {data.owner_name ? `owner: ${data.owner_name}` : 'no owner'}). Saving adds a new enquiry to that lead.
        </>
      ) : null}
    </div>
  );
}

function contactIn(asked: string): SentTo<typeof sameLead> {
  const { phone, email } = Object.fromEntries(new URLSearchParams(asked));
  return { ...(phone ? { phone } : {}), ...(email ? { email } : {}) };
}

function useLate(text: string): string {
  const [late, setLate] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), 300);
    return () => clearTimeout(timer);
  }, [text]);
  return late;
}
