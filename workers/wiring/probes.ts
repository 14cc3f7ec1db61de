import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {Redis} from 'ioredis';
import type {Connection} from 'mongoose';
import {withinLimit} from '#shared/coordination/wait.ts';
import {createProcessMetrics, isScraper} from '#shared/process-metrics.ts';

export interface ProbesOptions {
	connection: Pick<Connection, 'db'>;
	producer: Pick<Redis, 'ping'>;
	/** What a scraper of `/metrics` must send as bearer token; null for no metrics. */
	metricsToken: string | null;
	/** 0 chooses a free one. */
	port: number;
}

/** Milliseconds that a probe waits for a server. */
const serverMs = 2000;

/**
 * Answers whoever looks after worker processes, such as Kubernetes. `/api/live` says 200 while the process has turns to
 * answer. `/api/ready` says 200 while MongoDB answers and 503 otherwise; with `?all=true` Redis must answer, too.
 * `/metrics` has the figures of this process. Those of all jobs are at the API, so that none is counted twice.
 */
export async function serveProbes({
	connection,
	producer,
	metricsToken,
	port,
}: ProbesOptions): Promise<{port: number; stop(): Promise<void>}> {
	const answers = (asked: Promise<unknown> | undefined) =>
		withinLimit(
			(asked ?? Promise.reject(new Error('There is no connection yet.'))).then(
				() => true,
				() => false,
			),
			serverMs,
			false,
		);
	const isReady = async (all: boolean) => {
		const servers = [connection.db?.admin().ping(), ...(all ? [producer.ping()] : [])];
		return (await Promise.all(servers.map(answers))).every(Boolean);
	};
	const metrics = createProcessMetrics();
	const server = createServer(async ({url = '', headers}, response) => {
		const [path, query] = url.split('?');
		const say = (status: number, body: object) =>
			response.writeHead(status, {'content-type': 'application/json; charset=utf-8'}).end(JSON.stringify(body));
		if (path === '/api/live') {
			say(200, {status: 'OK'});
		} else if (path === '/api/ready') {
			const ready = await isReady(new URLSearchParams(query).get('all') === 'true');
			say(ready ? 200 : 503, {ready, timestamp: new Date().toISOString()});
		} else if (path === '/metrics' && isScraper(headers.authorization, metricsToken)) {
			const {type, text} = await metrics.render();
			response.writeHead(200, {'content-type': type}).end(text);
		} else if (path === '/metrics') {
			say(401, {code: 'unauthorized', message: 'Send the METRICS_TOKEN of this process as bearer token.'});
		} else {
			say(404, {code: 'not_found', message: 'A worker answers GET /api/live, /api/ready and /metrics only.'});
		}
	});
	const {promise: listening, resolve, reject} = Promise.withResolvers<void>();
	server.once('error', reject).listen(port, resolve);
	await listening;
	return {
		port: (server.address() as AddressInfo).port,
		async stop() {
			server.closeAllConnections();
			await new Promise(closed => server.close(closed));
		},
	};
}
