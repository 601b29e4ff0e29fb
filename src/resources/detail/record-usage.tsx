import { useQuery } from '@tanstack/react-query';
import { manifest } from 'virtual:manifest';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMayDo } from '../../providers/rights';
import type { AnyResource } from '../../schemas/kit/resource';
import { usageOf, type Usage } from '../use-record-actions';

/** Where a record is used, by resource; a count leads to the list of exactly those, where that list can be asked so. */
export function RecordUsage({ resource, id, version }: { resource: AnyResource; id: string; version: number }): ReactNode {
  const { data, isPending, isError } = useQuery({
    queryKey: ['usage', resource.name, id, version],
    queryFn: () => usageOf(resource, id),
    retry: false,
  });
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
  const words = `${usage.count} ${usage.count === 1 ? usage.label : (to?.plural ?? `${usage.label}s`)}`;
  if (!to || !path || !usage.filter || !mayList) return words;
  const { field, value } = usage.filter;
  return <Link to={{ pathname: path, search: `?${new URLSearchParams({ [field]: value }).toString()}` }}>{words}</Link>;
}
