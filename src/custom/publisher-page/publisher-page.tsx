import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { Link, useSearchParams } from 'react-router-dom';
import { useMayDo } from '../../providers/rights';
import { isOf, useResourceNow } from '../../providers/screens/use-resource';
import { RecordBody } from '../../resources/detail/record-body';
import { RecordPage } from '../../resources/detail/record-page';
import type { publishers } from '../../schemas/leads/publishers';
import { ApiKeys } from './api-keys';
import './publisher-page.css';
import { SignIns } from './sign-ins';
import { TestLead } from './test-lead';

/** /publishers/{id}/details: what is known of a publisher, its figures, its API keys, a test lead and who signs in for it. */
export default function PublisherPage(): ReactNode {
  const { id = '' } = useParams();
  const { resource } = useResourceNow('publishers', id);
  const [query, setQuery] = useSearchParams();
  const [mayTest, readsKeys, readsUsers] = [
    useMayDo('publishers')('update'),
    useMayDo('api-keys')('list'),
    useMayDo('users')('list'),
  ];
  if (!isOf<typeof publishers>(resource, 'publishers')) return null;
  return (
    <RecordPage key={id} resource={resource} id={id} own={['tab']}>
      {(publisher) => (
        <Tabs
          activeKey={query.get('tab') ?? 'details'}
          onChange={(tab) => setQuery({ tab }, { replace: true })}
          items={[
            {
              key: 'details',
              label: 'Details',
              children: (
                <>
                  <p>
                    <Link to={`/publishers/deliveries?publisher_id=${encodeURIComponent(id)}`}>All delivered leads</Link>
                  </p>
                  <RecordBody resource={resource} row={publisher} id={id} />
                </>
              ),
            },
            ...(readsKeys ? [{ key: 'keys', label: 'API keys', children: <ApiKeys id={id} name={publisher.name} /> }] : []),
            ...(mayTest ? [{ key: 'test', label: 'Test lead', children: <TestLead id={id} publisher={publisher} /> }] : []),
            ...(readsUsers ? [{ key: 'users', label: 'Sign-ins', children: <SignIns id={id} name={publisher.name} /> }] : []),
          ]}
        />
      )}
    </RecordPage>
  );
}
