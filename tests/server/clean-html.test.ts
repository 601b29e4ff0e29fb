import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../src/schemas/kit/problem';
import { cleanHtml, safeHtml } from '../../server/domain/clean-html';
import { isCleanHtml } from '../../server/domain/is-clean-html';

const pieces =
  `<p> </p> <b > " ' <a_href=" javascript: java\tscript: &#106;avascript: &colon; data:text/html, <img_src=" <img_src=x_onerror=a()
 _style=" _title= <!-- --> <![CDATA[ <svg/onload= <script> </script> &lt; & &amp; //a.example /path?x=1:2 # : {{name}} <table><tr><td> </table>
 <br> <hr/> <math> \u0000 \u2028 _rel="opener" _target <iframe_src= <textarea> <style> <title> <font_color=red _`
    .split(/[ \n]+/)
    .map((text) => text.replaceAll('_', ' '));
const piece = fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 12, unit: 'binary' }));
const html = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(''));
const problemOf = (work: () => unknown): Problem => {
  try {
    work();
  } catch (error) {
    return error as Problem;
  }
  throw new Error('nothing was refused');
};

describe('HTML of templates and pages', () => {
  it('TRUST-S19 TRUST-S35 saved HTML is read without being cleaned again, and cleaning it again would change nothing', () => {
    fc.assert(
      fc.property(html, (value) => {
        const saved = cleanHtml('body_html', value);
        expect(isCleanHtml(saved)).toBe(true);
        expect(safeHtml(saved)).toBe(saved);
        expect(saved).not.toMatch(/<(script|iframe|svg|style|textarea|math)|(href|src)="\s*(javascript|vbscript)/i);
        expect(saved.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[^<>]*\son/i);
      }),
      { numRuns: 5000, seed: 12 },
    );
  });

  it('TRUST-S19 harmful HTML never passes as cleaned, however it was stored', () => {
    for (const value of [
      '<p onclick="a()">x</p>',
      '<script>a()</script>',
      '<a href="javascript:a()">x</a>',
      '<a href="JAVASCRIPT:a()">x</a>',
      '<a href="java\tscript:a()">x</a>',
      '<a href="&#106;avascript:a()">x</a>',
      '<a href="javascript&colon;a()">x</a>',
      '<a href="&amp;#106;:a()">x</a>',
      '<img src="vbscript:a()">',
      '<p title="x"onclick="a()">',
      '<p title=x onclick=a()>',
      '<svg/onload=a()>',
      '<!-- --!><script>a()</script>',
      '<p><',
      '<iframe src="https://a.example"></iframe>',
    ]) {
      expect(isCleanHtml(value), value).toBe(false);
      expect(safeHtml(value), value).not.toMatch(/a\(\)"|<script|<iframe|onclick|onload/);
    }
  });

  it('TRUST-S35 HTML that would take long to clean is refused on save, naming the field', () => {
    const deep = problemOf(() => cleanHtml('body_html', '<b>'.repeat(5000)));
    expect([deep.code, deep.errors]).toEqual([
      422,
      [{ path: 'body_html', message: 'This HTML has elements nested more than 100 deep' }],
    ]);
    const many = problemOf(() => cleanHtml('content_html', '<'.repeat(200_000)));
    expect(many.errors).toEqual([{ path: 'content_html', message: 'This HTML has more than 4,000 tags' }]);
    expect(safeHtml(`<p onclick="a()">${'<b>'.repeat(500)}`)).toBe('');
    expect(cleanHtml('body_html', `${'<table><tr><td>'.repeat(30)}x`)).toContain('x');
    expect(cleanHtml('body_html', '<p>line'.repeat(3900))).toContain('line</p>'); // unclosed paragraphs do not count as nested
  });
});
