import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { endCalendarAddress, renewCalendarAddress, useCalendarAddress } from '../../providers/calls/follow-up-calls';
import { callKey } from '../../providers/calls/use-call';
import { calendarFeed, type CalendarAddress } from '../../schemas/calls/follow-up-work';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { ErrorState } from '../../ui/page/states';
import { toasts } from '../../ui/toasts/toasts';

/** The address for a calendar program: made, copied, changed, ended. */
export function FeedDialog({ onClose }: { onClose: () => void }): ReactNode {
  useFocusBack();
  const client = useQueryClient();
  const { data, error, refetch } = useCalendarAddress();
  const [busy, setBusy] = useState(false);
  const change = async (work: () => Promise<CalendarAddress>, said: string): Promise<void> => {
    setBusy(true);
    try {
      await work();
      await client.invalidateQueries({ queryKey: callKey(calendarFeed) });
      toasts.success(said);
    } catch (failure) {
      toasts.error(failure);
    }
    setBusy(false);
  };
  const url = data?.url;
  return (
    <Modal
      open
      width={520}
      title="Follow-ups in your calendar"
      onCancel={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {error ? <ErrorState what="The address could not be loaded" error={error} onRetry={() => void refetch()} /> : null}
      <p>
        A calendar program such as Google Calendar, Outlook or Apple Calendar can show your pending follow-ups. Anyone who has the
        address can read them, with the names of the leads.
      </p>
      {url ? (
        <>
          <Input readOnly aria-label="Calendar address" value={url} onFocus={({ target }) => target.select()} />
          <div className="fu-feed-do">
            <Button type="primary" onClick={() => void copied(url)}>
              Copy address
            </Button>
            <Button loading={busy} onClick={() => void change(renewCalendarAddress, 'The calendar has a new address.')}>
              Change address
            </Button>
            <Button danger loading={busy} onClick={() => void change(endCalendarAddress, 'The calendar address is turned off.')}>
              Turn off
            </Button>
          </div>
        </>
      ) : (
        <Button
          type="primary"
          disabled={data === undefined}
          loading={busy}
          onClick={() => void change(renewCalendarAddress, 'The calendar address is ready.')}
        >
          Create address
        </Button>
      )}
    </Modal>
  );
}

async function copied(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toasts.success('Address copied.');
  } catch {
    toasts.error('The address could not be copied. Select it and copy it yourself.');
  }
}
