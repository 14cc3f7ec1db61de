import {runConnectionTest} from '#api/http/asks/connection-test.ts';
import {idParams} from '#api/http/input/id-params.ts';
import {refuseMasked, refuseMovedSecrets, withoutMasked} from '#api/http/input/masked-secrets.ts';
import {invalid} from '#api/http/input/read-input.ts';
import {created, noContent, ok} from '#api/http/replies/reply.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {maskedSecret} from '#shared/secrets.ts';
import type {DownloadClientStore} from '#shared/store/downloads/download-clients.ts';
import type {NewIndexer} from '#shared/store/downloads/indexers.ts';
import {indexer} from './replies.ts';
import {addIndexerBody, editIndexerBody, testIndexerBody} from './schema.ts';

export function indexersRoutes(deps: RouteDeps): Route[] {
	const {indexers, downloadClients, settings, now} = deps;
	const solveMs = ({captcha}: Pick<NewIndexer, 'captcha'>) => (captcha ? settings.get('captcha.timeout') * 1000 : 0);
	return [
		route('GET /api/indexers', {access: 'auth'}, async () => ok({indexers: (await indexers.list()).map(indexer.present)})),
		route('GET /api/indexers/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(indexer.present(await indexers.get(params.id))),
		),
		route('POST /api/indexers', {access: 'admin', body: addIndexerBody}, async ({body}) => {
			refuseMasked(body);
			await checkClient(body, downloadClients);
			return created(indexer.present(await indexers.add(withoutEmptyKey(body), now())));
		}),
		route('POST /api/indexers/test', {access: 'admin', limit: 'tests', body: testIndexerBody}, async ({body: {id, ...asked}}) => {
			const isMasked = asked.apiKey === maskedSecret;
			const stored = isMasked && id ? await indexers.find(id) : null;
			refuseMasked(stored ? {} : asked);
			refuseMovedSecrets(stored ?? {}, asked);
			const apiKey = stored ? stored.apiKey : asked.apiKey || null;
			return runConnectionTest(
				{kind: 'indexer', settings: {...asked, id: id ?? '', apiKey}, recordId: null, solveMs: solveMs(asked)},
				deps,
			);
		}),
		route('PUT /api/indexers/:id', {access: 'admin', params: idParams, body: editIndexerBody}, async ({params, body}) => {
			await checkClient(body, downloadClients);
			const stored = await indexers.get(params.id);
			refuseMovedSecrets(stored, body);
			return ok(indexer.present(await indexers.change(stored.id, withoutEmptyKey(withoutMasked(body)), now())));
		}),
		route('DELETE /api/indexers/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const {id} = await indexers.get(params.id);
			await indexers.remove(id);
			return noContent;
		}),
		route('POST /api/indexers/:id/test', {access: 'admin', limit: 'tests', params: idParams}, async ({params}) => {
			const stored = await indexers.get(params.id);
			return runConnectionTest({kind: 'indexer', settings: stored, recordId: stored.id, solveMs: solveMs(stored)}, deps);
		}),
	];
}

async function checkClient({downloadClientId}: Partial<NewIndexer>, downloadClients: DownloadClientStore): Promise<void> {
	if (downloadClientId && !(await downloadClients.find(downloadClientId))) {
		throw invalid([{path: 'downloadClientId', message: 'downloadClientId must be the id of a client of /api/download-clients, or null'}]);
	}
}

function withoutEmptyKey<T extends Partial<NewIndexer>>(settings: T): T {
	return settings.apiKey === '' ? {...settings, apiKey: null} : settings;
}
