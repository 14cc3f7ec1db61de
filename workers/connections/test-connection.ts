import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import type {IndexerSettings} from '#shared/domain/indexers/indexer-record.ts';
import {isExpected, TooMany} from '#shared/errors.ts';
import type {testConnection} from '#shared/jobs/connections/test-connection.ts';
import type {Handler} from '../runtime/handler.ts';

/**
 * Tests an indexer or a download client with the settings the user entered. For a stored one, the
 * outcome becomes its status.
 */
export const handleTestConnection: Handler<typeof testConnection> = async ({kind, sealed, recordId}, deps, {signal}) => {
	const settings: unknown = JSON.parse(deps.secrets.open(sealed));
	const note = (lastError: string | null, version: string | null = null) => {
		if (!recordId) {
			return;
		}
		return kind === 'indexer'
			? deps.indexers.setHealth(
					recordId,
					lastError ? {status: 'error', lastError} : {status: 'ok', lastError: null, disabledUntil: null, failures: 0},
				)
			: deps.downloadClients.setHealth(recordId, lastError ? {status: 'error', lastError} : {status: 'ok', lastError: null, version});
	};
	try {
		const tested =
			kind === 'indexer'
				? await deps.openIndexer(settings as IndexerSettings, 'test').test(signal) // the API validated them before it sealed them
				: await deps.openDownloadClient(settings as DownloadClientSettings).test(signal);
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
