import type {Operations} from '#api/http/operation.ts';
import {recordOperations, testOperations} from '#api/http/operation.ts';
import {refuseUsed} from '#api/http/references.ts';
import type {Route} from '#api/http/route.ts';
import {secret} from '#api/http/secrets.ts';
import type {RouteDeps} from '#api/services.ts';
import {
	type DownloadClientKind,
	type DownloadClientRecord,
	downloadClientKinds,
	downloadControls,
} from '#shared/domain/downloads/download-client-record.ts';
import {Conflict} from '#shared/errors.ts';
import {anyObject, flag, integer, listOf, oneOf, stamps, text, textOrNull, texts} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import {downloadClientFamily} from '#shared/providers/download-clients.ts';
import {providerRoutes} from './provider-routes.ts';

const downloadClient = viewOf<DownloadClientRecord>()(
	{
		id: text,
		name: text,
		kind: oneOf(Object.keys(downloadClientKinds) as DownloadClientKind[]),
		url: textOrNull,
		username: textOrNull,
		password: secret,
		apiKey: secret,
		category: text,
		movieCategory: textOrNull,
		tvCategory: textOrNull,
		movieImportedCategory: textOrNull,
		tvImportedCategory: textOrNull,
		directory: textOrNull,
		enabled: flag,
		priority: integer,
		addPaused: flag,
		removeCompleted: flag,
		removeFailed: flag,
		tags: texts.description(
			'Libraries and tags: titles with one of them are downloaded by this client. Without tags, it downloads the titles that no other client is for.',
		),
		settings: anyObject,
		controls: from(
			listOf(oneOf(downloadControls)).description('What `POST /api/queue/bulk` can do with its downloads.'),
			({kind}: DownloadClientRecord) => downloadClientKinds[kind].controls,
		),
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

export function downloadClientsRoutes(deps: RouteDeps): Route[] {
	const {downloadClients, leftovers} = deps;
	return providerRoutes(
		{
			name: 'downloadClient',
			path,
			plural: 'downloadClients',
			family: downloadClientFamily,
			view: downloadClient,
			store: downloadClients,
			readers: 'auth',
			refuseChange(stored, {kind}) {
				if ((stored.kind === 'builtin') !== (kind === 'builtin')) {
					throw new Conflict('in_use', 'The kind of the built-in client cannot be changed, and no other client can become built-in.');
				}
			},
			refuseRemoval: client => refuseUsedClient(client, deps),
			removed: leftovers.removeOfClient,
		},
		deps,
	);
}

/** Throws Conflict `in_use`, naming the downloads and indexers that use the client. */
async function refuseUsedClient({id, kind, name}: DownloadClientRecord, {downloads, indexers}: RouteDeps): Promise<void> {
	if (kind === 'builtin') {
		throw new Conflict('in_use', 'The built-in client cannot be removed. Disable it instead.');
	}
	const [titles, all] = await Promise.all([downloads.titlesAt(id), indexers.list()]);
	const users = [...all.filter(({downloadClientId}) => downloadClientId === id).map(indexer => indexer.name), ...titles];
	refuseUsed(name, users, 'Remove them, or disable the client.');
}
