import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { openFeedback } from '../../providers/screens/feedback-modal';
import { openKeyList } from '../../providers/screens/search-palette';
import { useSession, type Session } from '../../providers/session/session';
import { Avatar } from '../../ui/marks/avatar';
import { Icon } from '../../ui/marks/icon';
import { onDemand, useWarm } from '../../ui/dialogs/on-demand';
import { Popover } from '../../ui/dialogs/popover';
import { phoneLink, withCountry } from '../../ui/leads/phones';
import { raiseTicketPath } from '../../ui/leads/raise-ticket-path';
import { chooseMode, useModeChoice, type ModeChoice } from '../../ui/theme/theme';
import { LineIcon } from '../../ui/marks/line-icon';
import { useNarrow } from '../../ui/page/use-narrow';

const ConfirmLogout = onDemand('confirm-logout', () => import('./confirm-logout'));

/** The user menu: profile, support, theme and sign-out. `routes` are the pages that exist. */
export function UserMenu({ routes }: { routes: ReadonlySet<string> }): ReactNode {
  const session = useSession();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [leaving, setLeaving] = useState(false);
  const narrow = useNarrow();
  useWarm(ConfirmLogout);
  if (!session) return null;
  const { user } = session;
  const close = (): void => {
    anchor?.focus(); // the dialog that opens now returns the focus to the button
    setAnchor(null);
  };
  const content = (
    <div className="p-user-menu">
      <Person session={session} />
      <ThemeChoice />
      <ul>
        {narrow && routes.has('/help-support/list') ? (
          <li>
            <Link to={raiseTicketPath} onClick={close}>
              <Icon name="question" /> Raise a Ticket
            </Link>
          </li>
        ) : null}
        {narrow ? (
          <li>
            <button
              type="button"
              onClick={() => {
                close();
                openFeedback();
              }}
            >
              <Icon name="chat" /> Give Feedback
            </button>
          </li>
        ) : null}
        {routes.has('/profile') ? (
          <>
            <li>
              <Link to="/profile" onClick={close}>
                <Icon name="lock" /> Change Password
              </Link>
            </li>
            <li>
              <Link to="/profile" onClick={close}>
                <Icon name="user" /> My Account
              </Link>
            </li>
          </>
        ) : null}
        {recentChanges(close)}
        {narrow ? null : (
          <li>
            <button
              type="button"
              onClick={() => {
                close();
                openKeyList();
              }}
            >
              <Icon name="question" /> Keys of this page <kbd aria-hidden="true">?</kbd>
            </button>
          </li>
        )}
        <li>
          <button
            type="button"
            onClick={() => {
              close();
              setLeaving(true);
            }}
          >
            <LineIcon path={leave} /> Logout
          </button>
        </li>
      </ul>
    </div>
  );
  return (
    <>
      <button
        type="button"
        className="p-user-button"
        aria-label={`Account of ${user.name}`}
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}
      >
        <Avatar name={user.name} />
        <Icon name="right" size={12} />
      </button>
      {anchor ? (
        <Popover anchor={anchor} label="Account" onClose={close}>
          {content}
        </Popover>
      ) : null}
      {leaving ? <ConfirmLogout onClose={() => setLeaving(false)} /> : null}
    </>
  );
}

const recentChanges = (onOpen: () => void): ReactNode => (
  <li>
    <Link to="/recent-changes" onClick={onOpen}>
      <Icon name="history" /> Recent changes
    </Link>
  </li>
);

/** Who is signed in, and where they get support. */
function Person({ session: { user, persisted } }: { session: Session }): ReactNode {
  return (
    <>
      <div className="p-user">
        <Avatar name={user.name} size={40} />
        <div>
          <strong>{user.name}</strong>
          <span>{user.email}</span>
          <span>Role: {user.role_name}</span>
        </div>
      </div>
      {persisted.support_email || persisted.support_number ? (
        <div className="p-support">
          <span>Support</span>
          {persisted.support_email ? <a href={`mailto:${persisted.support_email}`}>{persisted.support_email}</a> : null}
          {persisted.support_number ? (
            <a href={`tel:${phoneLink(withCountry(persisted.support_number))}`}>{withCountry(persisted.support_number)}</a>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

const modes: readonly { readonly value: ModeChoice; readonly label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

function ThemeChoice(): ReactNode {
  const choice = useModeChoice();
  return (
    <div className="p-theme-choice" role="radiogroup" aria-label="Theme">
      {modes.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name="theme" checked={value === choice} onChange={() => chooseMode(value)} />
          {label}
        </label>
      ))}
    </div>
  );
}

const leave = 'M6.5 2.8H3.2v10.4h3.3M7 8h6.4m-2.6-2.8L13.6 8l-2.8 2.8';
