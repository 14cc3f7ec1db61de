import {createServer} from 'node:net';
import {fine, lasting, type StartReport} from './start-problem.ts';

/** An address to listen on, and the variables that name it. */
export interface ListenAddress {
	host: string;
	port: number;
	names: {host: string; port: string};
}

const everywhere = new Set(['0.0.0.0', '::']);

/** Checks whether the address can be listened on, also beside those that are listened on before. */
export async function checkPort(address: ListenAddress, before: readonly ListenAddress[]): Promise<StartReport> {
	const {host, port, names} = address;
	const meets = (other: string) => other === host || everywhere.has(other) || everywhere.has(host);
	const rival = port === 0 ? undefined : before.find(other => other.port === port && meets(other.host));
	if (rival) {
		return lasting(`${names.port}: it is the same as ${rival.names.port}. Set one of them to another.`);
	}
	const error = await tryToListen(address);
	return error ? lasting(listenFault(error, address)) : fine;
}

/** Explains in one line why listening failed, and what to do. */
export function listenFault({code, message}: NodeJS.ErrnoException, {host, port, names}: ListenAddress): string {
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

function tryToListen({host, port}: ListenAddress): Promise<NodeJS.ErrnoException | null> {
	return new Promise(resolve => {
		const server = createServer();
		server.once('error', resolve);
		server.listen(port, host, () => server.close(() => resolve(null)));
	});
}
