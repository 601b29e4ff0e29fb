import { load, type CheerioAPI } from 'cheerio/slim';
import type { WebsiteDetails } from '../../src/schemas/calls/tenant';
import { extractTags } from './extract-tags';
import { objectsOf } from './website-objects';

interface Link {
  readonly href: string;
  readonly text: string;
}

/** Pure: the page is text, nothing in it runs. */
export function websiteDetails(html: string, address: string): WebsiteDetails {
  const $ = load(extractTags(html));
  const meta = (...names: string[]): string =>
    firstOf(names.map((name) => $(`meta[property="${name}"], meta[name="${name}"]`).first().attr('content')));
  const own = objectsOf($);
  const links = linksOf($, address);
  const social = (host: RegExp): string => links.find(({ href }) => host.test(href))?.href ?? '';
  const page = (about: RegExp): string =>
    links.find(({ href, text }) => isWeb(href) && (about.test(text) || about.test(href)))?.href ?? '';
  return {
    name: clean(firstOf([own.name, meta('og:site_name', 'application-name'), titleOf($)]), 150),
    description: clean(firstOf([meta('description', 'og:description'), own.description]), 5000),
    email: emailOf([own.email, ...links.filter(({ href }) => /^mailto:/i.test(href)).map(({ href }) => href.slice(7))]),
    phone: phoneOf([own.phone, ...links.filter(({ href }) => /^tel:/i.test(href)).map(({ href }) => href.slice(4))]),
    logo_image: webAddress(
      firstOf([
        own.logo,
        $('img[class*="logo" i], img[id*="logo" i], img[alt*="logo" i]').first().attr('src'),
        $('link[rel="apple-touch-icon"], link[rel~="icon"]').first().attr('href'),
        meta('og:image'),
      ]),
      address,
    ),
    twitter: social(/^https?:\/\/(www\.|mobile\.)?(twitter|x)\.com\/\w/i),
    facebook: social(/^https?:\/\/([a-z-]+\.)?facebook\.com\/\w/i),
    google: social(/^https?:\/\/(plus\.google\.com|g\.page|g\.co|maps\.app\.goo\.gl|(www\.|maps\.)?google\.[a-z.]+\/maps)/i),
    instagram: social(/^https?:\/\/(www\.)?instagram\.com\/\w/i),
    youtube: social(/^https?:\/\/((www|m)\.)?(youtube\.com|youtu\.be)\/\S/i),
    privacy_policy_url: page(/privacy/i),
    terms_condition_url: page(/terms|conditions of use/i),
  };
}

/** The part of the page's title that is not of this page only: 'Home | Northstar' is Northstar's. */
function titleOf($: CheerioAPI): string {
  const parts = $('title')
    .first()
    .text()
    .split(/\s+[|–—·-]\s+/)
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.find((part) => !/^(home|home ?page|welcome|index)$/i.test(part)) ?? '';
}

function linksOf($: CheerioAPI, address: string): Link[] {
  return $('a[href]')
    .toArray()
    .map((link) => {
      const href = ($(link).attr('href') ?? '').trim();
      return { href: /^(mailto|tel):/i.test(href) ? href : webAddress(href, address), text: $(link).text().slice(0, 200) };
    })
    .filter(({ href }) => href !== '');
}

/** Absolute, http or https, without name and password; '' for anything else. */
function webAddress(href: string, base: string): string {
  if (!href.trim() || !URL.canParse(href, base)) return '';
  const url = new URL(href, base);
  return isWeb(url.href) && !url.username && url.href.length <= 2048 ? url.href : '';
}
const isWeb = (href: string): boolean => /^https?:\/\//.test(href);

/** As the form takes them (D-101); what does not fit is left out. */
function emailOf(found: readonly string[]): string {
  const clear = found.map((one) => decoded(one.split('?')[0]!).trim().toLowerCase());
  return clear.find((one) => one.length <= 254 && /^[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}$/.test(one)) ?? '';
}
function phoneOf(found: readonly string[]): string {
  const clear = found.map((one) =>
    decoded(one)
      .replace(/[^\d+]/g, '')
      .replace(/^(0091|91)(?=\d{10}$)/, '+91'),
  );
  return clear.find((one) => /^(?:\+91|0)?[0-9]{10}$/.test(one)) ?? '';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
// oxlint-disable-next-line no-control-regex -- control characters are what is removed
const hidden = /[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069\s]+/g;
const clean = (text: string, longest: number): string => text.replace(hidden, ' ').trim().slice(0, longest);
const firstOf = (texts: readonly (string | undefined)[]): string => texts.find((text) => text?.trim()) ?? '';
