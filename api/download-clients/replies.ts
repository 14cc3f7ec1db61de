import type {Operations} from '#api/http/replies/operation.ts';
import {connectionWorks} from '#api/http/replies/outcomes.ts';
import {secret} from '#api/http/replies/secret-field.ts';
import {type DownloadClientRecord, downloadClientKinds} from '#shared/domain/downloads/download-client-record.ts';
import {anyObject, flag, integer, oneOf, stamps, text, textOrNull} from '#shared/presenters/fields.ts';
import {objectOf, viewOf} from '#shared/presenters/view.ts';

export const downloadClient = viewOf<DownloadClientRecord>()(
	{
		id: text,
		name: text,
		kind: oneOf(downloadClientKinds),
		url: textOrNull,
		username: textOrNull,
		password: secret,
		apiKey: secret,
		category: text,
		directory: textOrNull,
		enabled: flag,
		priority: integer,
		addPaused: flag,
		removeCompleted: flag,
		removeFailed: flag,
		settings: anyObject,
		status: oneOf(['ok', 'error', 'unknown']),
		lastError: textOrNull,
		version: textOrNull,
		...stamps,
	},
	'DownloadClient',
);

export const downloadClientsOperations: Operations = {
	'GET /api/download-clients': {
		id: 'listDownloadClients',
		summary: 'List download clients',
		replies: {200: objectOf({downloadClients: downloadClient.list})},
	},
	'GET /api/download-clients/:id': {id: 'getDownloadClient', summary: 'Show a download client', replies: {200: downloadClient.schema}},
	'POST /api/download-clients': {
		id: 'addDownloadClient',
		summary: 'Add a download client',
		replies: {201: downloadClient.schema},
		failures: [409],
	},
	'POST /api/download-clients/test': {
		id: 'testDownloadClientSettings',
		summary: 'Test the settings of a download client before it is stored',
		replies: {200: connectionWorks.schema},
	},
	'PUT /api/download-clients/:id': {
		id: 'updateDownloadClient',
		summary: 'Change a download client',
		replies: {200: downloadClient.schema},
		failures: [409],
	},
	'DELETE /api/download-clients/:id': {
		id: 'deleteDownloadClient',
		summary: 'Delete an unused download client',
		replies: {204: null},
		failures: [409],
	},
	'POST /api/download-clients/:id/test': {
		id: 'testDownloadClient',
		summary: 'Test a stored download client',
		replies: {200: connectionWorks.schema},
		failures: [400],
	},
};
