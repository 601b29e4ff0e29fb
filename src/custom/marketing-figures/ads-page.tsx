import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Link } from 'react-router-dom';
import type { Platform } from '../../schemas/calls/marketing-figures';
import { PageFrame } from '../../ui/page/page-frame';
import { Accounts } from './accounts';
import { CampaignView, UploadLink } from './campaign-view';
import './marketing-figures.css';

const pages: readonly { readonly path: string; readonly title: string; readonly tab: string; readonly platform?: Platform }[] = [
  { path: '/advertising-management', title: 'Ads Management', tab: 'All platforms' },
  { path: '/ads-management-facebook', title: 'Facebook ads', tab: 'Facebook', platform: 'facebook' },
  { path: '/ads-management-google', title: 'Google ads', tab: 'Google', platform: 'google' },
];

/** The three pages of ads: the accounts of a platform, and what its campaigns cost and brought. */
export default function AdsPage(): ReactNode {
  const { pathname } = useLocation();
  const { title, path, platform } = pages.find((one) => one.path === pathname) ?? pages[0]!;
  return (
    <PageFrame
      title={title}
      padded
      actions={<UploadLink />}
      bar={
        <nav className="mf-tabs" aria-label="Platforms">
          {pages.map((one) => (
            <Link key={one.path} to={one.path} aria-current={one.path === path ? 'page' : undefined}>
              {one.tab}
            </Link>
          ))}
          <Link to="/advertising-management/accounts">Accounts</Link>
          <Link to="/advertising-management/pages">Pages</Link>
        </nav>
      }
    >
      <Accounts platform={platform} />
      <CampaignView platform={platform ?? 'ads'} />
    </PageFrame>
  );
}
