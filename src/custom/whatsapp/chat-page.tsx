import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { onLive } from '../../providers/live';
import { permissionsResolved } from '../../providers/permissions';
import { useSession } from '../../providers/session';
import { useWho } from '../../providers/who';
import { mayDo } from '../../schemas/kit/access';
import { PageFrame } from '../../ui/page-frame';
import { pageLoader } from '../../ui/page-loader';
import { EmptyState, NoPermission } from '../../ui/states';
import { frameAddress, tabOf, tabs, type ChatTab } from './frame-address';
import { useClientBase, useProjectId } from './use-frame-parts';
import './whatsapp.css';

const title = 'WhatsApp Communication';

/** /chat: three tabs that embed the WhatsApp client (B §2.6). */
export default function ChatPage(): ReactNode {
  const user = useSession()?.user;
  const who = useWho();
  if (user?.wp_access !== 1)
    return (
      <PageFrame title={title} padded>
        <EmptyState title="You do not have access to WhatsApp. Please contact the administrator." icon="lock" />
      </PageFrame>
    );
  if (!mayDo(who, { code: 'WhatsApp_Communication' }, 'read'))
    return (
      <PageFrame title={title} padded>
        {permissionsResolved() ? <NoPermission module="WhatsApp_Communication" /> : pageLoader}
      </PageFrame>
    );
  return <ChatTabs token={user.wp_token ?? ''} />;
}

function ChatTabs({ token }: { token: string }): ReactNode {
  const [query, setQuery] = useSearchParams();
  const base = useClientBase();
  const projectId = useProjectId(true);
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
  const address =
    base && frameAddress({ base, tab, phone: query.get('phone') ?? '', status: query.get('status') ?? '', token, projectId });
  return (
    <PageFrame title={title} bar={bar} padded>
      <div id="wa-panel" className="p-chat-panel" role="tabpanel" aria-labelledby={`wa-tab-${tab}`}>
        {address ? (
          <ClientFrame key={address} address={address} label={tabs.find(({ path }) => path === tab)!.label} />
        ) : (
          pageLoader
        )}
      </div>
    </PageFrame>
  );
}

/** TRUST-S23: no referrer, no more rights than a client needs. It is told of arrivals, by the chat's id alone. */
function ClientFrame({ address, label }: { address: string; label: string }): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(
    () =>
      onLive('wa_message', ({ wa_user_id }) => {
        const { origin } = new URL(address, window.location.origin);
        frame.current?.contentWindow?.postMessage({ type: 'wa_message', wa_user_id }, origin);
      }),
    [address],
  );
  return (
    <iframe
      ref={frame}
      className="p-chat-frame"
      title={`WhatsApp: ${label}`}
      src={address}
      width={1080}
      height={700}
      referrerPolicy="no-referrer"
      sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-downloads"
      allow="microphone"
    />
  );
}
