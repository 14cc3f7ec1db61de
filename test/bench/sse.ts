import {type ChildProcess, fork} from 'node:child_process';
import {once} from 'node:events';
import {setTimeout as pause} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {memoryOf} from '#scripts/memory-of.ts';
import {queueStream} from '#shared/events/queue.ts';
import {createEventBus} from '#shared/events/stream.ts';
import {openConsumer, openProducer} from '#shared/redis.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {percentile} from './backfill/callers.ts';
import {openBenchService, verdict} from './service/bench-service.ts';
import type {Heard, ListenerWish} from './sse/listeners.ts';

const {values} = readCommandLine({
	usage: 'npm run bench:sse [-- --seconds N --clients N]',
	about: 'Measures streams with many listeners.',
	options: {seconds: {type: 'string', default: '30'}, clients: {type: 'string', default: '1000'}},
});
const seconds = Number(values.seconds);
const clients = Number(values.clients);
const perSecond = 100;
const warmUpSeconds = 3;
/** Milliseconds for the last events to arrive. */
const settleMs = 2000;
/** Milliseconds. */
const maxDelay = 100;
/** Memory at the end as a multiple of that after the warm-up. */
const maxGrowth = 1.3;

const service = await openBenchService([]);
const subscriber = openConsumer(service.redisUrl);
const producer = openProducer(service.redisUrl);
const events = createEventBus({producer, subscriber, prefix: service.prefix});

/** Publishes at an even rate. The id of each event holds the time of its publication. */
async function publish(count: number): Promise<void> {
	const begun = performance.now();
	for (let n = 0; n < count; n += 1) {
		const early = begun + (n * 1000) / perSecond - performance.now();
		if (early > 0) {
			await pause(early);
		}
		await events.publish(queueStream, 'queueItemUpdated', {id: String(Date.now()), status: 'downloading', progress: n});
	}
}

async function message(child: ChildProcess): Promise<unknown> {
	const [reported] = (await once(child, 'message')) as [unknown];
	return reported;
}

try {
	await fetch(`${service.api.url}/api/settings/events.connectionsPerCaller`, {
		method: 'PUT',
		headers: {'x-api-key': service.api.key, 'content-type': 'application/json'},
		body: JSON.stringify({value: 2000}),
	});
	const listeners = fork(fileURLToPath(new URL('./sse/listeners.ts', import.meta.url)), {execArgv: []});
	const request: ListenerWish = {url: `${service.api.url}/api/queue/events`, key: service.api.key, clients, slow: clients / 10};
	listeners.send(request);
	await message(listeners);
	await publish(warmUpSeconds * perSecond);
	await pause(settleMs);
	listeners.send('begin');
	await message(listeners);
	const before = memoryOf(service.api.pid) ?? 0;
	const sent = seconds * perSecond;
	await publish(sent);
	const after = memoryOf(service.api.pid) ?? 0;
	await pause(settleMs);
	listeners.send('stop');
	const {delays, fewest, disconnected} = (await message(listeners)) as Heard;
	const p99 = percentile(delays, 0.99);
	console.log(`${clients} clients, a tenth of them never read, ${perSecond} events a second for ${seconds} s`);
	console.log(
		`delivery: p50 ${percentile(delays, 0.5)} ms, p99 ${p99} ms (at most ${maxDelay}: ${verdict(p99 <= maxDelay)}), longest ${delays.at(-1)} ms`,
	);
	console.log(
		`the healthy client with the fewest events got ${fewest} of ${sent} (${verdict(fewest === sent)}); ${disconnected} healthy ones lost their connection`,
	);
	console.log(`memory of the API: ${before} -> ${after} MiB (at most ${maxGrowth} times: ${verdict(after <= before * maxGrowth)})`);
} finally {
	producer.disconnect();
	subscriber.disconnect();
	await service.close();
}
