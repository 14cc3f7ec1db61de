import {createServer} from 'node:net';
import {fine, lasting, type StartReport} from './start-problem.ts';

/** An address to listen on, and the variables that name it. */
export interface ListenWish {
	host: string;
	port: number;
	names: {host: string; port: string};
}

/** Looks whether the address can be listened on. */
export async function checkPort(wish: ListenWish): Promise<StartReport> {
	const error = await tryToListen(wish);
	return error ? lasting(listenFault(error, wish)) : fine;
}

/** Explains in one line why listening failed, and what to do. */
export function listenFault({code, message}: NodeJS.ErrnoException, {host, port, names}: ListenWish): string {
	const at = `${host}:${port}`;
	const faults: Record<string, string> = {
		EADDRINUSE: `${names.port}: ${at} is already in use. Stop what uses it, or set ${names.port} to another.`,
		EACCES: `${names.port}: this user may not listen on ${at}. Set ${names.port} to a number above 1023.`,
		EADDRNOTAVAIL: `${names.host}: this machine does not have the address ${host}. Correct ${names.host}.`,
		ENOTFOUND: `${names.host}: the name ${host} is unknown. Correct ${names.host}.`,
		EAI_AGAIN: `${names.host}: the name ${host} could not be looked up. Correct ${names.host}, or check the name server.`,
	};
	return faults[code ?? ''] ?? `${names.host}: cannot listen on ${at}: ${message}`;
}

function tryToListen({host, port}: ListenWish): Promise<NodeJS.ErrnoException | null> {
	return new Promise(resolve => {
		const server = createServer();
		server.once('error', resolve);
		server.listen(port, host, () => server.close(() => resolve(null)));
	});
}
