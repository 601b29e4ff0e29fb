import { useQueryClient } from '@tanstack/react-query';
import { Button, Mentions } from 'antd';
import { useCallback, useRef, useState, type ComponentRef, type KeyboardEvent, type ReactNode } from 'react';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { addRow } from '../../providers/calls/records';
import { useCall } from '../../providers/calls/use-call';
import { useDraft } from '../../providers/drafts';
import { useLeadTabAction } from '../../providers/screens/lead-tab-action';
import { useSession } from '../../providers/session/session';
import { colleagues } from '../../schemas/calls/colleagues';
import type { notes } from '../../schemas/leads/notes';
import { messageOf } from '../../ui/page/states';
import { toasts } from '../../ui/toasts/toasts';
import './note-composer.css';
import { mentionedIn, noteDrafts, type NoteDraft } from './note-drafts';

/** Colleagues offered at a time: antd draws every option of Mentions. */
const mostOffered = 20;

/** Writes a note about the lead; '@' and a name notifies that colleague. Ctrl+Enter saves. What is typed is kept until it is saved. */
export function NoteComposer({ leadId }: { leadId: string }): ReactNode {
  const client = useQueryClient();
  const own = useSession()?.user.id;
  const draft = useDraft(noteDrafts, leadId);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  const [asked, setAsked] = useState(false);
  const [typed, setTyped] = useState('');
  const box = useRef<ComponentRef<typeof Mentions>>(null);
  useLeadTabAction(
    'note',
    useCallback(() => box.current?.focus(), []),
  );
  const { data: people = [], isLoading } = useCall(colleagues, {}, { enabled: asked, retry: false, staleTime: 300_000 });
  const change = (next: (now: NoteDraft) => NoteDraft): void => {
    noteDrafts.change(leadId, next);
    setError(undefined);
  };
  const body = draft.text.trim();
  const save = async (): Promise<void> => {
    if (!body || saving) return;
    setSaving(true);
    setError(undefined);
    try {
      await noteDrafts.send(leadId, (sent, ref) => {
        const mentions = mentionedIn(sent);
        const note = { lead_id: leadId, body: sent.text.trim(), ...(mentions.length ? { mentions } : {}) };
        return addRow<typeof notes>('notes', note, ref);
      });
      toasts.success('Note saved.');
      refreshLeadWork(client);
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setSaving(false);
    }
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void save();
  };
  return (
    <section className="lp-composer" aria-label="New note">
      <Mentions
        ref={box}
        rows={1}
        classNames={{ textarea: 'p-grows' }}
        maxLength={5000}
        variant="borderless"
        placeholder="Write a note (@ to mention)"
        aria-label="Note"
        aria-invalid={error ? true : undefined}
        value={draft.text}
        loading={isLoading}
        notFoundContent={isLoading ? 'Loading…' : 'No colleague of this name'}
        options={people
          .filter(({ id, name }) => id !== own && name.toLowerCase().includes(typed.toLowerCase()))
          .slice(0, mostOffered)
          .map(({ id, name }) => ({ key: id, value: name, label: name }))}
        onFocus={() => setAsked(true)}
        onSearch={setTyped}
        onChange={(text) => change((now) => ({ ...now, text }))}
        onSelect={({ key = '' }) => {
          const person = people.find(({ id }) => key.startsWith(id)); // antd appends a suffix of its own
          if (person) change((now) => ({ ...now, mentioned: { ...now.mentioned, [person.id]: person.name } }));
        }}
        onKeyDown={onKey}
      />
      <Button size="small" type="primary" disabled={!body} loading={saving} title="Save (Ctrl+Enter)" onClick={() => void save()}>
        Save
      </Button>
      {error ? (
        <p className="lp-composer-error" role="alert">
          {error} The note is still here; try again.
        </p>
      ) : null}
    </section>
  );
}
