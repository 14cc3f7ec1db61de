import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

export interface SandboxReply {
	status?: number;
	type: string;
	body: string | Uint8Array;
	headers?: Record<string, string>;
}

export interface SandboxServer {
	/** Without a trailing slash. */
	url: string;
	close(): Promise<void>;
}

type Answer = (url: URL, request: IncomingMessage) => SandboxReply | Promise<SandboxReply>;

/** A small read-only site on a free loopback port. */
export async function serve(answer: Answer): Promise<SandboxServer> {
	const server = createServer((request, response) => void reply(request, response, answer));
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', resolve);
	});
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => closeServer(server)};
}

async function reply(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
	try {
		const {status = 200, type, body, headers} = await answer(new URL(request.url ?? '/', 'http://127.0.0.1'), request);
		response.writeHead(status, {'content-type': type, ...headers}).end(body);
	} catch (error) {
		response.writeHead(500, {'content-type': 'text/plain'}).end(String(error));
	}
}

function closeServer(server: Server): Promise<void> {
	return new Promise(resolve => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}
