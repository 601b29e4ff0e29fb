import { createServer } from 'node:http';

/** The rows shown by the pages that the product is compared with. */
export const rows = Array.from({ length: 10 }, (_, i) => ({
  id: i,
  name: `Lead ${i}`,
  phone: `+91980000000${i}`,
  email: `lead-${i}@mail.example`,
  city: 'Pune',
  stage: 'Fresh',
}));

/** The floor: one file that fetches ten rows into a plain table. */
export async function staticPage(port) {
  const html = `<!doctype html><title>Rows</title><table><tbody></tbody></table><script>
fetch('/rows').then((answer) => answer.json()).then((rows) => { document.querySelector('tbody').innerHTML = rows.map((row) => '<tr>' + Object.values(row).map((one) => '<td>' + one + '</td>').join('') + '</tr>').join(''); });
</script>`;
  const server = createServer((request, response) => {
    const data = request.url === '/rows';
    response.setHeader('content-type', data ? 'application/json' : 'text/html');
    response.end(data ? JSON.stringify(rows) : html);
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
