import {once} from 'node:events';
import {type AddressInfo, connect, createServer, type Socket} from 'node:net';
import type {ExecutionContext} from 'ava';
import {Server} from 'proxy-chain';

export interface FakeProxy {
	port: number;
	/** `host:port` of each connection that it made or was asked to make. */
	targets: string[];
}

interface Login {
	username: string;
	password: string;
}

/** A real HTTP proxy. With `login`, it refuses others. `hosts` leads names to this machine. */
export async function httpProxy(t: ExecutionContext, login: Login | null = null): Promise<FakeProxy> {
	const targets: string[] = [];
	const server = new Server({
		host: '127.0.0.1',
		port: 0,
		prepareRequestFunction({hostname, port, username, password}) {
			targets.push(`${hostname}:${port}`);
			const isKnown = login === null || (login.username === username && login.password === password);
			const dnsLookup = toLoopback as never; // only called with a host, options and a callback
			return {requestAuthentication: !isKnown, dnsLookup};
		},
	});
	await server.listen();
	t.teardown(() => server.close(true));
	return {port: server.port, targets};
}

function toLoopback(_host: string, {all}: {all?: boolean}, answer: (...found: unknown[]) => void): void {
	if (all) {
		answer(null, [{address: '127.0.0.1', family: 4}]);
	} else {
		answer(null, '127.0.0.1', 4);
	}
}

/** A SOCKS 4a and 5 proxy that leads every name to this machine, as RFC 1928 and 1929 and the memo of SOCKS 4a say. */
export async function socksProxy(t: ExecutionContext, login: Login | null = null): Promise<FakeProxy> {
	const targets: string[] = [];
	const sockets = new Set<Socket>();
	const server = createServer(socket => {
		sockets.add(socket);
		socket.on('error', () => {}).on('close', () => sockets.delete(socket));
		serveSocks(socket, {targets, login}).catch(() => socket.destroy());
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	t.teardown(() => {
		for (const socket of sockets) {
			socket.destroy();
		}
		server.close();
	});
	return {port: (server.address() as AddressInfo).port, targets};
}

async function serveSocks(socket: Socket, {targets, login}: {targets: string[]; login: Login | null}): Promise<void> {
	const read = reader(socket);
	const [version = 0] = await read(1);
	const target = version === 4 ? await fourth(read) : await fifth(socket, read, login);
	if (!target) {
		socket.end();
		return;
	}
	targets.push(`${target.host}:${target.port}`);
	const far = connect(target.port, '127.0.0.1');
	far.on('error', () => socket.destroy());
	await once(far, 'connect');
	socket.write(version === 4 ? Buffer.from([0, 90, 0, 0, 0, 0, 0, 0]) : Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
	read.stop();
	socket.pipe(far).pipe(socket);
}

type Read = ReturnType<typeof reader>;
interface Target {
	host: string;
	port: number;
}

async function fourth(read: Read): Promise<Target> {
	const head = await read(7);
	await textUntilZero(read);
	const address = head.subarray(3);
	const isName = address[0] === 0 && address[1] === 0 && address[2] === 0 && address[3] !== 0;
	return {port: head.readUInt16BE(1), host: isName ? await textUntilZero(read) : [...address].join('.')};
}

async function textUntilZero(read: Read): Promise<string> {
	let text = '';
	for (;;) {
		const [byte = 0] = await read(1);
		if (byte === 0) {
			return text;
		}
		text += String.fromCharCode(byte);
	}
}

/** Null for a login that it does not know. */
async function fifth(socket: Socket, read: Read, login: Login | null): Promise<Target | null> {
	const [methods = 0] = await read(1);
	await read(methods);
	socket.write(Buffer.from([5, login ? 2 : 0]));
	if (login) {
		const [, userLength = 0] = await read(2);
		const username = (await read(userLength)).toString();
		const [passwordLength = 0] = await read(1);
		const isKnown = username === login.username && (await read(passwordLength)).toString() === login.password;
		socket.write(Buffer.from([1, isKnown ? 0 : 1]));
		if (!isKnown) {
			return null;
		}
	}
	const [, , , kind = 0] = await read(4);
	const host = kind === 3 ? (await read((await read(1))[0] ?? 0)).toString() : [...(await read(kind === 1 ? 4 : 16))].join('.');
	return {host, port: (await read(2)).readUInt16BE(0)};
}

/** Reads so many bytes of a socket at a time. */
function reader(socket: Socket) {
	let kept = Buffer.alloc(0);
	let wake = () => {};
	const take = (chunk: Buffer) => {
		kept = Buffer.concat([kept, chunk]);
		wake();
	};
	socket.on('data', take);
	const read = async (length: number): Promise<Buffer> => {
		while (kept.length < length) {
			await new Promise<void>(resolve => {
				wake = resolve;
			});
		}
		const bytes = kept.subarray(0, length);
		kept = kept.subarray(length);
		return bytes;
	};
	return Object.assign(read, {stop: () => void socket.off('data', take)});
}
