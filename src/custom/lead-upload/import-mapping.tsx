import type { ReactNode } from 'react';
import { useCall } from '../../providers/calls/use-call';
import { counted } from '../../schemas/kit/counted';
import { recordIn } from '../../schemas/kit/is-record';
import { humanize, titleOf } from '../../schemas/kit/resource';
import { leads } from '../../schemas/leads/leads';
import { importRead } from './upload-calls';

/** Which column of the file became which field. */
export function ImportMapping({ id }: { id: string }): ReactNode {
  const { data } = useCall(importRead, { id }, { retry: false, staleTime: 60_000 });
  const entries = Object.entries(recordIn(data?.mapping));
  const used = entries.flatMap(([header, target]) => (typeof target === 'string' && target ? [[header, target] as const] : []));
  if (!used.length) return null;
  return (
    <details className="up-mapped">
      <summary>
        Mapping: {used.length} of {counted(entries.length, 'column')} imported
      </summary>
      <dl>
        {used.map(([header, target]) => (
          <div key={header}>
            <dt>{header}</dt>
            <dd>{target.startsWith('custom.') ? humanize(target.slice(7)) : titleOf(leads, target)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
