import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import type {Capabilities} from '#shared/domain/indexers/capabilities.ts';
import type {IndexerSettings} from '#shared/domain/indexers/indexer-record.ts';
import type {NotificationHealth, NotificationSettings} from '#shared/domain/notifications/notification.ts';
import type {SubtitleProviderSettings} from '#shared/domain/subtitles/provider-record.ts';
import {isExpected, TooMany} from '#shared/errors.ts';
import type {ConnectionTested, TestConnection} from '#shared/jobs/connections.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

export interface Tested extends ConnectionTested {
	/** What an indexer says it can do. */
	capabilities?: Record<string, unknown> | null;
}

interface Kind {
	/** The settings were validated when they were saved or sealed. */
	test(settings: unknown, deps: WorkerDeps, signal: AbortSignal): Promise<Tested>;
	noteSuccess(recordId: string, tested: Tested, deps: WorkerDeps): Promise<void>;
	noteFailure(recordId: string, lastError: string, deps: WorkerDeps): Promise<void>;
}

const works = {status: 'ok', lastError: null, disabledUntil: null, failures: 0} as const;

const kinds: Readonly<Record<TestConnection['kind'], Kind>> = {
	indexer: {
		async test(settings, {openIndexer}, signal) {
			const indexer = openIndexer(settings as IndexerSettings, 'test');
			const tested = await indexer.test(signal);
			return {...tested, capabilities: briefly(await indexer.capabilities(signal))};
		},
		noteSuccess: (id, {capabilities}, {indexers}) => indexers.setHealth(id, {...works, ...(capabilities !== undefined && {capabilities})}),
		noteFailure: (id, lastError, {indexers}) => indexers.setHealth(id, {status: 'error', lastError}),
	},
	downloadClient: {
		test: (settings, {openDownloadClient}, signal) => openDownloadClient(settings as DownloadClientSettings).test(signal),
		noteSuccess: (id, {version}, {downloadClients}) => downloadClients.setHealth(id, {status: 'ok', lastError: null, version}),
		noteFailure: (id, lastError, {downloadClients}) => downloadClients.setHealth(id, {status: 'error', lastError}),
	},
	subtitleProvider: {
		test: (settings, {openSubtitleProvider}, signal) => openSubtitleProvider(settings as SubtitleProviderSettings, 'test').test(signal),
		noteSuccess: (id, _tested, {subtitleProviders}) => subtitleProviders.setHealth(id, {...works, isLoginRefused: false}),
		noteFailure: (id, lastError, {subtitleProviders}) => subtitleProviders.setHealth(id, {status: 'error', lastError}),
	},
	notification: {
		test: (settings, {openReceiver}, signal) => openReceiver(settings as NotificationSettings).test(signal),
		noteSuccess: (id, _tested, deps) => noteReceiver(id, works, deps),
		noteFailure: (id, lastError, deps) => noteReceiver(id, {status: 'error', lastError}, deps),
	},
};

/** A test does not enable what is disabled. */
async function noteReceiver(id: string, health: Partial<NotificationHealth>, {notifications}: WorkerDeps): Promise<void> {
	if ((await notifications.find(id))?.enabled) {
		await notifications.setHealth(id, health);
	}
}

/** Characters of JSON. Lists show what is stored, and the other side decides how much it tells. */
const mostToldChars = 32_768;

function briefly(told: Capabilities): Record<string, unknown> | null {
	const short = {...told, categories: [], tags: []};
	return [told, short].map(each => ({...each})).find(each => JSON.stringify(each).length <= mostToldChars) ?? null;
}

interface Circumstances {
	kind: TestConnection['kind'];
	/** Id of the record whose status the outcome becomes; null for none. Asked after the test. */
	noted: () => Promise<string | null>;
	signal: AbortSignal;
}

/** Tests the settings and notes the outcome. Throws what the test throws. */
export async function testAndNote(settings: unknown, {kind, noted, signal}: Circumstances, deps: WorkerDeps): Promise<ConnectionTested> {
	const {test, noteSuccess, noteFailure} = kinds[kind];
	const tested = await test(settings, deps, signal).catch(async error => {
		// Neither a limit, our own or the site's, nor a test that was given up says that the settings are wrong.
		const id = error instanceof TooMany || signal.aborted ? null : await noted();
		await (id && noteFailure(id, isExpected(error) ? error.message : 'The test failed unexpectedly; the log says why.', deps));
		throw error;
	});
	const id = await noted();
	await (id && noteSuccess(id, tested, deps));
	const {version, details} = tested;
	return {version, details};
}
