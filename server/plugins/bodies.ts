import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { problem } from '../../src/schemas/kit/problem';

/** Characters of a report of the visit script. */
const longestReport = 16 * 1024;

const reports = '/api/provider-reports/';
/** Where a signature is over the body's bytes. */
const signed = ['/api/whatsapp/webhook/', reports];

/**
 * Bodies that are understood: JSON (also an empty one) and multipart. Texts and forms, which a foreign page can send, are not;
 * telephone and SMS providers report as a form, mail programs unsubscribe with one, and they are read at those addresses only.
 */
export async function acceptBodies(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (signed.some((path) => request.url.startsWith(path))) request.info.rawBody = body;
    if (body.length === 0) done(null, undefined);
    else void parse(request, body, done);
  });
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    const isForm = ['/api/dialer/webhook/', '/api/dialer/incoming/', '/api/unsubscribe/', reports].some((path) =>
      request.url.startsWith(path),
    );
    if (isForm) done(null, Object.fromEntries(new URLSearchParams(body)));
    else done(problem(415, 'This content type is not supported. Send JSON.'));
  });
  // A page of a customer's site reports a visit or a push subscription as text: its browser would ask before it sends JSON elsewhere.
  app.addContentTypeParser<string>('text/plain', { parseAs: 'string' }, (request, body, done) => {
    const isReport = ['/api/visits/', '/api/save-push-notification-subscriber'].some((path) => request.url.startsWith(path));
    if (isReport && body.length > longestReport) done(problem(413, 'This report is too long.'));
    else if (isReport) void parse(request, body, done);
    else done(problem(415, 'This content type is not supported. Send JSON.'));
  });
  await app.register(multipart);
}
