import { useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { Link } from 'react-router-dom';
import { partsOf } from '../providers/screens/parts';
import type { ResourceChunk } from '../providers/screens/resource-chunk';
import { useResourceNow } from '../providers/screens/use-resource';
import { useMayDo } from '../providers/rights';
import { pluralOf } from '../schemas/kit/resource';
import { isRecord } from '../schemas/kit/is-record';
import { PageFrame } from '../ui/page/page-frame';
import { NoPermission } from '../ui/page/states';
import { ResourceForm, warmForm } from './form/form-on-demand';
import { onDemand } from '../ui/dialogs/on-demand';
import type { ReturnState } from './return-focus';
import { RecordPage } from './detail/record-page';
import { listSearch } from './detail/tab-in-address';
import { usesDrawer } from './form-place';
import { ResourceList } from './list/resource-list';
import { listPath, offers, recordPath, takesImport } from './resource-paths';
import { placeOf } from './resource-place';
import { SingletonPage } from './singleton-page';

const ImportPage = onDemand('import-page', () => import('./import/import-page'));
const Dashboard = onDemand('resource-dashboard', () => import('./dashboard/resource-dashboard'));
const DeletedRecords = onDemand('deleted-records', () => import('./detail/deleted-records'));

/**
 * Every page of one resource, mounted at `{its path}/*`: the list, `new`, `deleted`, `{id}`, `{id}/edit`. A short form opens in
 * front of the list, or of the record from which it was opened; a long one is a page.
 */
export default function ResourceRoutes({ name }: { name: string }): ReactNode {
  const location = useLocation();
  const chunk = useResourceNow(name, location.key);
  const may = useMayDo(name);
  const writes = may('create') || may('update');
  useEffect(() => {
    // the form loads in advance, but not for users who can only read
    if (!writes) return;
    const timer = setTimeout(() => void warmForm(chunk), 1500);
    return () => clearTimeout(timer);
  }, [chunk, writes]);
  const place = placeOf(useParams()['*'] ?? '');
  const over = overOf(location.state);
  const form = place.page === 'new' || place.page === 'edit';
  if (place.page === 'import' && takesImport(chunk.resource)) return <ImportPage key={name} resource={chunk.resource} />;
  const { list: ListView = ResourceList, record: RecordView = RecordPage } = partsOf(name).pages ?? {};
  const overRecord = place.page === 'record' || (place.page === 'edit' && over === 'record');
  if (place.page === 'dashboard' && chunk.resource.dashboard) return <Dashboard resource={chunk.resource} />;
  if (place.page === 'deleted') return <DeletedRecords resource={chunk.resource} />;
  if (form && (!usesDrawer(chunk.resource) || chunk.resource.singleton)) return <Guarded chunk={chunk} id={place.id} as="page" />;
  return (
    <>
      {overRecord && place.id !== undefined ? (
        <RecordView key={place.id} resource={chunk.resource} id={place.id} />
      ) : chunk.resource.singleton ? (
        <SingletonPage resource={chunk.resource} />
      ) : (
        <ListView key={name} resource={chunk.resource} />
      )}
      {form ? <Guarded chunk={chunk} id={place.id} as="drawer" /> : null}
    </>
  );
}

/** The page that a form was opened in front of. */
const overOf = (state: unknown): unknown => (isRecord(state) ? state['over'] : undefined);

function Guarded({ chunk, id, as }: { chunk: ResourceChunk; id: string | undefined; as: 'drawer' | 'page' }): ReactNode {
  const { resource } = chunk;
  const may = useMayDo(resource);
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const operation = id === undefined ? 'create' : 'update';
  const overRecord = id !== undefined && overOf(state) === 'record';
  const list = { pathname: listPath(resource), search: listSearch(search) };
  const back = (): void =>
    void navigate(overRecord ? { pathname: recordPath(resource, id), search } : list, {
      state: { cameBackFrom: id ?? 'new' } satisfies ReturnState,
    });
  if (!offers(resource, operation) || !may(operation))
    return as === 'page' ? (
      <PageFrame title={resource.label}>
        <NoPermission to={resource} />
      </PageFrame>
    ) : null;
  return (
    <ResourceForm
      key={id ?? 'new'}
      chunk={chunk}
      {...(id === undefined ? {} : { id })}
      as={as}
      crumb={<Link to={list}>{pluralOf(resource)}</Link>}
      onClose={back}
      onSaved={back}
    />
  );
}
