import {appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openProvider} from '#scripts/demo/sandbox/provider.ts';
import {freePort} from '#scripts/embedded/free-port.ts';
import type {Reporter} from '#scripts/processes/reporter.ts';
import type {NodeProgram} from '#scripts/start/node-child.ts';
import {planService} from '#scripts/start/plan-service.ts';
import {pools} from '#shared/jobs/queues.ts';
import {openBalancer} from './balancer.ts';
import {type Caller, createCaller} from './caller.ts';
import {makeCatalogue, type Offer, videosOf} from './catalogue.ts';
import {type NewznabSite, openNewznabSite} from './newznab-site.ts';
import {openServers, type Servers} from './servers.ts';
import {createPart, type Part} from './service.ts';
import {setUp} from './set-up.ts';
import {showDetails} from './show-details.ts';
import {openStageSubtitles, wantSubtitles} from './subtitle-site.ts';
import {openUsenetClient, type UsenetClient} from './usenet-client.ts';

export interface StageOptions {
	reporter: Reporter;
	/** Number of API processes. */
	apis: number;
	/** One process per entry: its pools. */
	workers: readonly (readonly string[])[];
	films: number;
	/** One in so many titles is a show, whose only release is a season pack; none by default. */
	showEvery?: number;
	/** A site has English subtitles of every film, and they are wanted. */
	subtitles?: boolean;
	/** Seconds that the nth download takes. */
	secondsOf: (number: number) => number;
	/** Milliseconds between taking a download and saying so; none by default. */
	answerMs?: () => number;
	/** More environment variables for the nth process; the APIs come first. */
	variablesOf?: (number: number, folder: string) => Record<string, string>;
	/** What runs in place of the nth program, such as that of an earlier version. */
	programOf?: (program: NodeProgram, number: number) => NodeProgram;
	/** More settings of the indexer. */
	indexer?: object;
	/** MongoDB is a replica set of three. */
	threeNodes?: boolean;
	/** There are three Redis with Sentinels. */
	threeRedis?: boolean;
	/** HAProxy stands before the APIs, and callers know only its address. */
	balanced?: boolean;
}

/** The whole service as processes of our own, with its own servers, and everything that it contacts. */
export interface Stage {
	servers: Servers;
	offers: readonly Offer[];
	site: NewznabSite;
	client: UsenetClient;
	parts: readonly Part[];
	caller: Caller;
	/** Base addresses of the APIs. */
	urls: readonly string[];
	apiKey: string;
	/** Prefix of all keys in Redis. */
	prefix: string;
	/** A root folder of the library. */
	library: string;
	indexerId: string;
	close(): Promise<void>;
}

/** Pools that only need a built-in torrent client or a browser. */
const unused = ['torrent', 'captcha'];
export const usedPools: readonly string[] = pools.filter(pool => !unused.includes(pool));

const prefix = 'stage';
const apiKey = 'stage-key-0123456789abcdef';

/** What the processes of the last run printed. */
export const outputPath = join(tmpdir(), `kinoteka-chaos-${process.pid}.log`);

function createOutput(): Reporter {
	writeFileSync(outputPath, '');
	return {step: text => appendFileSync(outputPath, `${new Date().toISOString()} ${text}\n`), progress: () => undefined};
}

/** Resolves when everything is ready and set up. */
export async function openStage(options: StageOptions): Promise<Stage> {
	const folder = mkdtempSync(join(tmpdir(), 'kinoteka-stage-'));
	const library = join(folder, 'library');
	mkdirSync(library);
	const undo: (() => unknown)[] = [() => rmSync(folder, {recursive: true, force: true})];
	const close = async () => {
		for (const act of undo.splice(0).reverse()) {
			await act();
		}
	};
	try {
		const servers = await openServers(folder, options);
		undo.push(() => servers.close());
		const world = await openWorld(folder, options);
		undo.push(() => world.close());
		const ports = await Promise.all(Array.from({length: options.apis}, freePort));
		const parts = planParts({...options, reporter: createOutput(), folder, servers, metadataUrl: world.provider.apiUrl, ports});
		undo.push(() => Promise.all(parts.filter(part => part.isRunning()).map(part => part.stop())));
		await Promise.all(parts.map(part => part.start()));
		const ending = new AbortController();
		undo.push(() => ending.abort());
		const balancer = options.balanced ? await openBalancer(folder, ports) : null;
		undo.push(() => balancer?.close());
		const urls = balancer ? [balancer.url] : ports.map(port => `http://127.0.0.1:${port}`);
		const caller = createCaller(urls, apiKey, ending.signal);
		const indexerId = await setUp({caller, library, site: world.site, client: world.client, indexer: options.indexer ?? {}});
		if (options.subtitles) {
			await wantSubtitles(caller, world.subtitleSite);
		}
		return {...world, servers, parts, caller, urls, apiKey, prefix, library, indexerId, close};
	} catch (error) {
		await close();
		throw error;
	}
}

async function openWorld(folder: string, {films, showEvery, secondsOf, answerMs = () => 0}: StageOptions) {
	const offers = makeCatalogue(films, showEvery);
	const shows = new Map(offers.filter(({episodes}) => episodes > 0).map(offer => [offer.film.id, showDetails(offer)]));
	const packs = new Map(offers.map(offer => [offer.release, videosOf(offer)]));
	const provider = await openProvider(
		'stage-provider-key',
		offers.filter(({episodes}) => episodes === 0).map(({film}) => film),
		id => shows.get(id) ?? null,
	);
	const site = await openNewznabSite(offers);
	const client = await openUsenetClient({
		folder: join(folder, 'client'),
		size: offers[0]?.size ?? 0,
		videosOf: release => packs.get(release) ?? [release],
		secondsOf,
		answerMs,
	});
	const subtitleSite = await openStageSubtitles(offers);
	const close = () => Promise.all([provider, site, client, subtitleSite].map(each => each.close()));
	return {offers, provider, site, client, subtitleSite, close};
}

interface PartsOptions extends StageOptions {
	folder: string;
	servers: Servers;
	metadataUrl: string;
	ports: readonly number[];
}

function planParts({
	folder,
	servers,
	metadataUrl,
	ports,
	workers,
	variablesOf = () => ({}),
	programOf = program => program,
	reporter,
}: PartsOptions): Part[] {
	const shared = {
		HOST: '127.0.0.1',
		DATA_DIR: join(folder, 'data'),
		MONGODB_URI: servers.mongodbUri,
		REDIS_URL: servers.redisUrl,
		REDIS_PREFIX: prefix,
		ADMIN_PASSWORD: 'stage-password-only',
		API_KEY: apiKey,
		SECRET_KEY: '7'.repeat(64),
		METADATA_URL: metadataUrl,
		METADATA_API_KEY: 'stage-provider-key',
		LOG_LEVEL: 'info',
		LIST_REQUESTS_PER_MINUTE: '1000000',
		SEARCHES_PER_MINUTE: '1000000',
		POOL_CONCURRENCY: '',
	};
	const programs = [
		...ports.map((port, index) => ({...planService({env: {...shared, PORT: String(port)}, pools: []}).api, name: `API ${index + 1}`})),
		...workers.map((group, index) => {
			const [program] = planService({env: shared, pools: group, groups: [group]}).workers;
			return {...program!, name: `worker ${index + 1} (${group.join(', ')})`}; // one group is one program
		}),
	];
	return programs.map((program, index) =>
		createPart(programOf({...program, env: {...program.env, ...variablesOf(index, folder)}}, index), reporter),
	);
}
