import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { openFeedback } from '../../providers/screens/feedback-modal';
import type { ShellPartProps } from '../../providers/screens/screens';
import { LineIcon } from '../../ui/marks/line-icon';
import { raiseTicketPath } from '../../ui/leads/raise-ticket-path';
import { useNarrow } from '../../ui/page/use-narrow';

/** The icons for feedback and tickets; on a phone both are in the user menu. */
export function FeedbackButtons({ routes }: Pick<ShellPartProps, 'routes'>): ReactNode {
  if (useNarrow()) return null;
  return (
    <>
      <button type="button" className="p-shell-button" aria-label="Give feedback" title="Give feedback" onClick={openFeedback}>
        <LineIcon path={speech} size={18} />
      </button>
      {routes.has('/help-support/list') ? (
        <Link to={raiseTicketPath} className="p-shell-button" aria-label="Raise a ticket" title="Raise a ticket">
          <LineIcon path={ticket} size={18} />
        </Link>
      ) : null}
    </>
  );
}

const speech =
  'M2.4 3.2h11.2v7.6H8.4l-3 2.600v-2.600h-3V3.200Zm5.600 1.700.7 1.400 1.500.2-1.100 1.100.3 1.500L8 8.400l-1.400.7.3-1.500-1.100-1.100 1.500-.2.7-1.400Z';
const ticket =
  'M2.2 4.400h11.600v2.200a1.500 1.500 0 0 0 0 2.800v2.200H2.200V9.400a1.500 1.500 0 0 0 0-2.800V4.400Zm7.300 0v7.200';
