import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../providers/session/session';
import { useWho } from '../../providers/session/who';
import type { AnyResource } from '../../schemas/kit/resource';
import type { ActedRow } from '../use-record-actions';
import OfferDialog from './offer-dialog';
import type { OfferedCall } from './offered-call';
import { offeredMoves } from './offered-moves';

/** A button for each move from the record's state, and the dialog of the one that was pressed. */
export default function RecordMoves({ resource, row }: { resource: AnyResource; row: ActedRow }): ReactNode {
  const who = useWho();
  const me = useSession()?.persisted.id;
  const [asked, setAsked] = useState<OfferedCall>();
  return (
    <>
      {offeredMoves(resource, row, who, me).map((move) => (
        <Button
          key={move.offer.label}
          type={move.offer.look === 'primary' ? 'primary' : 'default'}
          danger={move.offer.look === 'danger'}
          onClick={() => setAsked(move)}
        >
          {move.offer.label}
        </Button>
      ))}
      {asked ? <OfferDialog resource={resource} row={row} {...asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}
