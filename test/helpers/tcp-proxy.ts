import {type AddressInfo, connect, createServer, type Socket} from 'node:net';
import type {ExecutionContext} from 'ava';

export interface TcpProxy {
	port: number;
	/** Ends all connections and refuses new ones, like a server that is down. */
	cut(): Promise<void>;
	/** Stops all data without ending connections, like a server that hangs. */
	freeze(): void;
	/** Restores normal operation on the same port. */
	mend(): Promise<void>;
}

/**
 * A proxy between the application and a server that can simulate outages. `target` is host and port, or the path of a
 * Unix socket.
 */
export async function tcpProxy(t: ExecutionContext, target: {host: string; port: number} | {path: string}): Promise<TcpProxy> {
	const sockets = new Set<Socket>();
	let isFrozen = false;
	const server = createServer(near => {
		const far = connect(target);
		for (const [from, to] of [
			[near, far],
			[far, near],
		] as const) {
			sockets.add(from);
			from.on('data', chunk => isFrozen || to.write(chunk));
			from.on('error', () => {});
			from.on('close', () => {
				sockets.delete(from);
				to.destroy();
			});
		}
	});
	const listen = (port: number) =>
		new Promise<void>(resolve => {
			server.listen(port, '127.0.0.1', resolve);
		});
	const end = () => {
		for (const socket of sockets) {
			socket.destroy();
		}
	};
	await listen(0);
	const {port} = server.address() as AddressInfo; // listening on a port
	t.teardown(() => {
		end();
		server.close();
	});
	return {
		port,
		async cut() {
			const closed = new Promise(resolve => {
				server.close(resolve);
			});
			end();
			await closed;
		},
		freeze() {
			isFrozen = true;
		},
		async mend() {
			isFrozen = false;
			end();
			if (!server.listening) {
				await listen(port);
			}
		},
	};
}
