import { useAbility } from '@casl/react';
import { Modal } from 'antd';
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { listOf } from '../../providers/calls/records';
import { useCall } from '../../providers/calls/use-call';
import { openFeedback } from '../../providers/screens/feedback-modal';
import type { NamedPlace } from '../../providers/screens/screens';
import type { Ability } from '../../providers/ability';
import type { leads } from '../../schemas/leads/leads';
import { phoneText } from '../../schemas/kit/phone-text';
import { raiseTicketPath } from '../../ui/leads/raise-ticket-path';
import { chooseMode } from '../../ui/theme/theme';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import './palette.css';
import { leadPath } from '../../schemas/kit/lead-page';

const leadList = listOf<typeof leads>('leads');

interface Hit {
  readonly text: string;
  readonly kind: 'Screen' | 'Lead' | 'Action';
  readonly choose: () => void;
}

/** Finds pages, leads by name or phone, and actions; arrow keys and Enter select. */
export default function Palette({ named, onClose }: { named: readonly NamedPlace[]; onClose: () => void }): ReactNode {
  useFocusBack();
  const id = useId();
  const ability = useAbility<Ability>();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const wanted = typed.trim().toLowerCase();
  const search = useLate(wanted);
  const { data: found } = useCall(
    leadList,
    { q: search, _start: 0, _end: 6 },
    { enabled: search.length > 2 && ability.can('open', 'leads'), retry: false },
  );
  const go = (path: string) => (): void => void navigate(path);
  const places = named.filter(({ subject }) => ability.can('open', subject));
  const all: readonly Hit[] = [
    ...places.map(({ title, path }): Hit => ({ text: title, kind: 'Screen', choose: go(path) })),
    ...(places.some(({ path }) => raiseTicketPath.startsWith(`${path}?`))
      ? [{ text: 'Raise a ticket', kind: 'Action' as const, choose: go(raiseTicketPath) }]
      : []),
    { text: 'Give feedback', kind: 'Action', choose: openFeedback },
    { text: 'Dark theme', kind: 'Action', choose: () => chooseMode('dark') },
    { text: 'Light theme', kind: 'Action', choose: () => chooseMode('light') },
  ];
  const hits: readonly Hit[] = [
    ...(wanted && wanted === search ? (found ?? []) : []).map((lead): Hit => ({
      text: lead.phone ? `${lead.name} · ${phoneText(lead.phone)}` : lead.name,
      kind: 'Lead',
      choose: go(leadPath(lead.id)),
    })),
    ...all.filter(({ text }) => text.toLowerCase().includes(wanted)),
  ].slice(0, 12);
  const chosen = Math.min(at, hits.length - 1);
  const take = (hit: Hit | undefined): void => {
    if (!hit) return;
    onClose();
    hit.choose();
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step) setAt((chosen + step + hits.length) % Math.max(1, hits.length));
    else if (event.key === 'Enter') take(hits[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Modal open title="Go to" footer={null} width={560} onCancel={onClose} closable={false} className="p-palette">
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the palette is opened to type into it
        autoFocus
        type="text"
        role="combobox"
        aria-label="Screen, lead or action"
        aria-expanded
        aria-controls={`${id}-hits`}
        aria-activedescendant={hits.length ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        placeholder="Screen, lead by name or phone, action"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <ul id={`${id}-hits`} role="listbox" aria-label="Found">
        {hits.map((hit, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the input's
          <li
            key={`${hit.kind} ${hit.text} ${index}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => take(hit)}
          >
            <span className="p-cut">{hit.text}</span>
            <span>{hit.kind}</span>
          </li>
        ))}
      </ul>
      {hits.length ? null : <p role="status">No screen, lead or action matches.</p>}
    </Modal>
  );
}

function useLate(text: string): string {
  const [late, setLate] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), 200);
    return () => clearTimeout(timer);
  }, [text]);
  return late;
}
