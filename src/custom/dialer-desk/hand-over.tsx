import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { ColleagueSelect } from '../../ui/fields/colleague-select';

/** Selects the colleague who takes over the call. Colleagues on a break cannot be selected. */
export function HandOver({ busy, onChoose }: { busy: boolean; onChoose: (userId: string) => void }): ReactNode {
  const [chosen, setChosen] = useState<string>();
  return (
    <div className="dd-transfer">
      <ColleagueSelect aria-label="Colleague" placeholder="Colleague" forCall value={chosen} onChange={setChosen} />
      <Button disabled={!chosen} loading={busy} onClick={() => chosen && onChoose(chosen)}>
        Hand over
      </Button>
    </div>
  );
}
