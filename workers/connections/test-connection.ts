import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import type {IndexerSettings} from '#shared/domain/indexers/indexer-record.ts';
import type {NotificationSettings} from '#shared/domain/notifications/notification.ts';
import type {SubtitleProviderSettings} from '#shared/domain/subtitles/provider-record.ts';
import {isExpected, TooMany} from '#shared/errors.ts';
import {type ConnectionTested, type TestConnection, testConnection} from '#shared/jobs/connections/test-connection.ts';
import {openPayload} from '#shared/jobs/sealed-payload.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

interface Kind {
	/** The API has validated the settings before it sealed them. */
	test(settings: unknown, deps: WorkerDeps, signal: AbortSignal): Promise<ConnectionTested>;
	/** `lastError` is null when the test succeeded. */
	note(recordId: string, outcome: {lastError: string | null; version: string | null}, deps: WorkerDeps): Promise<void>;
}

const works = {status: 'ok', lastError: null, disabledUntil: null, failures: 0} as const;

const kinds: Readonly<Record<TestConnection['kind'], Kind>> = {
	indexer: {
		test: (settings, {openIndexer}, signal) => openIndexer(settings as IndexerSettings, 'test').test(signal),
		note: (id, {lastError}, {indexers}) => indexers.setHealth(id, lastError ? {status: 'error', lastError} : works),
	},
	downloadClient: {
		test: (settings, {openDownloadClient}, signal) => openDownloadClient(settings as DownloadClientSettings).test(signal),
		note: (id, {lastError, version}, {downloadClients}) =>
			downloadClients.setHealth(id, lastError ? {status: 'error', lastError} : {status: 'ok', lastError: null, version}),
	},
	subtitleProvider: {
		test: (settings, {openSubtitleProvider}, signal) => openSubtitleProvider(settings as SubtitleProviderSettings, 'test').test(signal),
		note: (id, {lastError}, {subtitleProviders}) =>
			subtitleProviders.setHealth(id, lastError ? {status: 'error', lastError} : {...works, isLoginRefused: false}),
	},
	notification: {
		test: (settings, {openReceiver}, signal) => openReceiver(settings as NotificationSettings).test(signal),
		note: (id, {lastError}, {notifications}) => notifications.setHealth(id, lastError ? {status: 'error', lastError} : works),
	},
};

/**
 * Tests an indexer, a download client, a subtitle provider or a notification with the settings the user entered. For a
 * stored one, the outcome becomes its status.
 */
export const handleTestConnection: Handler<typeof testConnection> = async ({kind, sealed, recordId}, deps, {signal}) => {
	const settings = openPayload<unknown>(testConnection, sealed, deps.secrets);
	const note = async (lastError: string | null, version: string | null = null) => {
		if (recordId) {
			await kinds[kind].note(recordId, {lastError, version}, deps);
		}
	};
	try {
		const tested = await kinds[kind].test(settings, deps, signal);
		await note(null, tested.version);
		return tested;
	} catch (error) {
		// Neither a limit, our own or the site's, nor a test that was given up says that the settings are wrong.
		if (error instanceof TooMany || signal.aborted) {
			throw error;
		}
		await note(isExpected(error) ? error.message : 'The test failed unexpectedly; the log says why.');
		throw error;
	}
};
