import { useQueryClient } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { useState, type ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { callKey, useCall } from '../../providers/calls/use-call';
import { useSession } from '../../providers/session/session';
import { dashboardLayout, keepDashboardLayout } from '../../schemas/calls/dashboard-layout';
import { myDay } from '../../schemas/calls/leads';
import { teamDashboard } from '../../schemas/calls/team-dashboard';
import {
  isAdded,
  mostAdded,
  type DashboardLayout,
  type DashboardView,
  type PlacedCard,
} from '../../schemas/kit/dashboard-layout';
import { isAdministrator } from '../../schemas/kit/roles';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { ReferenceSelect } from '../../ui/fields/reference-select';
import { pageLoader } from '../../ui/page/page-loader';
import { ErrorState } from '../../ui/page/states';
import { toasts } from '../../ui/toasts/toasts';
import { AddMeasure } from './add-measure';
import { withMeasure } from './arrange';
import { CardRows } from './card-rows';
import './layout-editor.css';

interface EditorProps {
  readonly view: DashboardView;
  readonly onClose: () => void;
}

/** Which cards a dashboard has and in which order: the user's own, and for admins those that a role starts with. */
export default function LayoutEditor({ view, onClose }: EditorProps): ReactNode {
  useFocusBack();
  const isAdmin = isAdministrator(useSession()?.user);
  const [role, setRole] = useState<number>();
  const asked = { view, ...(role === undefined ? {} : { role }) };
  const { data, error, refetch } = useCall(dashboardLayout, asked, { retry: false });
  return (
    <Drawer open size={520} title="Arrange cards" onClose={onClose}>
      {isAdmin ? (
        <div className="db-whose">
          <span id="db-whose">Layout of</span>
          <ReferenceSelect
            aria-label="Layout of"
            resource="users-roles"
            placeholder="Yourself"
            value={role}
            onChange={(next) => setRole(next === undefined || next === null ? undefined : Number(next))}
          />
        </div>
      ) : null}
      {data ? (
        <Editor key={`${role}`} view={view} role={role} layout={data} onDone={onClose} />
      ) : error ? (
        <ErrorState what="The layout could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        pageLoader
      )}
    </Drawer>
  );
}

interface LayoutProps {
  readonly view: DashboardView;
  readonly role: number | undefined;
  readonly layout: DashboardLayout;
  readonly onDone: () => void;
}
function Editor({ view, role, layout, onDone }: LayoutProps): ReactNode {
  const client = useQueryClient();
  const [cards, setCards] = useState(layout.cards);
  const [busy, setBusy] = useState(false);
  const save = async (kept: readonly PlacedCard[] | undefined): Promise<void> => {
    setBusy(true);
    try {
      const values = { view, ...(role === undefined ? {} : { role }), ...(kept ? { cards: [...kept] } : {}) };
      const { message } = await call(keepDashboardLayout, values);
      toasts.success(message ?? 'Layout saved.');
      for (const spec of [myDay, teamDashboard, dashboardLayout]) void client.invalidateQueries({ queryKey: callKey(spec) });
      onDone();
    } catch (error) {
      toasts.error(error);
    }
    setBusy(false);
  };
  const canReset = role === undefined ? layout.from === 'own' : layout.from === 'role';
  return (
    <>
      <CardRows view={view} cards={cards} onChange={setCards} />
      {cards.filter(isAdded).length < mostAdded ? (
        <AddMeasure onAdd={(measure, over) => setCards(withMeasure(cards, measure, over))} />
      ) : null}
      <div className="db-editor-end">
        {canReset ? (
          <Button disabled={busy} onClick={() => void save(undefined)}>
            {role === undefined ? "Reset to the role's layout" : "Reset to the product's layout"}
          </Button>
        ) : null}
        <Button type="primary" loading={busy} onClick={() => void save(cards)}>
          Save layout
        </Button>
      </div>
    </>
  );
}
