import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useSearchParams } from 'react-router-dom';
import { useMayDo } from '../../providers/rights';
import { isOf, useResourceNow } from '../../providers/screens/use-resource';
import { RecordBody } from '../../resources/detail/record-body';
import { RecordPage } from '../../resources/detail/record-page';
import type { colleges } from '../../schemas/settings/colleges';
import './college-page.css';
import { Allocation } from './allocation';
import { CollegeTabs, tabs, type CollegeTab, type TabName } from './college-tabs';
import { Contacts } from './contacts';
import { Courses } from './courses';
import { Documents } from './documents';
import { Figures } from './figures';
import { Pushes } from './pushes';

/** /college-list/{id}/details: what is known of a college, its courses, contacts, documents, and the leads that were sent to it. */
export default function CollegePage(): ReactNode {
  const { id = '' } = useParams();
  const { resource } = useResourceNow('colleges', id);
  const mayReadRules = useMayDo('counsellor-rules')('read');
  const shown = tabs.filter((tab) => !('reads' in tab) || mayReadRules);
  const [open, show] = useTab(shown);
  if (!isOf<typeof colleges>(resource, 'colleges')) return null;
  return (
    <RecordPage key={id} resource={resource} id={id} own={ownParameters}>
      {(college) => (
        <>
          <Figures id={id} />
          <CollegeTabs tabs={shown} open={open} show={show} />
          <div className="cp-tab" role="tabpanel" id="college-tab" aria-labelledby={`college-tab-${open}`}>
            {open === 'details' ? <RecordBody resource={resource} row={college} id={id} /> : null}
            {open === 'courses' ? <Courses id={id} /> : null}
            {open === 'contacts' ? <Contacts college={college} /> : null}
            {open === 'documents' ? <Documents college={college} /> : null}
            {open === 'allocation' ? <Allocation id={id} name={college.clg_name} /> : null}
            {open === 'pushes' ? <Pushes id={id} college={college} /> : null}
          </div>
        </>
      )}
    </RecordPage>
  );
}

const ownParameters = ['tab'];

/** The open tab is in the address, next to what the list put there. */
function useTab(shown: readonly CollegeTab[]): [TabName, (tab: TabName) => void] {
  const [search, setSearch] = useSearchParams();
  const open = shown.find(({ name }) => name === search.get('tab'))?.name ?? 'details';
  const show = (tab: TabName): void =>
    setSearch(
      (now) => {
        if (tab === 'details') now.delete('tab');
        else now.set('tab', tab);
        return now;
      },
      { replace: true },
    );
  return [open, show];
}
