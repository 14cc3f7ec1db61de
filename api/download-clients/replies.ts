import {type Operations, recordOperations, testOperations} from '#api/http/operation.ts';
import {secret} from '#api/http/secrets.ts';
import {type DownloadClientRecord, downloadClientKinds} from '#shared/domain/downloads/download-client-record.ts';
import {anyObject, flag, integer, oneOf, stamps, text, textOrNull} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';

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

const path = '/api/download-clients';
export const downloadClientsOperations: Operations = {
	...recordOperations(path, {name: 'DownloadClient', view: downloadClient, deletable: 'an unused download client'}),
	...testOperations(path, 'DownloadClient'),
};
