import {setTimeout as pause} from 'node:timers/promises';
import mongoose, {type Connection} from 'mongoose';
import type {Secrets} from '../secrets.ts';
import {createApiKeyStore} from './api-keys.ts';
import {createBlocklistStore} from './blocklist.ts';
import {buildIndexesOf} from './build-indexes.ts';
import {createBuiltinTorrentStore} from './builtin-torrents.ts';
import {createCaptchaStatisticsStore} from './captcha-statistics.ts';
import {createCustomFormatStore} from './custom-formats.ts';
import {createDownloadClientStore} from './download-clients.ts';
import {createDownloadStore} from './downloads.ts';
import {createHistoryStore} from './history.ts';
import {createImportExclusionStore} from './import-exclusions.ts';
import {createIndexerStore} from './indexers.ts';
import {createLanguageProfileStore} from './language-profiles.ts';
import {createLibraryStore} from './libraries.ts';
import {createMovieStore} from './movies.ts';
import {createPendingReleaseStore} from './pending-releases.ts';
import {createQualityProfileStore} from './quality-profiles.ts';
import {createRemotePathMappingStore} from './remote-path-mappings.ts';
import {createRootFolderStore} from './root-folders.ts';
import {createScannedFileStore} from './scanned-files.ts';
import {createSearchBackOffStore} from './search-back-off.ts';
import {createSeriesStores} from './series-stores.ts';
import {declareSessions} from './sessions.ts';
import {createSettingStore} from './settings.ts';
import {createTaskActivityStore} from './task-activities.ts';
import {createTaskHistoryStore} from './task-history.ts';
import {createTaskStore} from './tasks.ts';
import {createUserStore} from './users.ts';

export type Stores = ReturnType<typeof createStores>;

function createStores(connection: Connection, secrets: Secrets) {
	declareSessions(connection);
	return {
		users: createUserStore(connection),
		apiKeys: createApiKeyStore(connection),
		movies: createMovieStore(connection),
		blocklist: createBlocklistStore(connection),
		captchaStatistics: createCaptchaStatisticsStore(connection),
		customFormats: createCustomFormatStore(connection),
		downloads: createDownloadStore(connection, secrets),
		history: createHistoryStore(connection),
		importExclusions: createImportExclusionStore(connection),
		indexers: createIndexerStore(connection, secrets),
		builtinTorrents: createBuiltinTorrentStore(connection),
		downloadClients: createDownloadClientStore(connection, secrets),
		languageProfiles: createLanguageProfileStore(connection),
		pendingReleases: createPendingReleaseStore(connection, secrets),
		qualityProfiles: createQualityProfileStore(connection),
		remotePathMappings: createRemotePathMappingStore(connection),
		rootFolders: createRootFolderStore(connection),
		...createSeriesStores(connection),
		settingStore: createSettingStore(connection),
		libraries: createLibraryStore(connection),
		scannedFiles: createScannedFileStore(connection),
		searchBackOff: createSearchBackOffStore(connection),
		tasks: createTaskStore(connection),
		taskHistory: createTaskHistoryStore(connection),
		taskActivities: createTaskActivityStore(connection),
	};
}

export interface Database {
	connection: Connection;
	stores: Stores;
	/** Resolves at the first connection, however late the server comes. */
	connected: Promise<void>;
	/** Makes the collections and builds the declared indexes; until then the service is not ready. */
	buildIndexes(): Promise<void>;
	close(): Promise<void>;
}

export interface DatabaseOptions {
	uri: string;
	secrets: Secrets;
	/** For callers that must not wait: a hung or absent server fails every call within two seconds. Without it calls are tried again, for work that may take its time. */
	failFast?: boolean;
}

/** Milliseconds that a call looks for a server before it fails. */
const selectionMs = 1500;

/** Connects in the background: calls fail at once while there is no connection, and work again when the server is back. */
export function openDatabase({uri, secrets, failFast = false}: DatabaseOptions): Database {
	const connection = mongoose.createConnection();
	connection.on('error', () => {});
	const stopped = new AbortController();
	const connected = keepTrying(() => connection.openUri(uri, clientOptions(failFast)), stopped.signal);
	connected.catch(() => {});
	const stores = createStores(connection, secrets);
	return {
		connection,
		stores,
		connected,
		async buildIndexes() {
			await connected;
			const unlimited = await mongoose.createConnection(uri, clientOptions(false)).asPromise();
			try {
				await Promise.all(Object.values(connection.models).map(model => buildIndexesOf(model, unlimited)));
			} finally {
				await unlimited.close();
			}
		},
		async close() {
			stopped.abort();
			await connected.catch(() => {});
			await connection.close();
		},
	};
}

/** The driver's monitor hears from a live server twice a second; silence of 1.5 s cuts the calls that wait for it. A slow query is not silence. */
const watchful = {heartbeatFrequencyMS: 500, connectTimeoutMS: 1000, retryReads: false, retryWrites: false, waitQueueTimeoutMS: 1500};

function clientOptions(failFast: boolean) {
	return {
		serverSelectionTimeoutMS: selectionMs,
		connectTimeoutMS: selectionMs,
		autoIndex: false,
		autoCreate: false,
		bufferCommands: false,
		writeConcern: {w: 'majority', journal: true} as const,
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
