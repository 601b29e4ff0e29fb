import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';

/** Bodies that are understood: JSON (also an empty one) and multipart. Texts and forms, which a foreign page can send, are not. */
export async function acceptBodies(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.url.startsWith('/api/whatsapp/webhook/')) request.info.rawBody = body as string;
    if (body.length === 0) done(null, undefined);
    else void parse(request, body as string, done);
  });
  await app.register(multipart);
}
