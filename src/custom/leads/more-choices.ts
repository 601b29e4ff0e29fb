import { useNavigate } from 'react-router';
import { useMayDo } from '../../providers/rights';
import { ownReferralsPath, suspectsPath } from '../../schemas/kit/lead-page';
import type { MenuChoice } from '../../ui/actions/menu-button';

/** Where else the list of leads leads. */
export function useMoreChoices(): readonly MenuChoice[] {
  const navigate = useNavigate();
  const mayUpload = useMayDo('/upload-csv-lead')('open');
  const mayCompare = useMayDo(suspectsPath)('open');
  const mayRefer = useMayDo(ownReferralsPath)('open');
  return [
    ...(mayUpload ? [{ label: 'Upload Lead CSV', choose: () => void navigate('/upload-csv-lead') }] : []),
    ...(mayCompare ? [{ label: 'Possible duplicates', choose: () => void navigate(suspectsPath) }] : []),
    ...(mayRefer ? [{ label: 'Referred by me', choose: () => void navigate(ownReferralsPath) }] : []),
  ];
}
