import { useLocation, useNavigate } from 'react-router';
import type { ReactNode } from 'react';
import type { ActedRow } from '../use-record-actions';
import { Link } from 'react-router-dom';
import { kindAt } from '../../kinds/kind-of';
import { targetOf } from '../../kinds/kind-target';
import { originInWords } from '../../schemas/kit/derived-words';
import { titleOf, type AnyResource } from '../../schemas/kit/resource';
import { hiddenFields } from '../../schemas/kit/validation-schema';
import { onDemand } from '../../ui/dialogs/on-demand';
import { valueOf } from '../kind-looks';
import { countedPath } from '../resource-paths';
import { useReferencePath } from '../use-reference-path';
import { tabInAddress } from './tab-in-address';
import './detail.css';

const SectionTabs = onDemand('section-tabs', () => import('../section-tabs'));

/** A record's fields by section, and the sections by tab; the address says which one is open. */
export function RecordGroups({ resource, row }: { resource: AnyResource; row: ActedRow }): ReactNode {
  const navigate = useNavigate();
  const { search, state }: { search: string; state: unknown } = useLocation();
  const groups = groupsOf(resource, row);
  const titles = [...new Set(groups.flatMap(({ tab }) => tab ?? []))];
  const under = (title: string | undefined): ReactNode =>
    groups
      .filter(({ tab }) => tab === title)
      .map((group) => <Group key={group.title} {...group} resource={resource} row={row} />);
  const open = (title: string): void => {
    const next = new URLSearchParams(search);
    next.set(tabInAddress, title);
    void navigate({ search: `?${next}` }, { replace: true, state });
  };
  const shown = new URLSearchParams(search).get(tabInAddress) ?? undefined;
  return (
    <>
      {under(undefined)}
      {titles.length ? (
        <SectionTabs tabs={titles.map((title) => ({ title, content: under(title) }))} open={shown} onOpen={open} />
      ) : null}
    </>
  );
}

interface RecordGroup {
  readonly title: string;
  readonly tab?: string | undefined;
  readonly fields: readonly string[];
}

function Group({ title, fields, resource, row }: RecordGroup & { resource: AnyResource; row: ActedRow }): ReactNode {
  return (
    <section className="p-record-group">
      {title ? <h2>{title}</h2> : null}
      <dl>
        {fields.map((field) => (
          <div key={field} className={kindAt(resource, field).kind.wide ? 'p-wide' : undefined}>
            <dt title={originInWords(resource, field)}>{titleOf(resource, field)}</dt>
            <dd>
              <Value resource={resource} field={field} row={row} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Value({ resource, field, row }: { resource: AnyResource; field: string; row: ActedRow }): ReactNode {
  const { kind, at } = kindAt(resource, field);
  const target = kind.refers === 'one' ? (kind.leadsTo?.(at, row) ?? targetOf(at)?.to) : undefined;
  const path = useReferencePath(target, row[field]);
  const shown = valueOf(resource, field, row);
  const to = path ?? countedPath(resource, field, row.id, row[field]);
  return to && shown !== '–' ? <Link to={to}>{shown}</Link> : shown;
}

/** What the record's other values hide in the form is not here either. */
function groupsOf(resource: AnyResource, row: ActedRow): RecordGroup[] {
  const hidden = hiddenFields(resource, row);
  const shown = Object.keys(resource.fields.properties).filter(
    (name) =>
      !hidden.has(name) &&
      resource.ui?.[name]?.widget !== 'hidden' &&
      resource.ui?.[name]?.with === undefined &&
      !(name === 'custom' && resource.customFields) &&
      name !== 'status' &&
      !resource.secret?.includes(name),
  );
  const grouped = (resource.groups ?? []).map(({ title, tab, fields }) => ({
    title,
    tab,
    fields: fields.filter((name) => shown.includes(name)),
  }));
  const named = new Set(grouped.flatMap((group) => group.fields));
  const rest = shown.filter((name) => !named.has(name));
  return [...grouped, { title: grouped.length ? 'More' : '', fields: rest }].filter((group) => group.fields.length);
}
