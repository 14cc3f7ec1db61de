import {testConnection} from '#shared/jobs/connections.ts';
import {openPayload} from '#shared/jobs/sealed-payload.ts';
import type {Handler} from '../runtime/handler.ts';
import {testAndNote} from './tested-kinds.ts';

/**
 * Tests an indexer, a download client, a subtitle provider or a notification with the settings the user entered. For a
 * stored one, the outcome becomes its status.
 */
export const handleTestConnection: Handler<typeof testConnection> = async ({kind, sealed, recordId}, deps, {signal}) =>
	testAndNote(openPayload<unknown>(testConnection, sealed, deps.secrets), {kind, noted: async () => recordId, signal}, deps);
