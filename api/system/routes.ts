import Joi from 'joi';
import type {Operations} from '#api/http/operation.ts';
import {ok, queryFlag, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {cached} from '#shared/coordination/cache.ts';
import {dataLevels} from '#shared/domain/folders/disk-space.ts';
import {
	checkFamily,
	checkPauses,
	type HealthIssue,
	type HealthStatus,
	healthStatuses,
	issueLevels,
	issuesOf,
} from '#shared/domain/health.ts';
import {flag, integer, numberOrNull, oneOf, orNull, text, textOrNull, texts, timestamp} from '#shared/presenters/fields.ts';
import {plainView, type Shown, viewOf} from '#shared/presenters/view.ts';
import type {Refusal} from '#shared/refusals.ts';
import type {Metrics} from '../metrics.ts';
import {
	checkCaptchas,
	checkClients,
	checkDatabase,
	checkDefinitions,
	checkIndexers,
	checkInstallation,
	checkMachines,
	checkPatterns,
	checkRedis,
	checkRootFolders,
	checkWorkers,
	type ServerCheck,
	worst,
} from './checks.ts';
import {countsOperations, countsRoute} from './counts.ts';
import {readServices, serviceFields} from './services.ts';

export function systemRoutes(deps: RouteDeps): Route[] {
	const {readiness, http, now, stateMs} = deps;
	const currentHealth = cached(() => readHealth(deps), {ttlMs: stateMs});
	const currentServices = cached(() => readServices(deps), {ttlMs: stateMs});
	const currentServers = cached(() => Promise.all([checkDatabase(deps), checkRedis(deps)]), {ttlMs: stateMs});
	return [
		route('GET /api/health', {access: 'public'}, async () => {
			const {status, checks} = await currentHealth();
			const body = health.present({status, version: http.version, checks, issues: issuesOf(checks), timestamp: now()});
			return {status: status === 'unhealthy' ? 503 : 200, body};
		}),
		countsRoute(deps, async () => {
			const {status, checks} = await currentHealth();
			return {status, issues: issuesOf(checks)};
		}),
		route('GET /api/live', {access: 'public'}, async () => ok(ping.present({status: 'OK'}))),
		route('GET /api/ready', {access: 'public', query: readyQuery}, async ({query}) => {
			const [database, redis] = readiness.isReady() ? await currentServers() : [];
			const ready = database?.status === 'healthy' && (redis?.status === 'healthy' || !query.all);
			return {status: ready ? 200 : 503, body: readyReply.present({ready, timestamp: now()})};
		}),
		route('GET /ping', {access: 'public'}, async () => ok(ping.present({status: 'OK'}))),
		route('GET /api/system/status', {access: 'public'}, async () =>
			ok(systemStatus.present({services: await currentServices(), timestamp: now()})),
		),
	];
}

interface ReadyQuery {
	all: boolean;
}
const readyQuery = Joi.object<ReadyQuery, true>({
	all: queryFlag()
		.default(false)
		.description(
			'Ask for Redis, too. Without it lists are still answered, so a balancer that asks for everything would take every API out at once.',
		),
});

const status = oneOf(healthStatuses);
const server = viewOf<ServerCheck>()({status, responseTime: numberOrNull});
/** A process that did not start because it does not fit the installation. */
const refusal = viewOf<Refusal>()({service: text, host: text, message: text, refusedAt: text});
const lacking = plainView({
	machine: text.description('Its host name.'),
	folder: text.description('What it does not reach, such as `root folder Films`.'),
});
const client = {id: text, name: text, status: text};

const family = plainView({status, enabledCount: integer, failingCount: integer});
const issue = viewOf<HealthIssue>()(
	{check: text, level: oneOf(issueLevels), code: text, reason: text, remedy: text, link: text},
	'HealthIssue',
);

const checkFields = {
	database: server,
	redis: server,
	downloadClients: plainView({status, clients: plainView(client).list}),
	indexers: plainView({
		status,
		enabledCount: integer,
		failingCount: integer,
		totalCount: integer,
		expiringCount: integer.description('Indexers whose membership ends within seven days, or has ended.'),
	}),
	subtitleProviders: family,
	notifications: family,
	importLists: family,
	proxies: family,
	/** Numbers of indexers. */
	definitions: plainView({
		status,
		vanished: integer.description('Indexers whose definition is neither in the folder nor in the package any more.'),
		faulty: integer.description('Indexers whose definition cannot be used any more.'),
		waiting: integer.description('Indexers whose definition has an update that needs consent.'),
		replaced: integer.description('Indexers whose definition took the place of another in the last seven days.'),
		notUnderstood: integer.description('Indexers whose definition has parts that are not understood.'),
		packageError: flag.description('Whether the package of definitions could not be taken.'),
	}),
	patterns: plainView({
		status,
		customFormats: integer.description('Custom formats with a pattern that takes too long, or is none, and counts as no match.'),
		releaseProfiles: integer.description('Release profiles with such a pattern.'),
	}),
	loginCaptchas: plainView({
		status,
		needed: integer.description('Indexers whose login needs a captcha answered; see /api/indexer-captchas.'),
	}),
	/** `unreachable`: ids. */
	rootFolders: plainView({
		status,
		unreachable: texts,
		silent: texts.description('Ids of root folders whose disk has not answered for a while: the machine is busy, or the disk is away.'),
		rightsRefused: texts,
		full: texts.description('Ids of root folders on a disk without room for imports.'),
		low: texts.description('Ids of root folders on a disk of which less than 10 GiB, or than 5 % and 200 GiB, are free.'),
	}),
	/**
	 * `stuck`: pools whose workers are there, but whose jobs wait and do not move, for ten minutes or, where jobs are
	 * long, two hours.
	 */
	workers: plainView({status, missing: texts, refused: refusal.list, stuck: texts}),
	machines: plainView({
		status,
		/** Machines of which a process does not reach a folder that others reach. */
		lacking: lacking.list,
	}),
	installation: plainView({
		status,
		message: textOrNull,
		dataDisk: orNull(oneOf(dataLevels)).description(
			'How much room the disk of `DATA_DIR` has: `low` below 2 GiB, `full` below 200 MiB; null if that is unknown.',
		),
	}),
	/** What people have paused; the numbers count what is paused individually. */
	pauses: plainView({
		status,
		all: flag.description('Whether everything is paused.'),
		downloadClients: integer.description('Download clients that are paused on their own.'),
		indexers: integer.description('Indexers that are paused on their own.'),
		libraries: integer.description('Libraries that are paused by themselves.'),
		move: flag.description('Whether nothing is grabbed by itself until the programs of a move are taken over.'),
		until: textOrNull.description('When the last pause ends by itself; null if one has no end, or nothing is paused.'),
		isEndless: flag.description('Whether one of them lasts until somebody resumes it.'),
	}),
};
/** State of each part. */
export type Checks = Shown<typeof checkFields>;
const health = plainView({status, version: text, checks: plainView(checkFields), issues: issue.list, timestamp}, 'Health');
const readyReply = plainView({ready: flag, timestamp}, 'Readiness');

/** Radarr and Sonarr answer the same, and what looks for a sign of life knows it. */
const ping = plainView({status: oneOf(['OK'])}, 'Ping');

const systemStatus = plainView({services: plainView(serviceFields, 'Service').list, timestamp});

export const systemOperations: Operations = {
	...countsOperations,
	'GET /api/health': {id: 'getHealth', summary: 'Show the health of all parts', replies: {200: health.schema, 503: health.schema}},
	'GET /api/live': {id: 'getLiveness', summary: 'Show that the process answers, whatever its servers do', replies: {200: ping.schema}},
	'GET /api/ready': {
		id: 'getReadiness',
		summary: 'Show whether requests are accepted',
		replies: {200: readyReply.schema, 503: readyReply.schema},
	},
	'GET /ping': {id: 'getPing', summary: 'Show that the process answers', replies: {200: ping.schema}},
	'GET /api/system/status': {id: 'getSystemStatus', summary: 'List the services behind the API', replies: {200: systemStatus.schema}},
};

type HealthDeps = Pick<
	RouteDeps,
	| 'connection'
	| 'customFormats'
	| 'disks'
	| 'downloadClients'
	| 'http'
	| 'importLists'
	| 'indexers'
	| 'jobs'
	| 'libraries'
	| 'notifications'
	| 'now'
	| 'packagedDefinitions'
	| 'pauses'
	| 'prefix'
	| 'producer'
	| 'proxies'
	| 'readiness'
	| 'releaseProfiles'
	| 'rootFolders'
	| 'secrets'
	| 'settings'
	| 'subtitleProviders'
	| 'usedDefinitions'
	| 'waits'
>;

/** The health of all parts; 503 only if MongoDB or Redis does not answer, or does not fit this process. */
async function readHealth(deps: HealthDeps): Promise<{status: HealthStatus; checks: Checks}> {
	const [database, redis] = await Promise.all([checkDatabase(deps), checkRedis(deps)]);
	const hasDatabase = database.status === 'healthy';
	const hasRedis = redis.status === 'healthy';
	const [stored, patterns, loginCaptchas, rootFolders, workers, machines, installation] = await Promise.all([
		hasDatabase ? readStored(deps).catch(() => unknownParts) : unknownParts,
		hasDatabase ? checkPatterns(deps).catch(() => unknownPatterns) : unknownPatterns,
		hasDatabase && hasRedis ? checkCaptchas(deps).catch(() => unknownCaptchas) : unknownCaptchas,
		hasDatabase && hasRedis ? checkRootFolders(deps).catch(() => unknownFolders) : unknownFolders,
		hasRedis ? checkWorkers(deps).catch(() => unknownWorkers) : unknownWorkers,
		hasRedis ? checkMachines(deps).catch(() => unknownMachines) : unknownMachines,
		checkInstallation(deps),
	]);
	const checks = {database, redis, ...stored, patterns, loginCaptchas, rootFolders, workers, machines, installation};
	return {status: worst(Object.values(checks).map(({status}) => status)), checks};
}

async function readStored(
	deps: Pick<
		RouteDeps,
		| 'downloadClients'
		| 'importLists'
		| 'indexers'
		| 'libraries'
		| 'notifications'
		| 'now'
		| 'packagedDefinitions'
		| 'pauses'
		| 'proxies'
		| 'subtitleProviders'
		| 'usedDefinitions'
	>,
) {
	const now = deps.now();
	const [clients, indexers, subtitleProviders, notifications, importLists, proxies, definitions, libraries, pauses] = await Promise.all([
		deps.downloadClients.list(),
		deps.indexers.list(),
		deps.subtitleProviders.list().then(all => checkFamily(all, now)),
		deps.notifications.list().then(all => checkFamily(all, now)),
		deps.importLists.list().then(all => checkFamily(all, now)),
		deps.proxies.list().then(all => checkFamily(all, now)),
		checkDefinitions(deps),
		deps.libraries.list(),
		deps.pauses.active(now),
	]);
	// Pauses of what was deleted since mean nothing.
	const known = new Set([...clients, ...indexers, ...libraries].map(({id}) => id));
	return {
		downloadClients: checkClients(clients),
		indexers: checkIndexers(indexers, now),
		subtitleProviders,
		notifications,
		importLists,
		proxies,
		definitions,
		pauses: checkPauses(pauses.filter(({targetId}) => targetId === null || known.has(targetId))),
	};
}

const degraded: HealthStatus = 'degraded';
const unknownFamily = {status: degraded, enabledCount: 0, failingCount: 0};
/** Parts whose state is unknown while MongoDB or Redis is down. */
const unknownParts = {
	downloadClients: {status: degraded, clients: []},
	indexers: {status: degraded, enabledCount: 0, failingCount: 0, totalCount: 0, expiringCount: 0},
	subtitleProviders: unknownFamily,
	notifications: unknownFamily,
	importLists: unknownFamily,
	pauses: {...checkPauses([]), status: degraded},
	proxies: unknownFamily,
	definitions: {status: degraded, vanished: 0, faulty: 0, waiting: 0, replaced: 0, notUnderstood: 0, packageError: false},
};
const unknownPatterns = {status: degraded, customFormats: 0, releaseProfiles: 0};
const unknownCaptchas = {status: degraded, needed: 0};
const unknownFolders = {status: degraded, unreachable: [], silent: [], rightsRefused: [], full: [], low: []};
const unknownMachines = {status: degraded, lacking: []};
const unknownWorkers = {status: degraded, missing: [], refused: [], stuck: []};

export function metricsRoutes({metrics}: {metrics: Metrics}): Route[] {
	return [
		route('GET /metrics', {access: 'metrics'}, async ({response}) => {
			const {type, text} = await metrics.render();
			response.status(200).set('Content-Type', type).send(text);
			return null;
		}),
	];
}

export const metricsOperations: Operations = {
	'GET /metrics': {
		id: 'getMetrics',
		summary: 'Measurements for Prometheus',
		replies: {200: {mediaType: 'text/plain', description: 'The text format of Prometheus.'}},
	},
};
