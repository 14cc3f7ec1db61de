import {request as send} from 'node:http';
import test, {type ExecutionContext} from 'ava';
import express from 'express';
import {setCaller} from '#api/http/access/callers.ts';
import {problemHandler} from '#api/http/failures.ts';
import {send as sendReply} from '#api/http/route.ts';
import type {OpenApiDocument} from '#api/openapi/document.ts';
import type {JsonSchema} from '#api/openapi/json-schema.ts';
import {createRoutes} from '#api/routes.ts';
import {createHttpServices} from '#api/services.ts';
import {NotFound} from '#shared/errors.ts';
import {answerDefinitions} from '#test/helpers/answer-all.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {withEveryRecord} from '#test/helpers/every-record.ts';
import {operationsOf} from '#test/helpers/openapi-document.ts';
import {type Served, serve} from '#test/helpers/serve.ts';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {worstBodies} from '#test/helpers/worst-bodies.ts';

/**
 * Milliseconds of the processor for one request, those of the test itself included. Nothing may hold the loop for
 * longer than 50 ms; on a busy machine the same work takes more of them.
 */
const budgetMs = 100;
const tries = 4;
const triesOverBudget = 16;
/** Work of a fixed size, and its milliseconds of the processor on a machine that does nothing else. */
const knownText = JSON.stringify(Array.from({length: 60_000}, (_, index) => ({a: index, b: `x${index}`})));
const knownMs = 30;
const free = {listRequestsPerMinute: 1_000_000, searchesPerMinute: 1_000_000, loginsPer15Minutes: 10_000};
/** Of headers and address together. */
const headBytes = 15_000;
const usualNodes = 4950;
const manyNodes: Readonly<Record<string, number>> = {'POST /api/custom-formats/import': 59_000};

interface Sent {
	line: string;
	headers: Record<string, string>;
	body?: string;
}

/** The status of the answer, all of which is read. */
function ask(url: string, {line, headers, body}: Sent): Promise<number> {
	const {promise, resolve, reject} = Promise.withResolvers<number>();
	const [method, path = ''] = line.split(' ');
	const length = body === undefined ? {} : {'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body))};
	const sent = send(url + path, {method: method ?? '', headers: {...headers, ...length}}, response => {
		response.on('data', () => undefined);
		response.on('close', () => resolve(response.statusCode ?? 0));
		if (response.headers['content-type']?.startsWith('text/event-stream')) {
			response.destroy();
		}
	});
	sent.on('error', reject).end(body);
	return promise;
}

interface Measured {
	name: string;
	ms: number;
}

/** Milliseconds of the processor that this thread uses for the work. */
async function processorMs(work: () => unknown): Promise<number> {
	const before = process.threadCpuUsage();
	await work();
	const {user, system} = process.threadCpuUsage(before);
	return (user + system) / 1000;
}

/** How much longer than usual this machine takes at the moment, at least 1: its neighbours may slow its memory down. */
async function slowness(): Promise<number> {
	return Math.max(1, (await processorMs(() => JSON.stringify(JSON.parse(knownText)))) / knownMs);
}

/** The least of some tries, because the first ones wait for the compiler, and any for the collection of garbage. */
async function costOf(name: string, work: () => Promise<unknown>): Promise<Measured> {
	let ms = Number.POSITIVE_INFINITY;
	for (let turn = 0; turn < tries && ms > budgetMs / 2; turn += 1) {
		ms = Math.min(ms, await processorMs(work));
	}
	for (let turn = 0; turn < triesOverBudget && ms > budgetMs; turn += 1) {
		ms = Math.min(ms, (await processorMs(work)) / (await slowness()));
	}
	return {name, ms};
}

function judge(t: ExecutionContext, measured: Measured[]): void {
	const worst = measured.toSorted((a, b) => b.ms - a.ms).map(({name, ms}) => `${ms.toFixed(0)} ms: ${name}`);
	t.log(`${measured.length} requests; the longest:\n${worst.slice(0, 5).join('\n')}`);
	t.deepEqual(
		measured.filter(({ms}) => ms > budgetMs).map(({name, ms}) => `${ms.toFixed(0)} ms: ${name}`),
		[],
	);
}

async function withDocument(served: Served): Promise<OpenApiDocument> {
	return (await served.call('GET /api/openapi.json', {as: 'nobody'})).body;
}

/**
 * The routes themselves, for an administrator and without the turns that large bodies take: with them a thousand bodies
 * take minutes.
 */
async function serveRoutes(t: ExecutionContext, {deps}: Served): Promise<string> {
	const services = createHttpServices(deps);
	t.teardown(services.close);
	const user = await deps.users.add({username: 'sweeper', role: 'admin', passwordHash: ''}, deps.now());
	const app = express();
	app.set('query parser', 'simple').use((_request, response, next) => {
		response.locals['bodyTurn'] = () => Promise.resolve();
		setCaller(response, {kind: 'session', user});
		next();
	});
	for (const {method, path, answer} of createRoutes({...deps, ...services})) {
		app[method.toLowerCase() as 'post'](path, async (request, response) => {
			const reply = await answer(request, response);
			if (reply) {
				sendReply(response, reply);
			}
		});
	}
	app.use(problemHandler(deps.log));
	return serveHttp(t, app);
}

async function sendBodies(t: ExecutionContext): Promise<Measured[]> {
	const served = await serve(t, {http: free});
	const nobody = () => Promise.reject(new NotFound('movie_not_found', 'There is no such title.'));
	const asked = {
		addMovie: nobody,
		addSeries: nobody,
		grabRelease: nobody,
		testConnection: nobody,
		solveChallenge: nobody,
		openPage: nobody,
	};
	await answerJobs(t, served, asked);
	const rights = await withEveryRecord(t, served);
	const document = await withDocument(served);
	const measured: Measured[] = [];
	const swept = new Set<string>();
	const url = await serveRoutes(t, served);
	for (const [documented, {requestBody}] of operationsOf(document)) {
		const line = documented.replace(/\{(\w+)\}/g, ':$1');
		const schema = requestBody?.content['application/json']?.schema as JsonSchema | undefined;
		const right = rights.get(line);
		if (!schema || !right) {
			continue;
		}
		swept.add(line);
		const named = (document.components?.schemas ?? {}) as Record<string, JsonSchema>;
		for (const {name, json} of worstBodies(schema, {named, right: right.body, nodes: manyNodes[line] ?? usualNodes})) {
			const sent = {line: `${line.split(' ')[0]} ${right.path}`, headers: {}, body: json};
			measured.push(await costOf(`${line} with ${name}`, () => ask(url, sent).catch(() => 0)));
		}
	}
	t.deepEqual(
		[...rights.keys()].filter(line => !swept.has(line)),
		[],
	);
	return measured;
}

const longTexts = ['9', 'a', '(a+)+', '%61', '%2C', '%00', '.', '-', '%F0%9F%8E%AC', ';', '2026-01-01'].map(part =>
	part.repeat(Math.floor(headBytes / part.length)),
);

async function sendAddresses(t: ExecutionContext): Promise<Measured[]> {
	const served = await serve(t, {http: free, failFast: true});
	// Whoever waits for a worker counts what the thread does meanwhile.
	await answerJobs(t, served, {discover: async () => ({titles: [], pages: 1}), ...answerDefinitions});
	const headers = await served.headersOf('admin');
	const document = await withDocument(served);
	const measured: Measured[] = [];
	const measure = async (line: string, name: string) =>
		void measured.push(await costOf(name, () => ask(served.url, {line, headers}).catch(() => 0)));
	for (const [line, {parameters = []}] of operationsOf(document)) {
		const names = (parameters as {in: string; name: string}[]).filter(each => each.in === 'query').map(({name}) => name);
		const path = line.replace(/\{\w+\}/g, 'x');
		if (!line.startsWith('GET')) {
			continue;
		}
		for (const text of longTexts) {
			for (const name of names) {
				await measure(`${path}?${name}=${text}`, `${line} with ${name}=${text.slice(0, 10)}…`);
			}
			if (line.includes('{')) {
				await measure(line.replace(/\{\w+\}/g, text.slice(0, headBytes / 2)), `${line} at ${text.slice(0, 10)}…`);
			}
		}
		const again = `${names[0] ?? 'a'}=1&`;
		await measure(`${path}?${again.repeat(Math.floor(headBytes / again.length))}`, `${line} with ${again} again and again`);
		await measure(`${path}?${Array.from({length: 2000}, (_, index) => `${index}=`).join('&')}`, `${line} with many names`);
	}
	return measured;
}

const headerNames = [
	...['accept', 'accept-encoding', 'accept-language', 'authorization', 'content-type', 'content-encoding', 'cookie', 'forwarded'],
	...['if-modified-since', 'if-none-match', 'last-event-id', 'origin', 'range', 'sec-fetch-site', 'user-agent', 'x-api-key'],
	...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-request-id', 'x-http-method-override'],
];
const headerTexts = [
	',',
	';',
	' ',
	'a',
	'a=b; ',
	'gzip;q=0.1,',
	'"',
	'W/"a",',
	'text/a;a=", ',
	'%',
	'1.1.1.1, ',
	'::1,',
	'a/b,',
	'(',
	'\\',
];
const visited = ['GET /', 'GET /api/library/movies', 'GET /api/queue/events', 'GET /admin/queues/', 'POST /api/auth/login'];

async function sendHeaders(t: ExecutionContext): Promise<Measured[]> {
	const served = await serve(t, {http: {...free, trustProxy: ['loopback']}, failFast: true});
	const key = await served.headersOf('admin');
	const measured: Measured[] = [];
	for (const line of visited) {
		for (const name of headerNames) {
			for (const part of headerTexts) {
				const headers = {...key, [name]: `a${part.repeat(Math.floor(headBytes / part.length))}a`};
				const body = line.startsWith('POST') ? {body: '{}'} : {};
				const sent = {line, headers, ...body};
				measured.push(await costOf(`${line} with ${name}: ${part}…`, () => ask(served.url, sent).catch(() => 0)));
			}
		}
	}
	return measured;
}

test('no body, no address and no header holds the others up, whatever is in it', async t => {
	// One after the other, because the processor time of all would count for each.
	for (const sendAll of [sendBodies, sendAddresses, sendHeaders]) {
		judge(t, await sendAll(t));
	}
});
