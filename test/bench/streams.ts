import {type ChildProcess, fork, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {freePort} from '#scripts/embedded/free-port.ts';
import {memoryOf} from '#scripts/memory-of.ts';
import {queueStream} from '#shared/events/queue.ts';
import {createEventBus} from '#shared/events/stream.ts';
import {openConsumer, openProducer} from '#shared/redis.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {openBenchService, verdict} from './service/bench-service.ts';
import type {ClientsState, ClientsWish} from './streams/clients.ts';

const {values} = readCommandLine({
	usage: 'npm run bench:streams [-- --clients N --seconds N --rate N]',
	about: 'Measures streams on two API processes behind HAProxy: Redis closes its connections, and then one API dies.',
	options: {
		clients: {type: 'string', default: '2000'},
		seconds: {type: 'string', default: '20'},
		rate: {type: 'string', default: '100'},
	},
});
const [clients, seconds, perSecond] = [Number(values.clients), Number(values.seconds), Number(values.rate)];
/** Part of a core, and MiB, of an API with a thousand streams. */
const goals = {core: 0.4, memory: 250};
const limitMs = 300_000;

const service = await openBenchService([], {TRUST_PROXY: '127.0.0.1', STREAMS_PER_PROCESS: String(2 * clients)}, 2);
const scratch = mkdtempSync(join(tmpdir(), 'kinoteka-bench-'));
const [producer, subscriber] = [openProducer(service.redisUrl), openConsumer(service.redisUrl)];
const events = createEventBus({producer, subscriber, prefix: service.prefix});
const children: ChildProcess[] = [];
let published = 0;
let isOver = false;

async function publish(): Promise<void> {
	const begun = performance.now();
	while (!isOver) {
		const due = Math.floor(((performance.now() - begun) / 1000) * perSecond);
		for (; published < due; published += 1) {
			await events.publish(queueStream, 'queueItemUpdated', {id: String(published + 1), status: 'downloading', progress: 0});
		}
		await pause(5);
	}
}

/** Seconds of processor time that a process has used. */
function processorSeconds(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
	return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function startBalancer(): Promise<number> {
	const port = await freePort();
	const apis = service.apis.map(({url}, at) => `server api${at} ${new URL(url).host}`);
	const config = readFileSync(new URL('../../scripts/haproxy/haproxy.cfg', import.meta.url), 'utf8')
		.replace('bind :5656', `bind 127.0.0.1:${port}`)
		.replace(/^\s+server-template .*$/m, apis.join('\n'));
	const file = join(scratch, 'haproxy.cfg');
	writeFileSync(file, config);
	children.push(spawn('haproxy', ['-f', file], {stdio: 'ignore', env: {...process.env, PROXIES: '192.0.2.1'}}));
	return port;
}

const listeners = fork(fileURLToPath(new URL('./streams/clients.ts', import.meta.url)), {execArgv: []});
children.push(listeners);

async function look(): Promise<ClientsState> {
	listeners.send('look');
	return ((await once(listeners, 'message')) as [ClientsState])[0];
}

async function until(what: string, isReached: (state: ClientsState) => boolean): Promise<ClientsState> {
	const begun = performance.now();
	for (let state = await look(); performance.now() - begun < limitMs; state = await look()) {
		if (isReached(state)) {
			return state;
		}
		await pause(250);
	}
	throw new Error(`Not reached in ${limitMs / 1000} s: ${what}: ${JSON.stringify(await look())}`);
}

const allBack = (since: number) => (state: ClientsState) => state.open === clients && state.last >= since;
const tell = (what: string, {ended, resets, incomplete}: ClientsState) =>
	console.log(
		`${what}: all ${clients} are back; ${ended} streams had ended, ${resets} clients were told to reset, ${incomplete} lack an event without that (${verdict(incomplete === 0)})`,
	);

try {
	for (const {url} of service.apis) {
		await fetch(`${url}/api/settings/events.connectionsPerCaller`, {
			method: 'PUT',
			headers: {'x-api-key': service.api.key, 'content-type': 'application/json'},
			body: JSON.stringify({value: clients}),
		});
	}
	const port = await startBalancer();
	const wish: ClientsWish = {host: '127.0.0.1', port, path: '/api/queue/events', key: service.api.key, clients};
	await pause(3000);
	listeners.send(wish);
	void publish();
	await until('all listen', allBack(1));

	const before = service.apis.map(({pid}) => processorSeconds(pid));
	const first = published;
	await pause(seconds * 1000);
	const sent = published - first;
	for (const [at, {pid}] of service.apis.entries()) {
		const used = processorSeconds(pid) - before[at]!; // of the same processes
		// For each hundred events, which is a second's worth of them, whatever the machine did meanwhile.
		const core = used / (sent / 100);
		const mebibytes = memoryOf(pid) ?? 0;
		console.log(
			`API ${at + 1}, about ${clients / 2} streams: ${(core * 100).toFixed(0)} % of a core at 100 events a second (at most ${goals.core * 100}: ${verdict(core <= goals.core)}), ${mebibytes} MiB (at most ${goals.memory}: ${verdict(mebibytes <= goals.memory)})`,
		);
	}
	await producer.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
	await pause(1000);
	tell('after CLIENT KILL TYPE pubsub', await until('back after the kill', allBack(published)));
	process.kill(service.apis[1]!.pid, 'SIGKILL'); // there are two
	await pause(1000);
	tell('after kill -9 of an API', await until('back after the death', allBack(published)));
} finally {
	isOver = true;
	for (const child of children) {
		child.kill('SIGKILL');
	}
	producer.disconnect();
	subscriber.disconnect();
	await service.close();
	rmSync(scratch, {recursive: true, force: true});
}
