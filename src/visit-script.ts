/**
 * The script of a customer's own site, served as /t.js (ADR 34): counts a visit, its pages and its enquiry forms. It stores and
 * sends nothing before the visitor agrees, and does nothing at all where the browser asks not to be tracked. It loads nothing else.
 */
interface Given {
  readonly site?: string;
  readonly consent?: string;
  readonly consentText?: string;
}
interface Happened {
  readonly kind: 'page_view' | 'form_view' | 'form_start';
  readonly page: string;
  readonly form?: string;
}

const tag = document.currentScript instanceof HTMLScriptElement ? document.currentScript : undefined;
const given: Given = tag ? tag.dataset : {};
const agreed = 'prospectus_consent';
const visitor = 'prospectus_visitor';
const visit = 'prospectus_visit';
const pause = 30 * 60_000;
const noSale: unknown = Reflect.get(navigator, 'globalPrivacyControl');
/** Nobody is counted: no site is named, the browser asks not to be tracked, or a program drives it. */
const quiet = !given.site || navigator.doNotTrack === '1' || noSale === true || navigator.webdriver;
const seen = new WeakSet<HTMLFormElement>();
const begun = new WeakSet<HTMLFormElement>();
let on = false;
let page = '';
let queue: Happened[] = [];
let bar: HTMLElement | undefined;

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The key of this visit; after half an hour without a page it is another one. */
function visitKey(): string {
  const [key, last] = (localStorage.getItem(visit) ?? '').split('.');
  const now = Date.now();
  const same = key && now - Number(last) < pause ? key : newKey();
  localStorage.setItem(visit, `${same}.${now}`);
  return same;
}

function visitorKey(): string {
  const key = localStorage.getItem(visitor) ?? newKey();
  localStorage.setItem(visitor, key);
  return key;
}

function note(kind: Happened['kind'], form?: HTMLFormElement): void {
  const named = form && (form.dataset['prospectus'] || form.id || form.getAttribute('name') || undefined);
  queue.push({ kind, page: location.pathname, ...(named ? { form: named } : {}) });
  if (queue.length === 1) setTimeout(send, 300);
}

function send(): void {
  if (!on || !queue.length) return;
  const query = new URLSearchParams(location.search);
  const utm = ['source', 'medium', 'campaign', 'term', 'content'].flatMap((name) => {
    const value = query.get(`utm_${name}`);
    return value ? [[`utm_${name}`, value.slice(0, 200)]] : [];
  });
  const click = query.has('gclid') ? 'google' : query.has('fbclid') ? 'facebook' : undefined;
  const referrer = document.referrer.split('?')[0];
  const body = {
    visit: visitKey(),
    visitor: visitorKey(),
    events: queue.splice(0, 20),
    ...(referrer ? { referrer } : {}),
    ...Object.fromEntries(utm),
    ...(click ? { click } : {}),
  };
  fetch(new URL(`/api/visits/${given.site}`, tag!.src), {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    keepalive: true,
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
}

const watcher = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries)
    if (isIntersecting && target instanceof HTMLFormElement) {
      watcher.unobserve(target);
      note('form_view', target);
    }
});

/** Forms that ask for a phone number or an email, or are marked; each is sent with the visit's key. */
function findForms(): void {
  for (const form of document.forms) {
    const asks = 'prospectus' in form.dataset || form.querySelector('[type=tel],[type=email],[name=phone],[name=email]');
    if (!asks || seen.has(form)) continue;
    seen.add(form);
    watcher.observe(form);
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = 'visit_id';
    field.value = visitKey();
    form.append(field);
  }
}

function look(): void {
  if (!on) return;
  if (page !== location.pathname) {
    page = location.pathname;
    note('page_view');
  }
  findForms();
}

function start(): void {
  if (on) return;
  on = true;
  look();
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  addEventListener('popstate', look);
  addEventListener('pagehide', send);
  document.addEventListener('focusin', ({ target }) => {
    const form = target instanceof Element && target.closest('form');
    if (!on || !form || !seen.has(form) || begun.has(form)) return;
    begun.add(form);
    note('form_start', form);
  });
}

function consent(yes: boolean): void {
  bar?.remove();
  if (quiet) return;
  try {
    localStorage.setItem(agreed, yes ? 'yes' : 'no');
    if (yes) return start();
    on = false;
    queue = [];
    localStorage.removeItem(visit);
    localStorage.removeItem(visitor);
    for (const field of document.querySelectorAll('[type=hidden][name=visit_id]')) field.remove();
  } catch {
    // nothing can be stored here: the visit is not counted
  }
}

function ask(): void {
  bar = document.createElement('div');
  const text = document.createElement('span');
  text.textContent = given.consentText || 'May we count your visit to improve this site?';
  const button = (label: string, yes: boolean): HTMLElement => {
    const one = document.createElement('button');
    one.textContent = label;
    one.style.cssText = 'font:inherit;padding:6px 14px;border:1px solid #555;border-radius:6px;background:#fff;color:#222';
    one.onclick = () => consent(yes);
    return one;
  };
  bar.setAttribute('role', 'region');
  bar.ariaLabel = 'Consent';
  bar.style.cssText =
    'position:fixed;z-index:99999;left:12px;right:12px;bottom:12px;max-width:560px;margin:auto;padding:12px 16px;display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center;background:#fff;color:#222;border-radius:8px;box-shadow:0 2px 16px #0004;font:14px/20px system-ui,sans-serif';
  bar.append(text, button('Allow', true), button('Don’t allow', false));
  document.body.append(bar);
}

function begin(): void {
  let said: string | null = 'no';
  try {
    said = localStorage.getItem(agreed);
  } catch {
    // nothing can be stored here: nobody is asked either
  }
  if (said === 'yes') start();
  else if (said === null && given.consent !== 'site') ask();
}

Reflect.set(window, 'prospectus', { consent, visit: () => (on ? visitKey() : undefined) });
if (!quiet) {
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin);
  else begin();
}
