import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface MailHeard {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}
export interface MailServer {
  readonly port: number;
  readonly heard: MailHeard[];
  /** The answer to the next mails: 250 accepts them, '' accepts them and drops the connection. */
  answer: string;
  close(): Promise<void>;
}

/** A mail server that speaks enough unencrypted SMTP to accept a mail. */
export async function startMailServer(): Promise<MailServer> {
  const heard: MailHeard[] = [];
  const own = { answer: '250 taken' };
  const server: Server = createServer((socket) => talk(socket, heard, () => own.answer));
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  return Object.assign(own, {
    port: (server.address() as AddressInfo).port,
    heard,
    close: () => new Promise<void>((go) => void server.close(() => go())),
  });
}

function talk(socket: Socket, heard: MailHeard[], answer: () => string): void {
  let rest = '';
  let from = '';
  let to = '';
  let data: string[] | undefined;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  const line = (text: string): void => {
    if (data) {
      if (text !== '.') return void data.push(text);
      if (!answer() || answer().startsWith('250')) heard.push({ from, to, text: data.join('\n') });
      data = undefined;
      return answer() ? say(answer()) : void socket.destroy();
    }
    const verb = text.slice(0, 4).toUpperCase();
    if (verb === 'EHLO' || verb === 'HELO') return say('250 here');
    if (verb === 'MAIL') from = /<(.*?)>/.exec(text)![1]!;
    if (verb === 'RCPT') to = /<(.*?)>/.exec(text)![1]!;
    if (verb === 'DATA') {
      data = [];
      return say('354 go on');
    }
    if (verb === 'QUIT') return void socket.end('221 bye\r\n');
    say('250 fine');
  };
  socket.on('error', () => undefined);
  socket.on('data', (part) => {
    const lines = (rest + String(part)).split('\r\n');
    rest = lines.pop()!;
    lines.forEach(line);
  });
  say('220 ready');
}
