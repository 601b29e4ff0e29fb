import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Files of the browser build, precompressed where there is a .br or .gz next to them; index.html is not among them. */
export async function serveStatic(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = /[.-][\w-]{8,}\.\w+(\.br|\.gz)?$/.test(path) || /\/r-[0-9a-f]+\//.test(path);
      // A file that any cache may keep carries nobody's cookie.
      reply.removeHeader('set-cookie');
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
  // All known at start: an unknown name is the page's or a 404, never a look at the disk.
  const files = filesIn(root);
  const send = (name: string, reply: FastifyReply): unknown => (files.has(name) ? reply.sendFile(name) : reply.callNotFound());
  const method = ['GET', 'HEAD'];
  // One route per folder: a route per file took most of the time of a start with hundreds of resources.
  for (const folder of new Set([...files].flatMap((name) => name.match(/^.+(?=\/)/) ?? [])))
    app.route<{ Params: { name: string } }>({
      method,
      url: `/${folder}/:name`,
      handler: (request, reply) => send(`${folder}/${request.params.name}`, reply),
    });
  for (const name of files)
    if (!name.includes('/'))
      app.route({ method, url: `/${name}`, handler: (_request: FastifyRequest, reply) => send(name, reply) });
}

/** Paths below `root`, with '/'. */
function filesIn(root: string): ReadonlySet<string> {
  const all = readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const names = all.map((one) => relative(root, join(one.parentPath, one.name)).split(sep).join('/'));
  return new Set(names.filter((name) => name !== 'index.html' && !name.startsWith('.') && !/\.(br|gz)$/.test(name)));
}
