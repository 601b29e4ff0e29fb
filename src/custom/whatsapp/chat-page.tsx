import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { onLive } from '../../providers/live/live';
import { permissionsResolved } from '../../providers/session/permissions';
import { useSession } from '../../providers/session/session';
import { chatsList } from '../../schemas/calls/whatsapp-chats';
import { useMayDo } from '../../providers/rights';
import { isRecord } from '../../schemas/kit/is-record';
import { PageFrame } from '../../ui/page/page-frame';
import { pageLoader } from '../../ui/page/page-loader';
import { EmptyState, NoPermission } from '../../ui/page/states';
import { frameAddress, tabOf, tabs, type ChatTab } from './frame-address';
import { useClientBase, useProjectId } from './use-frame-parts';
import { freshTicket, useFrameToken } from './use-frame-token';
import { useRenewal } from './use-renewal';
import './whatsapp.css';

const title = 'WhatsApp Communication';

/** /chat: three tabs that embed the WhatsApp client. */
export default function ChatPage(): ReactNode {
  const user = useSession()?.user;
  const mayChat = useMayDo(chatsList)('read');
  if (user?.wp_access !== 1)
    return (
      <PageFrame title={title} padded>
        <EmptyState title="You do not have access to WhatsApp. Please contact the administrator." icon="lock" />
      </PageFrame>
    );
  if (!mayChat)
    return (
      <PageFrame title={title} padded>
        {permissionsResolved() ? <NoPermission module="WhatsApp_Communication" /> : pageLoader}
      </PageFrame>
    );
  return <ChatTabs />;
}

function ChatTabs(): ReactNode {
  const [query, setQuery] = useSearchParams();
  const base = useClientBase();
  const projectId = useProjectId();
  const tab = tabOf(query.get('path'));
  const open = (path: ChatTab): void =>
    setQuery((before) => {
      const after = new URLSearchParams(before);
      after.set('path', path);
      return after;
    });
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const next = tabs[(tabs.findIndex(({ path }) => path === tab) + step + tabs.length) % tabs.length]!;
    open(next.path);
    document.getElementById(`wa-tab-${next.path}`)?.focus();
  };
  const bar = (
    <div className="p-chat-tabs" role="tablist" aria-label="WhatsApp" onKeyDown={onKey}>
      {tabs.map(({ path, label }) => (
        <button
          key={path}
          id={`wa-tab-${path}`}
          type="button"
          role="tab"
          aria-selected={path === tab}
          aria-controls="wa-panel"
          tabIndex={path === tab ? 0 : -1}
          onClick={() => open(path)}
        >
          {label}
        </button>
      ))}
    </div>
  );
  const parts = { tab, phone: query.get('phone') ?? '', status: query.get('status') ?? '', projectId };
  const [turn, setTurn] = useState(0);
  const token = useFrameToken(base, JSON.stringify({ ...parts, turn }));
  const address = base && token !== undefined && frameAddress({ base, token, ...parts });
  return (
    <PageFrame title={title} bar={bar} padded>
      <div id="wa-panel" className="p-chat-panel" role="tabpanel" aria-labelledby={`wa-tab-${tab}`}>
        {address ? (
          <ClientFrame
            key={address}
            address={address}
            label={tabs.find(({ path }) => path === tab)!.label}
            onStale={() => setTurn(turn + 1)}
          />
        ) : (
          pageLoader
        )}
      </div>
    </PageFrame>
  );
}

const rights = 'allow-scripts allow-forms allow-same-origin allow-popups';

/**
 * TRUST-S23: no referrer, and no more permissions than a client needs; the built-in one can also offer downloads. The frame is
 * notified of arrivals by the chat's id only; the built-in one can ask for another ticket when its session expires.
 */
function ClientFrame({ address, label, onStale }: { address: string; label: string; onStale: () => void }): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const { origin } = new URL(address, window.location.origin);
  const isOwn = origin === window.location.origin;
  useRenewal(frame, isOwn ? undefined : origin, onStale);
  useEffect(() => {
    const tell = (message: object): void => frame.current?.contentWindow?.postMessage(message, origin);
    const onMessage = (event: MessageEvent): void => {
      if (!isOwn || event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      if (!isRecord(event.data) || event.data['type'] !== 'wa_ticket_wanted') return;
      freshTicket().then(
        (ticket) => tell({ type: 'wa_ticket', ticket }),
        (error: unknown) => void console.error(error),
      );
    };
    const deaf = onLive('wa_message', ({ wa_user_id = '' }) => tell({ type: 'wa_message', wa_user_id }));
    window.addEventListener('message', onMessage);
    return () => {
      deaf();
      window.removeEventListener('message', onMessage);
    };
  }, [origin, isOwn]);
  return (
    <iframe
      ref={frame}
      className="p-chat-frame"
      title={`WhatsApp: ${label}`}
      src={address}
      width={1080}
      height={700}
      referrerPolicy="no-referrer"
      sandbox={isOwn ? `${rights} allow-downloads` : rights}
      allow="microphone"
    />
  );
}
