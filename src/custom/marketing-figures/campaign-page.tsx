import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useMayDo } from '../../providers/rights';
import { PageFrame } from '../../ui/page/page-frame';
import { CampaignView, UploadLink } from './campaign-view';
import { useFigureState } from './use-figure-state';
import './marketing-figures.css';

const tabs = ['google', 'facebook', 'all'] as const;
const labels = { google: 'Google', facebook: 'Facebook', all: 'All' } as const;

/** /marketing-analytics/google: what campaigns cost and how far their leads have come, by platform. */
export default function CampaignPage(): ReactNode {
  const state = useFigureState();
  const tab = state.choice('platform', tabs);
  const mayCosts = useMayDo('campaign-costs')('list');
  return (
    <PageFrame
      title="Marketing Analytics"
      padded
      actions={
        <>
          {mayCosts ? <Link to="/marketing-analytics/costs">Costs</Link> : null}
          <UploadLink />
        </>
      }
    >
      <Tabs
        activeKey={tab}
        onChange={(key) => state.change({ platform: key === 'google' ? undefined : key })}
        items={tabs.map((key) => ({ key, label: labels[key] }))}
      />
      <CampaignView platform={tab === 'all' ? undefined : tab} />
    </PageFrame>
  );
}
