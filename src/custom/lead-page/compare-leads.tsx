import { Modal, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useLead } from '../../providers/calls/lead-calls';
import type { PanelSame } from '../../schemas/calls/lead-page';
import { leadPath } from '../../schemas/kit/lead-page';
import { titleOf } from '../../schemas/kit/resource';
import { leads, type Lead } from '../../schemas/leads/leads';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { labelOf, leadName } from '../../ui/leads/lead-text';
import { ErrorState } from '../../ui/page/states';
import './compare-leads.css';
import { leadText } from './lead-values';

/** Two leads field by field; what differs is marked by a word as well as by colour. */
export default function CompareLeads({
  lead,
  same,
  onClose,
}: {
  lead: Lead;
  same: readonly PanelSame[];
  onClose: () => void;
}): ReactNode {
  useFocusBack();
  const [chosen, setChosen] = useState(same[0]?.id ?? '');
  const other = useLead(chosen);
  return (
    <Modal open width={760} title="Possible duplicates" footer={null} onCancel={onClose}>
      {same.length > 1 ? (
        <Segmented
          aria-label="Compare with"
          value={chosen}
          onChange={setChosen}
          options={same.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : null}
      {other.isError ? (
        <ErrorState what="The lead could not be loaded" error={other.error} onRetry={() => void other.refetch()} />
      ) : other.data ? (
        <Compared one={lead} other={other.data} />
      ) : (
        <div className="lp-bones" aria-busy="true" aria-label="Loading">
          <span className="p-bone" />
        </div>
      )}
    </Modal>
  );
}

const fields = (leads.groups ?? []).flatMap((group): readonly string[] => group.fields);

function Compared({ one, other }: { one: Lead; other: Lead }): ReactNode {
  const rows = [
    ['Stage', one.last_callaction_btn_message ?? '', other.last_callaction_btn_message ?? ''] as const,
    ...fields.map((field) => [titleOf(leads, field), leadText(one, field), leadText(other, field)] as const),
  ].filter(([, mine, theirs]) => mine || theirs);
  return (
    <table className="lp-compare">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">{leadName(one)} (this lead)</th>
          <th scope="col">
            <Link to={leadPath(other.id)}>{leadName(other)}</Link>
            {labelOf(other, 'user_id') ? <span className="p-quiet"> · {labelOf(other, 'user_id')}</span> : null}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([title, mine, theirs]) => (
          <tr key={title} className={mine === theirs ? undefined : 'lp-differs'}>
            <th scope="row">
              {title}
              {mine === theirs ? null : <span className="p-visually-hidden"> (differs)</span>}
            </th>
            <td>{mine || '–'}</td>
            <td>{theirs || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
