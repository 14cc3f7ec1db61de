import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pino} from 'pino';
import {createReporter} from '#scripts/processes/reporter.ts';
import {openTestServices} from '#scripts/test/services.ts';
import {defaultClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {createEventBus} from '#shared/events/stream.ts';
import {createJobClient} from '#shared/jobs/client.ts';
import {openConsumer, openProducer} from '#shared/redis.ts';
import {createSecrets} from '#shared/secrets.ts';
import {createSettings} from '#shared/settings/settings.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {openDatabase} from '#shared/store/database.ts';
import type {NewQueueItem} from '#shared/store/downloads/downloads.ts';
import {buildItem} from '#test/helpers/world/movie.ts';
import {handleTrackDownloads} from '#workers/downloads/track-downloads.ts';
import {assembleDeps} from '#workers/wiring/assemble-deps.ts';
import {hashOf, serveLongList} from './follow/long-list.ts';

const {values} = readCommandLine({
	usage: 'npm run bench:follow [-- --items N --looks N]',
	about: 'Measures following the downloads of a client.',
	options: {items: {type: 'string', default: '10000'}, looks: {type: 'string', default: '10'}},
});
const items = Number(values.items);
const looks = Number(values.looks);
/** Milliseconds for a look when every item changed, and percent of a core when none did, at the default interval. */
const max = {changedMs: 2000, corePercent: 5};
const pollMs = 5000;
const addedTogether = 250;

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const verdict = (isReached: boolean) => (isReached ? 'reached' : 'MISSED');

const services = await openTestServices(process.env, createReporter(process.stderr));
const dataDir = mkdtempSync(join(tmpdir(), 'kinoteka-bench-'));
const secrets = createSecrets('0'.repeat(64));
const database = openDatabase({uri: services.env['TEST_MONGODB_URI'] ?? '', secrets});
const redisUrl = services.env['TEST_REDIS_URL'] ?? '';
const [producer, subscriber] = [openProducer(redisUrl), openConsumer(redisUrl)];
const prefix = 'bench-follow';
const jobs = createJobClient({producer, subscriber, prefix});
const events = createEventBus({producer, subscriber, prefix});
const settings = createSettings({store: database.stores.settingStore, events, secrets});
const log = pino({level: 'warn'});
const metadata = {url: 'http://127.0.0.1:9', imageUrl: 'http://127.0.0.1:9', apiKey: 'none'};
const now = () => new Date();
const {stores} = database;
const {deps, close} = assembleDeps({
	...{stores, producer, prefix, jobs, events, settings, secrets, log, metadata, dataDir, browserPath: null, now},
});
const client = await serveLongList(items);

function toItem(n: number, downloadClientId: string): NewQueueItem {
	return buildItem({
		...{downloadId: hashOf(n), infoHash: hashOf(n), guid: `release-${n}`, title: `The.Film.${n}.2019.1080p.WEB-DL.x265-NOBODY`},
		...{status: 'downloading', state: 'downloading', downloadClientId, size: 1_000_000, sizeLeft: 1_000_000},
		...{added: now(), started: now(), ended: null, progressAt: now()},
	});
}

/** Milliseconds of processor time that MongoDB has used. */
async function databaseCpu(): Promise<number> {
	const {extra_info: used} = await database.connection.db!.admin().command({serverStatus: 1}); // it is connected
	return (used.user_time_us + used.system_time_us) / 1000;
}

/** Milliseconds that one look took, and those of processor time of this process and of MongoDB. */
async function check(): Promise<{took: number; cpu: number}> {
	const [begun, own, theirs] = [performance.now(), process.cpuUsage(), await databaseCpu()];
	await handleTrackDownloads({}, deps, {id: 'bench', attempt: 1, signal: AbortSignal.timeout(60_000), log});
	const {user, system} = process.cpuUsage(own);
	return {took: performance.now() - begun, cpu: (user + system) / 1000 + (await databaseCpu()) - theirs};
}

async function measure(what: string, prepare: (turn: number) => void): Promise<{took: number; cpu: number}> {
	const all: {took: number; cpu: number}[] = [];
	for (let turn = -2; turn < looks; turn += 1) {
		prepare(turn);
		const one = await check();
		if (turn >= 0) {
			all.push(one);
		}
	}
	const [took, cpu] = [median(all.map(each => each.took)), median(all.map(each => each.cpu))];
	console.log(`${what}: ${Math.round(took)} ms, ${Math.round(cpu)} ms of processor time with MongoDB's`);
	return {took, cpu};
}

try {
	await database.connected;
	await database.buildIndexes();
	const access = {url: client.url, username: 'admin', password: 'bench'};
	const {id} = await stores.downloadClients.add({...defaultClientSettings, ...access, name: 'qBittorrent', kind: 'qbittorrent'}, now());
	for (let start = 0; start < items; start += addedTogether) {
		await Promise.all(Array.from({length: addedTogether}, (_, n) => stores.downloads.add(toItem(start + n, id))));
	}
	const changed = await measure(`${items} downloads, all changed`, turn => client.setLeft(900_000 - turn * 1000));
	console.log(`  at most ${max.changedMs} ms: ${verdict(changed.took <= max.changedMs)}`);
	const unchanged = await measure(`${items} downloads, none changed`, () => {});
	const percent = (unchanged.cpu / pollMs) * 100;
	console.log(
		`  ${percent.toFixed(1)} % of a core at one look in 5 s (at most ${max.corePercent}: ${verdict(percent <= max.corePercent)})`,
	);
} finally {
	await client.close();
	settings.close();
	await close();
	await jobs.close();
	producer.disconnect();
	subscriber.disconnect();
	await database.close();
	await services.close();
	rmSync(dataDir, {recursive: true, force: true});
}
