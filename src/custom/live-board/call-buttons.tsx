import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { BoardCall } from '../../schemas/calls/live-board';
import type { SupervisorAction } from '../../schemas/kit/supervision';
import { MenuButton } from '../../ui/actions/menu-button';
import { ask } from '../../ui/dialogs/ask';
import { Icon } from '../../ui/marks/icon';
import type { BoardActions } from './use-board';

const words: Readonly<Record<SupervisorAction, string>> = {
  listen: 'Listen',
  whisper: 'Whisper to the agent',
  barge: 'Join the call',
  take_over: 'Take over',
  hang_up: 'Hang up',
};

/** What this reader can do on a call: listen first, the rest in a menu. What ends a conversation is asked once more. */
export function CallButtons({
  call,
  own,
  me,
  can,
  actions,
}: {
  call: BoardCall;
  own: boolean;
  me: string | undefined;
  can: readonly SupervisorAction[];
  actions: BoardActions;
}): ReactNode {
  const { call_id: id, state, user_name: agent } = call;
  const busy = actions.busy === id;
  // nobody has taken it: there is nobody to listen to
  if (state === 'wrap_up' || call.user_id === null) return null;
  if (own)
    return (
      <Button size="small" danger loading={busy} onClick={() => void actions.hangUp(id)}>
        Hang up
      </Button>
    );
  const isMine = call.supervisor_id !== null && call.supervisor_id === me;
  const isTaken = call.supervisor_id !== null && !isMine;
  const offered = can.filter(
    (one) => !isTaken && one !== (isMine ? call.supervision : undefined) && (one === 'hang_up' || state !== 'ringing'),
  );
  const begin = (action: SupervisorAction): void => {
    if (action !== 'take_over' && action !== 'hang_up') return void actions.supervise(id, action);
    ask({
      title:
        action === 'take_over' ? `Take over the call of ${agent ?? 'this agent'}?` : `End the call of ${agent ?? 'this agent'}?`,
      content: action === 'take_over' ? 'The call ends for the agent and continues with you.' : 'The conversation ends at once.',
      okText: words[action],
      okButtonProps: action === 'hang_up' ? { danger: true } : {},
      onOk: () => actions.supervise(id, action),
    });
    return undefined;
  };
  const first = offered.find((one) => one === 'listen');
  const rest = offered.filter((one) => one !== first);
  if (!offered.length && !isMine) return null;
  return (
    <span className="lv-do">
      {isMine ? (
        <Button size="small" loading={busy} onClick={() => void actions.supervise(id, 'leave')}>
          Leave
        </Button>
      ) : null}
      {first && !isMine ? (
        <Button size="small" loading={busy} onClick={() => begin(first)}>
          {words[first]}
        </Button>
      ) : null}
      {rest.length ? (
        <MenuButton
          label={`More for the call of ${agent ?? 'nobody'}`}
          choices={[...(first && isMine ? [first] : []), ...rest].map((one) => ({ label: words[one], choose: () => begin(one) }))}
        >
          <Icon name="more" />
        </MenuButton>
      ) : null}
    </span>
  );
}
