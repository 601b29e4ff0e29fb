import type { ReactNode } from 'react';
import { Carousel } from './carousel';
import { serverNow } from '../../ui/time/server-clock';
import './sign-in.css';

/** The frame of both sign-in pages: the form on the left, pictures on the right if there is room. */
export function SignInFrame({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="p-sign-in">
      <main>
        <div className="p-sign-in-brand">
          <span aria-hidden="true">P</span> Prospectus
        </div>
        <div className="p-sign-in-form">{children}</div>
        <footer>
          <span>© 2021–{thisYear()} Prospectus</span>
        </footer>
      </main>
      <Carousel />
    </div>
  );
}

const thisYear = (): number => new Date(serverNow()).getFullYear();
