import {once} from 'node:events';
import {setTimeout as pause} from 'node:timers/promises';
import {Worker} from 'node:worker_threads';
import {seedLibrary} from '#scripts/seed/seed-library.ts';
import {createSecrets} from '#shared/secrets.ts';
import {openDatabase} from '#shared/store/database.ts';
import {percentile} from '../bench/backfill/callers.ts';
import type {Chaos} from './chaos.ts';
import type {AttackerWish} from './hostile/attacker.ts';
import {kindsOfAttack} from './hostile/attacks.ts';
import {openStage, outputPath, type Stage} from './stage/stage.ts';

const usualSeconds = 30;
const attackersOfKind = 4;
const movies = 2000;
/** Milliseconds between two reads of the caller who means well. */
const everyMs = 40;
/** How much slower it may become. */
const maxFactor = 3;
const siteMs = 2000;
const password = 'a hostile password';

/**
 * Sixteen users, each at an address of its own, send the worst bodies, searches, streams and logins that they may,
 * while another caller reads the list of movies. `rounds` is the number of seconds.
 */
export const chaosHostile: Chaos = async ({reporter, rounds}) => {
	const stage = await openStage({
		reporter,
		apis: 1,
		workers: [
			['search', 'refresh', 'tasks'],
			['downloads', 'connections', 'disks'],
		],
		films: 20,
		secondsOf: () => 1,
		variablesOf: () => ({SEARCHES_PER_MINUTE: '30', LOGINS_PER_15_MINUTES: '10', LOG_LEVEL: 'warn', TRUST_PROXY: 'loopback'}),
	});
	stage.site.before = () => pause(siteMs, null);
	try {
		await fill(stage);
		const requests = await attackersOf(stage);
		const seconds = rounds ?? usualSeconds;
		await readFor(seconds / 2, stage);
		const quiet = await readFor(seconds, stage);
		reporter.step(`hostile: quiet p99 ${quiet.p99.toFixed(1)} ms; the attack begins`);
		const attackers = await Promise.all(requests.map(request => startAttacker({...request, seconds})));
		const attack = Promise.all(attackers.map(begin => begin()));
		const harmed = await readFor(seconds, stage);
		const answers = await attack;
		const crashes = stage.parts.flatMap(part => part.crashes);
		const limit = quiet.p99 * maxFactor;
		const slow = harmed.p99 > limit ? [`the p99 rose to ${harmed.p99.toFixed(1)} ms, and ${limit.toFixed(1)} ms are allowed`] : [];
		const failed = harmed.failures + quiet.failures > 0 ? [`${harmed.failures + quiet.failures} reads failed`] : [];
		const figures = `p99 ${quiet.p99.toFixed(1)} ms quiet and ${harmed.p99.toFixed(1)} ms during the attack, longest ${harmed.longest.toFixed(0)} ms, ${harmed.count} reads; ${answers.join('; ')}; output in ${outputPath}`;
		return {faults: [...slow, ...failed, ...crashes], figures};
	} finally {
		await stage.close();
	}
};

async function fill({servers}: Stage): Promise<void> {
	const database = openDatabase({uri: servers.mongodbUri, secrets: createSecrets('0'.repeat(64))});
	try {
		await seedLibrary(database, {movies, series: 10, now: new Date(), reporter: {step: () => undefined, progress: () => undefined}});
	} finally {
		await database.close();
	}
}

type Attacker = Omit<AttackerWish, 'seconds'>;

async function attackersOf(stage: Stage): Promise<Attacker[]> {
	const kinds = kindsOfAttack.flatMap(kind => Array.from({length: attackersOfKind}, () => kind));
	const attackers: Attacker[] = [];
	for (const [index, kind] of kinds.entries()) {
		attackers.push(await prepare({kind, name: `mallory${index}`, address: `192.0.2.${index + 1}`}, stage));
	}
	return attackers;
}

async function prepare(request: Pick<Attacker, 'kind' | 'name' | 'address'>, {caller, urls: [url = '']}: Stage): Promise<Attacker> {
	const {name: username, address} = request;
	await caller.call(api => api.post('/api/users', {username, password, role: 'user'}));
	const response = await fetch(`${url}/api/auth/login`, {
		method: 'POST',
		headers: {'content-type': 'application/json', 'x-forwarded-for': address},
		body: JSON.stringify({username, password}),
	});
	const cookies = response.headers.getSetCookie().map(cookie => cookie.split(';')[0] ?? '');
	return {...request, url, password, cookie: cookies.find(cookie => cookie.startsWith('sid=')) ?? ''};
}

/**
 * Threads of their own, so that the attack does not delay the one who measures. They start before it, because sixteen
 * of them take both processors for half a second. Each attack tells what it was answered.
 */
async function startAttacker(request: AttackerWish): Promise<() => Promise<string>> {
	const worker = new Worker(new URL('./hostile/attacker.ts', import.meta.url), {workerData: request});
	await once(worker, 'message');
	return async () => {
		worker.postMessage('begin');
		const [statuses] = (await once(worker, 'message')) as [Record<string, number>];
		const reported = Object.entries(statuses).map(([status, count]) => `${count} times ${status}`);
		return `${request.kind} of ${request.name}: ${reported.join(', ')}`;
	};
}

interface Reads {
	count: number;
	failures: number;
	/** Milliseconds. */
	p99: number;
	longest: number;
}

/** Reads a page of movies again and again, at an even pace. */
async function readFor(seconds: number, {urls, apiKey}: Stage): Promise<Reads> {
	const until = performance.now() + seconds * 1000;
	const times: number[] = [];
	let failures = 0;
	for (let page = 1; performance.now() < until; page = (page % 20) + 1) {
		const begun = performance.now();
		const response = await fetch(`${urls[0]}/api/library/movies?page=${page}`, {headers: {'x-api-key': apiKey}}).catch(() => null);
		await response?.arrayBuffer();
		times.push(performance.now() - begun);
		failures += response?.ok ? 0 : 1;
		await pause(Math.max(0, everyMs - (performance.now() - begun)));
	}
	const sorted = times.toSorted((a, b) => a - b);
	return {count: times.length, failures, p99: percentile(sorted, 0.99), longest: sorted.at(-1) ?? 0};
}
