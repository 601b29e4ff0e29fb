import { mainThread } from './main-thread.mjs';

/** Puts all leads into one stage and scrolls it by wheel, then as many of the same cards in a page without code. */
export async function scrollBoard({ db, tenant, browser, page, url }) {
  await db.query('set session_replication_role = replica'); // without the audit trail
  await db.query(
    `update leads set stage_id = (select id from lead_stages where tenant_id = $1 and stage_name = 'Counselled') where tenant_id = $1`,
    [tenant],
  );
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(`${url}/leads?type=all&look=board`);
  const column = page.getByRole('region', { name: 'Leads of Counselled' });
  await column.getByRole('link').first().waitFor();
  const cards = await column.evaluate((one) => Math.round(one.scrollHeight / 104));
  const wheel = async (box) => {
    await box.hover();
    await page.waitForTimeout(1500); // what the page loads at first is not part of the scrolling
    return mainThread(browser, page, async () => {
      for (let i = 0; i < 240; i++) {
        await page.mouse.wheel(0, 400);
        await page.waitForTimeout(16);
      }
    });
  };
  const own = await wheel(column);
  const drawn = await column.locator('.lb-card').count();
  const [styles, nodes] = await column.evaluate((one, count) => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
    const copy = one.cloneNode(true);
    const list = copy.querySelector('ul');
    const known = [...list.children];
    const all = Array.from({ length: count }, (_, index) => {
      const card = known[index % known.length].cloneNode(true);
      card.style.top = `${index * 104}px`;
      return card;
    });
    list.replaceChildren(...all);
    return [rules.join('\n'), copy.outerHTML];
  }, cards);
  await page.setContent(`<style>${styles}</style><div style="display:flex;width:264px;height:500px">${nodes}</div>`);
  const bare = await wheel(page.locator('.lb-scroll'));
  return { cards, drawn, own, bare };
}
