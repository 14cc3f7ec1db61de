import type {Redis} from 'ioredis';
import {createClearances} from '#shared/captcha/clearances.ts';
import {createPageCache} from '#shared/captcha/page-cache.ts';
import {createSolverSessions} from '#shared/captcha/solver-sessions.ts';
import {backoffs, createSharedBackoff} from '#shared/coordination/backoff.ts';
import {createHandOver} from '#shared/coordination/cache.ts';
import {createCounters} from '#shared/counters.ts';
import {createDefinitionProcess} from '#shared/definitions/definition-process.ts';
import {dayMs} from '#shared/domain/durations.ts';
import type {IndexerSettings} from '#shared/domain/indexers/indexer-record.ts';
import type {ProviderNetwork} from '#shared/domain/provider.ts';
import type {EventBus} from '#shared/events/stream.ts';
import {createFolderReaders} from '#shared/files/folder-readers.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {readFolderState} from '#shared/jobs/disks.ts';
import type {Log} from '#shared/log/log.ts';
import {machineOf} from '#shared/machines/machine.ts';
import {createPatternMatcher} from '#shared/patterns/match-patterns.ts';
import {createQueryBudgets} from '#shared/query-budgets.ts';
import type {Secrets} from '#shared/secrets.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {Stores} from '#shared/store/database.ts';
import {createDefinitionFolder, createOwnDefinitions} from '#shared/store/definitions/definitions.ts';
import {createLoginCaptchas} from '#shared/store/definitions/login-captchas.ts';
import {createFeedParts} from '#shared/store/downloads/feed-parts.ts';
import {createKeptFiles, createReleaseCache} from '#shared/store/downloads/release-cache.ts';
import {createSubtitleCache} from '#shared/store/subtitles/subtitle-cache.ts';
import {createImageCache} from '#shared/store/titles/image-cache.ts';
import {createBudgetCache} from '#shared/tasks/search-room.ts';
import {findBrowser} from '../integrations/browser/find-browser.ts';
import {createPageOpener} from '../integrations/browser/page-opener.ts';
import {createDiskProbes} from '../integrations/disk-probes/disk-probes.ts';
import {createClientFolders} from '../integrations/download-clients/client-folders.ts';
import {createDownloadClients} from '../integrations/download-clients/open-download-client.ts';
import {createExternalSolver} from '../integrations/external-solver.ts';
import {createFiles} from '../integrations/files/files.ts';
import {createHttp, type Http} from '../integrations/http/http.ts';
import {tryProxy} from '../integrations/http/try-proxy.ts';
import {createListAccounts} from '../integrations/import-lists/list-accounts.ts';
import {openImportList, openListSignIn} from '../integrations/import-lists/open-import-list.ts';
import {createChallengeSolver} from '../integrations/indexers/challenge-solver.ts';
import {createDefinitionCatalogue} from '../integrations/indexers/definition/catalogue.ts';
import {createDefinitionSource} from '../integrations/indexers/definition/definition-source.ts';
import type {SiteDeps} from '../integrations/indexers/definition/site-deps.ts';
import {updateDefinitionPackage} from '../integrations/indexers/definition/update-package.ts';
import {createFetchFromIndexer} from '../integrations/indexers/fetch-release.ts';
import {createIndexerRates} from '../integrations/indexers/indexer-rates.ts';
import {openIndexer} from '../integrations/indexers/open-indexer.ts';
import {createMediaInfoReader} from '../integrations/media-info/media-info-reader.ts';
import {openMetadata} from '../integrations/metadata/open-metadata.ts';
import {openReceiver} from '../integrations/notifications/open-receiver.ts';
import {openOtherNumbers} from '../integrations/other-numbers/open-other-numbers.ts';
import {bytesToKeepFree, createRightsRules} from '../library/disk-settings.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {noTorrentEngine} from '../torrent/run-torrent-pool.ts';
import {createDownloadsFromSites, createSearchIndexers} from './ask-indexers.ts';
import {createEnteredConnect, createEnteredHttp} from './entered-http.ts';
import {createProxiedHttp} from './proxied-http.ts';
import {createSubtitleProviders} from './subtitle-providers.ts';

/** The connections of a process, and what its environment sets. */
interface Foundations {
	stores: Stores;
	producer: Redis;
	prefix: string;
	jobs: JobClient;
	events: EventBus;
	settings: Settings;
	secrets: Secrets;
	log: Log;
	metadata: {url: string; imageUrl: string; apiKey: string | null};
	dataDir: string;
	/** BROWSER_PATH; null when it is not set. */
	browserPath: string | null;
	now: () => Date;
	/**
	 * Milliseconds that sites, clients and disks have at least for an answer, whatever is set for them; 0 by default.
	 * Tests allow minutes, because a busy machine is slow.
	 */
	leastMs?: number;
}

/** An administrator enters indexers and download clients, so they may be in the private network; see `entered`. */
const network = 'any';

/** Opens the clients for outside systems on top of the given connections. */
export function assembleDeps({stores, metadata, browserPath, leastMs = 0, ...foundations}: Foundations): {
	deps: WorkerDeps;
	close(): Promise<void>;
} {
	const {producer, prefix, settings, secrets, now} = foundations;
	const http = createHttp({leastMs});
	const cache = createHandOver<unknown>({redis: producer, prefix, name: 'cache', ttlMs: dayMs, isOptional: true});
	const indexerRates = createIndexerRates(producer, prefix, stores.budgets);
	const mediaInfo = createMediaInfoReader();
	const counters = createCounters(producer, prefix);
	const clearances = createClearances({redis: producer, prefix, secrets});
	const pageOpener = createPageOpener({
		find: () => findBrowser({setting: settings.get('captcha.browserPath'), variable: browserPath, path: process.env['PATH'] ?? ''}),
		headless: () => settings.get('captcha.headless'),
		named: () => settings.get('captcha.browserPath'),
		log: foundations.log,
	});
	const proxied = createProxiedHttp({http: http.request, proxies: stores.proxies});
	const allowPrivate = () => settings.get('security.allowPrivateNetworks');
	const entered = createEnteredHttp({http: http.request, allowPrivate});
	const enteredConnect = createEnteredConnect({allowPrivate});
	const {sites, ...definitions} = createSites({...foundations, stores, http: http.request});
	const outFor = (indexer: IndexerSettings & ProviderNetwork) => {
		const direct = entered(indexer, stores.indexers);
		return indexer.proxyTags.length === 0 ? direct : proxied.of(indexer, direct);
	};
	const solverFor = (indexer: IndexerSettings & ProviderNetwork, reason?: 'test' | 'indexer') =>
		createChallengeSolver(indexer, {...foundations, clearances, way: () => proxied.solverWay(indexer)}, reason);
	const openStoredIndexer: WorkerDeps['openIndexer'] = (indexer, reason, time) =>
		openIndexer(indexer, {
			http: outFor(indexer),
			cache,
			now,
			network,
			solver: solverFor(indexer, reason),
			takeAnswer: time?.takeAnswer ?? null,
			sites,
			takeSlot: (_id, signal, leastSeconds) => {
				const take = async () => {
					await (reason === 'test'
						? indexerRates.test(indexer, signal, leastSeconds)
						: indexerRates.query(indexer, signal, time?.reserved, leastSeconds));
					return indexer.kind === 'definition' ? indexerRates.oneAtATime(indexer, signal) : undefined;
				};
				return time ? time.whileWaiting(take) : take();
			},
		});

	const clientFolders = createClientFolders({...stores, settings, dataDir: foundations.dataDir});
	const deps: WorkerDeps = {
		...stores,
		...foundations,
		...definitions.deps,
		releaseCache: createReleaseCache({redis: producer, prefix, secrets}),
		feedParts: createFeedParts({redis: producer, prefix, secrets}),
		keptFiles: createKeptFiles({redis: producer, prefix, secrets}),
		queryBudgets: createQueryBudgets(stores.budgets),
		budgetCache: createBudgetCache(),
		http: http.request,
		metadata: openMetadata({...metadata, settings, http: http.request, cache, now}),
		otherNumbers: openOtherNumbers({settings, http: http.request, redis: producer, prefix}),
		openIndexer: openStoredIndexer,
		clientFolders,
		openDownloadClient: createDownloadClients({
			...stores,
			refusedLogins: createSharedBackoff({redis: producer, key: `${prefix}:refused-client-logins`, backoff: backoffs.clientLogin}),
			httpOf: client => entered(client, stores.downloadClients),
			jobs: foundations.jobs,
			now,
			clientFolders,
		}),
		...createSearchIndexers({...stores, ...foundations, openIndexer: openStoredIndexer, counters, leastMs}),
		fetchRelease: createFetchFromIndexer({
			indexerRates,
			fromSite: createDownloadsFromSites({now, indexerRates, sites}),
			note: sites.note,
			indexers: stores.indexers,
			httpOf: indexer => (indexer ? outFor(indexer) : proxied.ofNobody),
			now,
			allowPrivate,
			solverOf: indexer => (indexer.captcha ? solverFor(indexer) : null),
		}),
		...createSubtitleProviders({
			...stores,
			http: http.request,
			httpOf: provider => entered(provider, stores.subtitleProviders),
			redis: producer,
			prefix,
			secrets,
			now,
			leastMs,
		}),
		openImportList: list =>
			openImportList(list, {
				http: entered(list, stores.importLists),
				now,
				listPage: (...args) => deps.metadata.listPage(...args),
				readFile: stores.importListItems.readFile,
				accounts: createListAccounts({...stores, now}),
			}),
		openListSignIn: list => openListSignIn(list, {http: entered(list, stores.importLists), now}),
		tryProxy: (proxy, signal) => tryProxy(proxy, {http: http.request, target: metadata.url, signal}),
		openReceiver: receiver =>
			openReceiver(receiver, {
				http: entered(receiver, stores.notifications),
				connect: enteredConnect(receiver, stores.notifications),
				picture: (...args) => deps.metadata.image(...args),
				network,
				rootFolders: stores.rootFolders,
				now,
			}),
		imageCache: createImageCache({redis: producer, prefix}),
		subtitleCache: createSubtitleCache({redis: producer, prefix, secrets}),
		files: createFiles({
			folders: stores.usedFolders,
			now,
			keepFree: () => bytesToKeepFree({settings}),
			rights: createRightsRules({settings, rootFolders: stores.rootFolders, log: foundations.log}),
		}),
		diskProbes: createDiskProbes({leastMs}),
		freeSpaceOf: folder => askFreeSpace(folder, foundations),
		counters,
		clearances,
		pageCache: createPageCache({redis: producer, prefix, secrets}),
		solverSessions: createSolverSessions({redis: producer, prefix, secrets}),
		pageOpener,
		externalSolver: createExternalSolver({http: http.request, address: () => settings.get('captcha.externalUrl')}),
		mediaInfo,
		folderReaders: createFolderReaders(),
		patternMatcher: createPatternMatcher({struck: stores.struckPatterns}),
		torrentEngine: noTorrentEngine,
	};
	const stopNews = stores.titleNews.attach(foundations.events);
	return {
		deps,
		async close() {
			await stopNews();
			deps.diskProbes.close();
			await deps.patternMatcher.close();
			await pageOpener.close();
			await counters.close();
			await mediaInfo.close();
			await definitions.close();
			await http.close();
		},
	};
}

/** Milliseconds. Neither a disk that hangs nor a missing worker must hold up a search. */
const limitMs = 2000;

/** Bytes free for an import, as the pool that has the disks reports; null when it does not answer in time. */
export async function askFreeSpace(path: string, {jobs, log}: {jobs: Pick<JobClient, 'ask'>; log: Log}): Promise<number | null> {
	try {
		return (await jobs.ask(readFolderState, {path, withBin: true}, {timeoutMs: limitMs})).freeSpace;
	} catch (error) {
		log.debug({err: error, path}, 'The free space of a folder is unknown');
		return null;
	}
}

interface SitesOptions {
	stores: Stores;
	producer: Redis;
	prefix: string;
	secrets: Secrets;
	settings: Settings;
	dataDir: string;
	log: Log;
	http: Http;
	now: () => Date;
}

/** What indexers by definition share in a process, and the definitions of all sites. */
export function createSites({stores, producer: redis, prefix, secrets, settings, dataDir, log, http, now}: SitesOptions): {
	sites: SiteDeps;
	deps: Pick<WorkerDeps, 'definitionCatalogue' | 'definitionSource' | 'updateDefinitionPackage'>;
	close(): Promise<void>;
} {
	const thread = createDefinitionProcess();
	const {packagedDefinitions: packaged, usedDefinitions: used, leases} = stores;
	const folder = createOwnDefinitions({
		...{folder: createDefinitionFolder({dataDir}), own: stores.ownDefinitions, now},
		machineId: async () => (await machineOf(dataDir)).id,
	});
	const definitionSource = createDefinitionSource({folder, packaged, used, thread, now});
	return {
		sites: {
			note: event =>
				stores.indexerActivity.note([event], now()).catch(error => log.warn({err: error}, 'The statistics of an indexer miss something')),
			definitions: definitionSource,
			thread,
			refusedLogins: createSharedBackoff({redis, key: `${prefix}:refused-logins`, backoff: backoffs.siteLogin}),
			captchas: createLoginCaptchas({producer: redis, prefix, secrets}),
			redis,
			prefix,
			secrets,
			leases,
		},
		deps: {
			definitionSource,
			definitionCatalogue: createDefinitionCatalogue({definitions: folder, packaged, thread}),
			updateDefinitionPackage: (signal, before) => updateDefinitionPackage({http, thread, packaged, leases, settings, now}, signal, before),
		},
		close: () => thread.close(),
	};
}
