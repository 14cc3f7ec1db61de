import {setTimeout as pause} from 'node:timers/promises';
import mongoose, {type Connection} from 'mongoose';
import {createLeases, type LeasesOptions} from '../coordination/lease.ts';
import {createOutbox} from '../coordination/outbox.ts';
import {createStoredRates} from '../coordination/rate.ts';
import type {Secrets} from '../secrets.ts';
import {createApiKeyStore} from './accounts/api-keys.ts';
import {createAuditStore} from './accounts/audit.ts';
import {createCustomFilterStore} from './accounts/custom-filters.ts';
import {createSessionStore} from './accounts/sessions.ts';
import {createUserStore} from './accounts/users.ts';
import {createBlocklistStore, createSubtitleBlocklistStore} from './blocklists.ts';
import {createOwnDefinitionStore} from './definitions/own-definitions.ts';
import {createPackagedDefinitionStore} from './definitions/packaged-definitions.ts';
import {createUsedDefinitionStore} from './definitions/used-definitions.ts';
import {createBuiltinTorrentStore} from './downloads/builtin-torrents.ts';
import {createDownloadStore} from './downloads/downloads.ts';
import {createHistoryStore} from './downloads/history.ts';
import {createLeftoverStore} from './downloads/leftovers.ts';
import {createPendingReleaseStore} from './downloads/pending-releases.ts';
import {createReleaseGuids} from './downloads/release-cache.ts';
import {createRemotePathMappingStore} from './downloads/remote-path-mappings.ts';
import {createSeedTimeStore} from './downloads/seed-times.ts';
import {createWatchedDownloadStore} from './downloads/watched-downloads.ts';
import {createDeletionStore} from './libraries/deletions.ts';
import {createFileChangeStore} from './libraries/file-changes.ts';
import {createImportExclusionStore} from './libraries/import-exclusions.ts';
import {createImportListItemStore} from './libraries/import-list-items.ts';
import {createLibraryStore} from './libraries/libraries.ts';
import {createMoveStore} from './libraries/moves.ts';
import {createRootFolderStore} from './libraries/root-folders.ts';
import {createScannedFileStore} from './libraries/scanned-files.ts';
import {createStatisticsStore} from './libraries/statistics.ts';
import {createTitleCollectionStore} from './libraries/title-collections.ts';
import {createMoments} from './moments.ts';
import {buildIndexesOf} from './mongo/build-indexes.ts';
import {createMovieStore} from './movies/movies.ts';
import {createDeliveryStore} from './notifications/deliveries.ts';
import {createHealthStateStore} from './notifications/health-states.ts';
import {createCustomFormatStore} from './profiles/custom-formats.ts';
import {createDelayProfileStore} from './profiles/delay-profiles.ts';
import {createGuideStore} from './profiles/guide.ts';
import {createLanguageProfileStore} from './profiles/language-profiles.ts';
import {createQualityDefinitionStore} from './profiles/quality-definitions.ts';
import {createQualityProfileStore} from './profiles/quality-profiles.ts';
import {createReleaseProfileStore} from './profiles/release-profiles.ts';
import {createStruckPatternStore} from './profiles/struck-patterns.ts';
import {createProviderStores} from './providers/provider-stores.ts';
import {createSceneMapStore} from './series/scene-maps.ts';
import {createSeriesStores} from './series/series.ts';
import {createFetchedSubtitleStore} from './subtitles/fetched-subtitles.ts';
import {createCaptchaStatisticsStore} from './system/captcha-statistics.ts';
import {createCleanUpClock} from './system/clean-up-clock.ts';
import {createInstallation, type Installation} from './system/installation.ts';
import {createKeptValues} from './system/kept-values.ts';
import {createMigrations} from './system/migrations.ts';
import {createNumberStore} from './system/numbers.ts';
import {createPauseStore} from './system/pauses.ts';
import {createSettingStore} from './system/settings.ts';
import {createSharedPageStore} from './system/shared-pages.ts';
import {createSnapshots} from './system/snapshots.ts';
import {createUsedFolderStore} from './system/used-folders.ts';
import {createAppCommandStore} from './tasks/app-commands.ts';
import {createSearchBackoffStore} from './tasks/search-backoff.ts';
import {createTaskActivityStore} from './tasks/task-activities.ts';
import {createTaskHistoryStore} from './tasks/task-history.ts';
import {createTaskStore} from './tasks/tasks.ts';
import {createBulkChangeStore} from './titles/bulk-changes.ts';
import {readCountedTitles} from './titles/counted-titles.ts';
import {createPlayerFileStore} from './titles/player-files.ts';
import {createRecordedFileStore} from './titles/recorded-files.ts';
import {createTagStores} from './titles/tag-uses.ts';
import {createTitleNews} from './titles/title-news.ts';
import {createTitleSearchStore} from './titles/title-searches.ts';

export type Stores = ReturnType<typeof createStores>;

export function createStores(connection: Connection, secrets: Secrets, leaseOptions?: LeasesOptions) {
	const taskHistory = createTaskHistoryStore(connection);
	const leases = createLeases(connection, leaseOptions);
	const titleNews = createTitleNews(connection);
	const history = createHistoryStore(connection);
	const witnesses = {history, titleNews};
	return {
		apiKeys: createApiKeyStore(connection),
		appCommands: createAppCommandStore(connection),
		audit: createAuditStore(connection),
		sessions: createSessionStore(connection),
		users: createUserStore(connection),
		movies: createMovieStore(connection, witnesses),
		blocklist: createBlocklistStore(connection),
		customFormats: createCustomFormatStore(connection),
		delayProfiles: createDelayProfileStore(connection),
		downloads: createDownloadStore(connection, secrets),
		fileChanges: createFileChangeStore(connection),
		history,
		titleNews,
		importListItems: createImportListItemStore(connection),
		...createLibraryStores(connection, secrets),
		builtinTorrents: createBuiltinTorrentStore(connection, secrets),
		leftovers: createLeftoverStore(connection),
		languageProfiles: createLanguageProfileStore(connection),
		leases,
		deliveries: createDeliveryStore(connection),
		healthStates: createHealthStateStore(connection),
		...createProviderStores(connection, secrets),
		pendingReleases: createPendingReleaseStore(connection, secrets),
		playerFiles: createPlayerFileStore(connection),
		qualityDefinitions: createQualityDefinitionStore(connection),
		qualityProfiles: createQualityProfileStore(connection),
		releaseGuids: createReleaseGuids(connection, secrets),
		migrations: createMigrations(connection, leases),
		moments: createMoments(connection),
		kept: createKeptValues(connection),
		numbers: createNumberStore(connection),
		releaseProfiles: createReleaseProfileStore(connection),
		struckPatterns: createStruckPatternStore(connection),
		remotePathMappings: createRemotePathMappingStore(connection),
		rootFolders: createRootFolderStore(connection),
		...createSeriesStores(connection, witnesses),
		...createTagStores(connection),
		sceneMaps: createSceneMapStore(connection),
		cleanUpClock: createCleanUpClock(connection),
		installation: createInstallation(connection),
		outbox: createOutbox(connection),
		...createSiteStores(connection),
		budgets: createStoredRates(connection),
		settingStore: createSettingStore(connection),
		sharedPages: createSharedPageStore(connection),
		snapshots: createSnapshots(connection),
		usedFolders: createUsedFolderStore(connection),
		searchBackoff: createSearchBackoffStore(connection),
		fetchedSubtitles: createFetchedSubtitleStore(connection),
		subtitleBlocklist: createSubtitleBlocklistStore(connection),
		tasks: createTaskStore(connection, taskHistory),
		taskHistory,
		taskActivities: createTaskActivityStore(connection),
		titleSearches: createTitleSearchStore(connection),
		seedTimes: createSeedTimeStore(connection),
		watchedDownloads: createWatchedDownloadStore(connection),
	};
}

function createSiteStores(connection: Connection) {
	return {
		captchaStatistics: createCaptchaStatisticsStore(connection),
		ownDefinitions: createOwnDefinitionStore(connection),
		packagedDefinitions: createPackagedDefinitionStore(connection),
		usedDefinitions: createUsedDefinitionStore(connection),
		guide: createGuideStore(connection),
	};
}

function createLibraryStores(connection: Connection, secrets: Secrets) {
	return {
		recordedFiles: createRecordedFileStore(connection),
		customFilters: createCustomFilterStore(connection),
		bulkChanges: createBulkChangeStore(connection),
		moves: createMoveStore(connection, secrets),
		pauses: createPauseStore(connection),
		deletions: createDeletionStore(connection),
		importExclusions: createImportExclusionStore(connection),
		libraries: createLibraryStore(connection),
		titleCollections: createTitleCollectionStore(connection),
		statistics: createStatisticsStore(connection),
		countedTitles: readCountedTitles(connection),
		scannedFiles: createScannedFileStore(connection),
	};
}

export interface Database {
	connection: Connection;
	stores: Stores;
	installation: Installation;
	/** Resolves at the first connection, no matter when the server becomes available. */
	connected: Promise<void>;
	/**
	 * Creates the collections and builds the declared indexes. Until then the service is not ready. `onBuilt` is called
	 * with the number of collections that are done, and of all.
	 */
	buildIndexes(onBuilt?: (done: number, all: number) => void): Promise<void>;
	close(): Promise<void>;
}

export interface DatabaseOptions {
	uri: string;
	secrets: Secrets;
	/**
	 * For callers that must not wait: every call fails within two seconds when the server hangs or is away. Without it
	 * calls are retried, for work that may take its time.
	 */
	failFast?: boolean;
	/** Milliseconds for finding a server and for connecting to it; without it what suits `failFast`. */
	connectLimitMs?: number;
	/** For a database that is thrown away, whose writes need not survive a crash. */
	writeConcern?: mongoose.mongo.WriteConcernSettings;
}

/** Milliseconds that a call of the API looks for a server before it fails. */
const selectionMs = 1500;
/** The same for workers: a replica set usually has a new primary within twelve seconds. */
const patientSelectionMs = 15_000;
/** Milliseconds for a connection of a worker. A busy machine may not get around to one for a second or two. */
const patientConnectMs = 5000;
/** Milliseconds for a first connection that is still being made when the process stops. */
const closeMs = 1500;

/** Connects in the background. Calls fail without a connection and work again when the server is back. */
export function openDatabase({uri, secrets, failFast = false, connectLimitMs, writeConcern = durable}: DatabaseOptions): Database {
	const connection = mongoose.createConnection();
	const limits = connectLimitMs === undefined ? {} : {serverSelectionTimeoutMS: connectLimitMs, connectTimeoutMS: connectLimitMs};
	connection.on('error', () => {});
	// `set` would put them where only `openUri` looks.
	Object.assign(connection.config, withoutMagic);
	const stopped = new AbortController();
	const connected = keepTrying(
		() => openConnection(connection, uri, {...driverOptions({failFast, writeConcern}), ...limits}),
		stopped.signal,
	);
	connected.catch(() => {});
	const stores = createStores(connection, secrets);
	return {
		connection,
		stores,
		installation: stores.installation,
		connected,
		async buildIndexes(onBuilt) {
			await connected;
			const unlimited = await mongoose
				.createConnection(uri, {...driverOptions({failFast: false, writeConcern}), ...withoutMagic})
				.asPromise();
			try {
				const models = Object.values(connection.models);
				let done = 0;
				await Promise.all(
					models.map(async model => {
						await buildIndexesOf(model, unlimited);
						done += 1;
						onBuilt?.(done, models.length);
					}),
				);
			} finally {
				await unlimited.close();
			}
		},
		async close() {
			stopped.abort();
			// A connection is closed only after it was made or has failed, which may take longer than a stop may.
			const closed = connected.catch(() => {}).then(() => connection.close());
			await (connection.readyState === mongoose.STATES.connected ? closed : Promise.race([closed, pause(closeMs)]));
		},
	};
}

/**
 * The driver's monitor contacts a live server twice a second; after 1.5 s without an answer, waiting calls are cut off.
 * A slow query does not count as silence. Polling needs half the messages of streaming at this rate.
 */
const watchful = {
	heartbeatFrequencyMS: 500,
	serverMonitoringMode: 'poll',
	connectTimeoutMS: 1000,
	retryReads: false,
	retryWrites: false,
	waitQueueTimeoutMS: 1500,
} as const;

const durable = {w: 'majority', journal: true} as const;

/** Nothing is created implicitly, and no call waits for a connection. */
const withoutMagic = {autoIndex: false, autoCreate: false, bufferCommands: false};

function driverOptions({
	failFast,
	writeConcern,
}: Required<Pick<DatabaseOptions, 'failFast' | 'writeConcern'>>): mongoose.mongo.MongoClientOptions {
	return {
		serverSelectionTimeoutMS: failFast ? selectionMs : patientSelectionMs,
		connectTimeoutMS: failFast ? selectionMs : patientConnectMs,
		writeConcern,
		maxPoolSize: 20,
		...(failFast && watchful),
	};
}

async function keepTrying(open: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
	for (;;) {
		try {
			await open();
			return;
		} catch {
			await pause(500, undefined, {signal});
		}
	}
}

/**
 * Milliseconds between two checks of the driver on its idle connections. Its default of ten times a second took a
 * fifth of the processor time of an idle service.
 */
const checkEveryMs = 5000;

/** Connects like mongoose's own `openUri`, which cannot tell the driver how often to check. */
async function openConnection(connection: Connection, uri: string, options: mongoose.mongo.MongoClientOptions): Promise<void> {
	const client = new mongoose.mongo.MongoClient(uri, options);
	client.setMaxListeners(0);
	// The driver has this option, but does not accept it with the others.
	Object.assign(client.options, {minPoolSizeCheckFrequencyMS: checkEveryMs});
	try {
		await client.connect();
	} catch (error) {
		await client.close().catch(() => {});
		throw error;
	}
	connection.setClient(client);
}
