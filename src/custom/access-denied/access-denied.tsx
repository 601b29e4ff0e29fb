import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../../ui/marks/icon';

/** Inside the shell, so that the menu stays usable (D-027). */
export default function AccessDenied(): ReactNode {
  return (
    <div className="p-state">
      <Icon name="lock" size={32} />
      <h1 className="p-denied">Access Denied !</h1>
      <p>We are sorry, but you do not have permission to access this page. Please contact the administrator.</p>
      <div className="p-state-next">
        <Link to="/">Home</Link>
      </div>
    </div>
  );
}
