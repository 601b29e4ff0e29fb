// The floor of bench:live: socket.io as in its documentation, no sign-in, no database; one room, and a call that notifies it.
// Argument: port.
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const http = createServer((request, response) => {
  if (request.url !== '/tell') return void response.writeHead(404).end();
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    io.to('all').emit('changed', { resource: 'leads', ids: [JSON.parse(body).id] });
    response.end('{}');
  });
});
const io = new Server(http, { path: '/azsocket/', serveClient: false, httpCompression: false });
io.on('connection', (socket) => void socket.join('all'));
http.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('bare ready'));
