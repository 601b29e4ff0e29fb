import { manifest } from 'virtual:manifest';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useCall } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import { counted } from '../../schemas/kit/counted';
import { addressName } from '../../schemas/kit/list-query';
import type { AnyResource } from '../../schemas/kit/resource';
import { usageRead, type Usage } from '../use-record-actions';

/** Where a record is used, by resource; a count links to the list of exactly those records, if the list has such a filter. */
export function RecordUsage({ resource, id, version }: { resource: AnyResource; id: string; version: number }): ReactNode {
  const { data, isPending, isError } = useCall(usageRead, { resource: resource.name, id }, { version, retry: false });
  if (isError) return <p className="p-quiet">Where it is used could not be loaded.</p>;
  if (isPending) return <span className="p-bone" style={{ width: '50%' }} />;
  if (!data.count) return <p className="p-quiet">Not used anywhere.</p>;
  return (
    <ul className="p-usage">
      {data.usage.map((one) => (
        <li key={one.resource}>
          <Place usage={one} />
        </li>
      ))}
    </ul>
  );
}

function Place({ usage }: { usage: Usage['usage'][number] }): ReactNode {
  const to = manifest.find((one) => one.name === usage.resource);
  const mayList = useMayDo(to)('list');
  const path = to?.menu?.path;
  const words = counted(usage.count, usage.label, to?.plural);
  if (!to || !path || !usage.filter || !mayList) return words;
  const { field, value } = usage.filter;
  return (
    <Link
      to={{ pathname: path, search: `?${new URLSearchParams({ [addressName({ field, operator: 'eq' })]: value }).toString()}` }}
    >
      {words}
    </Link>
  );
}
