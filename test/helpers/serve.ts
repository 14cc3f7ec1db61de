import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import type {Redis} from 'ioredis';
import {createApp} from '#api/app.ts';
import {type ApiDeps, createDeps, type HttpOptions} from '#api/deps.ts';
import {listen} from '#api/http-server.ts';
import type {OpenApiDocument} from '#api/openapi/document.ts';
import {createPasswords, hashPassword} from '#api/password.ts';
import {usualWaits, type WaitLimits} from '#api/wait-limits.ts';
import {createLog, type Log} from '#shared/log/log.ts';
import {type ApiKeyType, newKeyValue} from '#shared/store/accounts/api-keys.ts';
import type {UserRole} from '#shared/store/accounts/users.ts';
import {type Contract, createContract} from './contract.ts';
import {withPreparedDatabase} from './prepared-database.ts';
import {withRedis} from './redis.ts';
import {testKey} from './test-secrets.ts';

/** The caller: a key of one of the types, a session of either role, or nobody. */
export type As = 'admin' | 'streaming' | 'calendar' | 'solver' | 'administrator' | 'user' | 'nobody';

export interface CallOptions {
	as?: As;
	/** Sent as JSON; a string is sent as it is. */
	body?: unknown;
	headers?: Record<string, string>;
}

export interface Answer {
	status: number;
	headers: Headers;
	// biome-ignore lint/suspicious/noExplicitAny: a test looks into replies of every shape
	body: any;
}

export interface Served {
	url: string;
	deps: ApiDeps;
	directory: string;
	/** `call('GET /api/queue', {as: 'nobody'})`; the default caller is the main key. */
	call(line: string, options?: CallOptions): Promise<Answer>;
	/** Headers that identify a caller. */
	headersOf(as: As): Promise<Record<string, string>>;
}

export interface ServeOptions {
	http?: Partial<HttpOptions>;
	deps?: Partial<ApiDeps>;
	/** Computes the application's database address from that of the test's database. */
	mongodbUri?: (uri: string) => string;
	redisUrl?: string;
	log?: Log;
	/** Fail fast as in production, for tests of outages; otherwise a busy machine may be slow. */
	failFast?: boolean;
	/** Limits that are the subject of the test; the others are long. */
	waits?: Partial<WaitLimits>;
}

export const testPassword = 'correct horse battery';
/** A password costs a tenth of a second otherwise. */
export const passwordCost = {memory: 8, passes: 1, parallelism: 1};

const minutes = 300_000;
/** A busy machine is no outage. */
const patientWaits: WaitLimits = {
	redisMs: minutes,
	redisConnectMs: minutes,
	serverMs: minutes,
	unknownKeyMs: minutes,
	countMs: minutes,
	subscriptionMs: minutes,
	imageMs: minutes,
	backupsMs: minutes,
	machineMs: minutes,
	leastAskMs: minutes,
	// Most tests have no worker for it.
	savedCheck: usualWaits.savedCheck,
	disks: {answerMs: minutes, checkMs: minutes, showMs: minutes, countMs: minutes, renewMs: minutes},
};

/** The real application on a free port, with its own database and prefix. It ends with the test. */
export async function serve(t: ExecutionContext, options: ServeOptions = {}): Promise<Served> {
	const [database, redis, directory] = await Promise.all([withPreparedDatabase(t), withRedis(t), mkdtemp(join(tmpdir(), 'kino-'))]);
	const http: HttpOptions = {
		trustProxy: false,
		hosts: [],
		listRequestsPerMinute: 300,
		searchesPerMinute: 300,
		loginsPer15Minutes: 10,
		streamsPerProcess: 2000,
		metricsToken: null,
		port: 5656,
		basePath: '',
		secretKey: testKey,
		logDirectory: join(directory, 'logs'),
		restore: null,
		dataDir: join(directory, 'data'),
		version: '9.9.9',
		...options.http,
	};
	const log = options.log ?? createLog({level: 'error', source: 'test'});
	const isShared = !options.mongodbUri && !options.failFast && http.secretKey === testKey;
	const built = createDeps({
		...(isShared && {database: database.database}),
		log,
		mongodbUri: options.mongodbUri?.(database.uri) ?? database.uri,
		redisUrl: options.redisUrl ?? redis.url,
		prefix: redis.prefix,
		http,
		readiness: {isReady: () => true, startFault: () => null},
		failFast: options.failFast ?? false,
		waits: options.failFast ? usualWaits : {...patientWaits, ...options.waits},
	});
	const passwords = createPasswords({cost: passwordCost, pauseMs: 0});
	const deps: ApiDeps = {...built.deps, passwords, ...options.deps};
	const {app, close, ...served} = createApp(deps);
	const server = await listen(app, {host: '127.0.0.1', port: 0, requestMs: 600_000, ...served});
	t.teardown(async () => {
		close();
		await server.close(0);
		await built.close();
		await rm(directory, {recursive: true, force: true});
	});
	await built.database.connected;
	if (!options.redisUrl) {
		// Streams are ended once Redis is there, because events may have been missed.
		await Promise.all([built.deps.producer, built.deps.subscriber].map(whenReady));
	}
	const headersOf = callers(deps, server.address + http.basePath);
	return {url: server.address, deps, directory, headersOf, call: caller({t, url: server.address, basePath: http.basePath, headersOf})};
}

/** A connection that took too long is tried again, which is no fault of the test. */
const whenReady = (redis: Redis) => (redis.status === 'ready' ? null : new Promise(resolve => redis.once('ready', resolve)));

/**
 * Created once and then shared: every application of a test file has the same routes, and creating
 * the document takes time.
 */
let contract: Promise<Contract> | null = null;

async function contractOf(address: string): Promise<Contract> {
	const response = await fetch(address);
	return createContract((await response.json()) as OpenApiDocument);
}

interface Calling {
	t: ExecutionContext;
	url: string;
	basePath: string;
	headersOf: Served['headersOf'];
}

/** Every reply that a test sees is checked against the document that the service serves. */
function caller({t, url, basePath, headersOf}: Calling): Served['call'] {
	return async (line, {as = 'admin', body, headers = {}} = {}) => {
		const [method = 'GET', path = '/'] = line.split(' ');
		const response = await fetch(url + path, {
			method,
			headers: {...(await headersOf(as)), ...(body !== undefined && {'content-type': 'application/json'}), ...headers},
			...(body !== undefined && {body: typeof body === 'string' ? body : JSON.stringify(body)}),
		});
		const text = await response.text();
		const contentType = response.headers.get('content-type') ?? '';
		const answer = {status: response.status, headers: response.headers, body: /json/.test(contentType) && text ? JSON.parse(text) : text};
		contract ??= contractOf(`${url}${basePath}/api/openapi.json`);
		const fault = (await contract)({method, path: path.slice(basePath.length), status: answer.status, contentType, body: answer.body});
		if (fault) {
			t.fail(`${line} answered ${answer.status}: ${fault}`);
		}
		return answer;
	};
}

/** Creates each caller when it is first needed. */
function callers(deps: ApiDeps, url: string): Served['headersOf'] {
	const {apiKeys, now} = deps;
	const made = new Map<As, Promise<Record<string, string>>>();
	const key = async (type: ApiKeyType) => {
		const value = newKeyValue();
		await apiKeys.add({name: type, type, value}, now());
		return {'x-api-key': value};
	};
	const session = async (username: string, role: UserRole) => {
		await addUser(deps, username, role);
		return {cookie: await logIn(url, username), 'sec-fetch-site': 'same-origin'};
	};
	const make: Record<As, () => Promise<Record<string, string>>> = {
		admin: () => key('main'),
		streaming: () => key('streaming'),
		calendar: () => key('calendar'),
		solver: () => key('solver'),
		administrator: () => session('root', 'admin'),
		user: () => session('vera', 'user'),
		nobody: () => Promise.resolve({}),
	};
	return as => {
		const headers = made.get(as) ?? make[as]();
		made.set(as, headers);
		return headers;
	};
}

/** A user who logs in with `testPassword`. */
export async function addUser({users, now}: Pick<ApiDeps, 'users' | 'now'>, username: string, role: UserRole): Promise<{id: string}> {
	return users.add({username, role, passwordHash: await hashPassword(testPassword, passwordCost)}, now());
}

export async function logIn(url: string, username: string, password = testPassword): Promise<string> {
	const response = await fetch(`${url}/api/auth/login`, {
		method: 'POST',
		headers: {'content-type': 'application/json'},
		body: JSON.stringify({username, password}),
	});
	await response.text();
	const session = response.headers.getSetCookie().find(cookie => cookie.startsWith('sid='));
	return session?.split(';')[0] ?? '';
}
