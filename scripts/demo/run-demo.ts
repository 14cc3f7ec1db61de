import {randomBytes} from 'node:crypto';
import {mkdirSync, mkdtempSync, readdirSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {readConfig} from '#config/index.ts';
import {secretVariables} from '#config/secret-files.ts';
import {folderHolder} from '#scripts/embedded/data-lock.ts';
import {freePort} from '#scripts/embedded/free-port.ts';
import type {Reporter} from '#scripts/processes/reporter.ts';
import {planService} from '#scripts/start/plan-service.ts';
import {restoreFor} from '#scripts/start/restore-for-page.ts';
import {runService} from '#scripts/start/run-service.ts';
import type {StopRequest} from '#scripts/start/stop-request.ts';
import {pools} from '#shared/jobs/queues.ts';
import {type ApiClient, createApiClient} from '../command/api-client.ts';
import {play} from './play.ts';
import {prepareSubtitles, showSubtitle} from './play-subtitles.ts';
import type {ServicesReply} from './replies.ts';
import {releases} from './sandbox/releases.ts';
import {hashFile} from './sandbox/seeder.ts';
import {openWorld, type World} from './sandbox/world.ts';

interface Demo {
	/** An empty folder. */
	folder: string;
	/** Stop once the film is imported, instead of leaving the service running. */
	once: boolean;
	env: NodeJS.ProcessEnv;
	reporter: Reporter;
	stop: StopRequest;
}

/** Upload rate of the seeder: slow enough to watch. */
const bytesPerSecond = 6_000_000;

/**
 * The torrent client has its own process, as in real use; the other pools share one, which starts
 * sooner on a small machine.
 */
const sharedProcess = [pools.filter(pool => pool !== 'torrent')];

/**
 * Runs the service in its own world and plays a film into its library. Then keeps it running until a stop is requested,
 * or stops at once with `once`.
 * Returns the path of the imported file, or null if it was stopped before. Rejects if something fails; nothing is left
 * running then.
 */
export async function runDemo({folder, once, env, reporter, stop}: Demo): Promise<string | null> {
	const world = await openWorld({folder: join(folder, 'seeder'), bytesPerSecond});
	reporter.step('the sandbox is open: metadata provider, indexer, tracker and seeder, all on 127.0.0.1');
	const access = await newAccess();
	const over = Promise.withResolvers<string>();
	const ending = new AbortController();
	const variablesFor = (urls: {mongodbUri: string; redisUrl: string}) =>
		serviceVariables({dataFolder: join(folder, 'data'), world, access, ...urls, redisPrefix: 'demo'});
	const serving = runService(ownServers(join(folder, 'data'), env), {
		env,
		reporter,
		stop: alsoWhen(stop, over.promise),
		// The addresses of the servers come with each restore.
		restore: restoreFor(readConfig(variablesFor({mongodbUri: '', redisUrl: ''})).config, reporter),
		plan: urls => planService({env: variablesFor(urls), pools, groups: sharedProcess}),
	}).finally(() => ending.abort());
	const playing = perform({folder, world, access}, {reporter, signal: ending.signal});
	void playing.then(
		() => once && over.resolve('the demo is over'),
		() => over.resolve('the demo failed'),
	);
	const [served, played] = await Promise.allSettled([serving, playing]);
	await world.close();
	if (served.status === 'rejected') {
		throw served.reason;
	}
	if (played.status === 'rejected' && !stop.wasAsked()) {
		throw played.reason;
	}
	return played.status === 'fulfilled' ? played.value : null;
}

interface DemoContext {
	folder: string;
	world: World;
	access: Access;
}

async function perform(
	{folder, world, access}: DemoContext,
	{reporter, signal}: {reporter: Reporter; signal: AbortSignal},
): Promise<string> {
	const libraryFolder = join(folder, 'library', 'movies');
	mkdirSync(libraryFolder, {recursive: true});
	const url = `http://127.0.0.1:${access.port}`;
	const api = createApiClient({url, apiKey: access.apiKey, signal});
	await awaitReady(api, signal);
	reporter.step(`the service is ready at ${url}`);
	const {url: indexerUrl, apiKey: indexerKey} = world.indexer;
	const stage = {api, reporter, signal, libraryFolder, providerKey: world.provider.apiKey, indexer: {url: indexerUrl, apiKey: indexerKey}};
	await prepareSubtitles(world.subtitles, stage);
	const {movieId, path, title} = await play(stage);
	reporter.step(await compare(path, title, world));
	for (const line of accessLines({folder, world, access})) {
		reporter.step(line);
	}
	reporter.step(path);
	await showSubtitle(movieId, stage);
	return path;
}

/** @throws Error if the file in the library differs from the seeder's */
async function compare(path: string, title: string, {seeder}: World): Promise<string> {
	const release = releases.find(known => known.title === title);
	const [ours, theirs] = await Promise.all([hashFile(path), release ? seeder.hashOf(release) : null]);
	if (ours !== theirs) {
		throw new Error(`${path} differs from the seeder's file: SHA-256 ${ours} instead of ${theirs}`);
	}
	return `SHA-256 ${ours}, as the seeder's`;
}

function accessLines({folder, world, access}: DemoContext): string[] {
	const url = `http://127.0.0.1:${access.port}`;
	return [
		`service ${url}, header x-api-key: ${access.apiKey}`,
		`user admin, password ${access.adminPassword}`,
		`sandbox: metadata provider ${world.provider.apiUrl}, indexer ${world.indexer.url}, subtitles ${world.subtitles.apiUrl}`,
		`all files are in ${folder}; the next demo removes them`,
	];
}

function ownServers(dataFolder: string, env: NodeJS.ProcessEnv) {
	return {
		dataFolder,
		mongodbUri: null,
		redisUrl: null,
		mongodBinary: env['MONGOD_BINARY'] || null,
		redisBinary: env['REDIS_BINARY'] || null,
	};
}

function alsoWhen(stop: StopRequest, over: Promise<string>): StopRequest {
	let isOver = false;
	void over.then(() => {
		isOver = true;
	});
	return {...stop, asked: Promise.race([stop.asked, over]), wasAsked: () => isOver || stop.wasAsked()};
}

const pollMs = 200;
const limitMs = 120_000;

/**
 * Waits until the service reports that every part is ready.
 * @throws Error naming the parts that are not
 */
export async function awaitReady(api: ApiClient, signal: AbortSignal): Promise<void> {
	const deadline = Date.now() + limitMs;
	let missing = 'the API';
	while (Date.now() < deadline) {
		try {
			await api.get('/api/ready?all=true');
			const {services} = await api.get<ServicesReply>('/api/system/status');
			const late = services.filter(({status}) => status !== 'ready').map(({name}) => name);
			if (late.length === 0) {
				return;
			}
			missing = late.join(', ');
		} catch {
			// The service does not listen yet, or MongoDB or Redis is not connected.
			signal.throwIfAborted();
		}
		await pause(pollMs, undefined, {signal});
	}
	throw new Error(`Not ready after ${limitMs / 1000} s: ${missing}`);
}

const prefix = 'kinoteka-demo-';
/** A new demo may not have locked its folder yet. */
const youngMs = 60_000;

/** Creates an empty folder for one demo. Removes the folders of earlier demos that no longer run. */
export function makeScratchFolder(parent: string = tmpdir()): string {
	for (const name of readdirSync(parent).filter(entry => entry.startsWith(prefix))) {
		const folder = join(parent, name);
		const stat = statSync(folder, {throwIfNoEntry: false});
		const ours = stat?.isDirectory() === true && stat.uid === process.getuid?.();
		if (ours && Date.now() - stat.mtimeMs > youngMs && folderHolder(join(folder, 'data')) === null) {
			rmSync(folder, {recursive: true, force: true});
		}
	}
	return mkdtempSync(join(parent, prefix));
}

/** How to reach a service in the sandbox. */
export interface Access {
	port: number;
	apiKey: string;
	adminPassword: string;
}

interface ServiceOptions {
	dataFolder: string;
	world: World;
	access: Access;
	mongodbUri: string;
	redisUrl: string;
	redisPrefix: string;
}

export async function newAccess(): Promise<Access> {
	return {port: await freePort(), apiKey: `demo-${newSecret()}`, adminPassword: newSecret()};
}

/**
 * The environment of a service that contacts only the sandbox, whatever the user's own environment contains. An empty
 * variable counts as unset.
 */
export function serviceVariables({dataFolder, world, access, mongodbUri, redisUrl, redisPrefix}: ServiceOptions): Record<string, string> {
	return {
		...Object.fromEntries(secretVariables.map(name => [`${name}_FILE`, ''])),
		HOST: '127.0.0.1',
		PORT: String(access.port),
		DATA_DIR: dataFolder,
		MONGODB_URI: mongodbUri,
		REDIS_URL: redisUrl,
		REDIS_PREFIX: redisPrefix,
		ADMIN_PASSWORD: access.adminPassword,
		API_KEY: access.apiKey,
		METADATA_URL: world.provider.apiUrl,
		METADATA_IMAGE_URL: world.provider.imageUrl,
		METADATA_API_KEY: '',
		POOL_CONCURRENCY: '',
		TRUST_PROXY: '',
		SECRET_KEY: '',
		LOG_LEVEL: 'info',
		TORRENT_HOST: '127.0.0.1',
		TORRENT_PORT: '0',
	};
}

function newSecret(): string {
	return randomBytes(18).toString('hex');
}
