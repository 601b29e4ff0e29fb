import { Input } from 'antd';
import type { ReactNode } from 'react';
import type { DialerCall } from '../../providers/live/live';
import { useSession } from '../../providers/session/session';
import { FieldFrame } from '../../ui/forms/field-frame';

/** Who is on the line. */
export function CallContact({
  id,
  lead,
  of,
}: {
  id: string;
  lead: string | undefined;
  of: DialerCall['requestBody'];
}): ReactNode {
  const user = useSession()?.user;
  return (
    <>
      <Told id={`${id}-lead`} label="Lead ID" text={lead} />
      <Told id={`${id}-email`} label="Email" text={of.email} />
      <Told id={`${id}-phone`} label="Phone Number" text={of.phone} />
      <Told id={`${id}-owner`} label="Owner" text={user?.id === of.user_id ? user.name : of.user_id} />
    </>
  );
}

/** What the call said; it cannot be changed here. */
function Told({ id, label, text }: { id: string; label: string; text: string | null | undefined }): ReactNode {
  return (
    <FieldFrame id={id} label={starred(label)}>
      <Input id={id} value={text ?? ''} placeholder="–" variant="filled" readOnly />
    </FieldFrame>
  );
}

/** As the specification marks them; nothing is enforced (D-083). */
export const starred = (label: string): ReactNode => (
  <>
    {label} <span aria-hidden="true">*</span>
  </>
);
