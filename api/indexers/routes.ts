import type {Caller} from '#api/http/access/caller.ts';
import {checkSaved} from '#api/http/asks/check-saved.ts';
import {runConnectionTest} from '#api/http/asks/connection-test.ts';
import {idParams} from '#api/http/fields.ts';
import type {SoundBody} from '#api/http/input.ts';
import {created, noContent, ok} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import {maskedFaults, unmasked, withShownAddress} from '#api/http/secrets.ts';
import type {RouteDeps} from '#api/services.ts';
import type {Indexer} from '#shared/domain/indexers/indexer-record.ts';
import type {Fault} from '#shared/errors.ts';
import type {NewIndexer} from '#shared/store/downloads/indexers.ts';
import {restartSearches} from '#shared/tasks/restart-searches.ts';
import {indexer} from './replies.ts';
import {addIndexerBody, editIndexerBody, testIndexerBody} from './schema.ts';

export function indexersRoutes(deps: RouteDeps): Route[] {
	const {indexers, downloadClients, settings, now} = deps;
	const solveMs = ({captcha}: Pick<NewIndexer, 'captcha'>) => (captcha ? settings.get('captcha.timeout') * 1000 : 0);
	/** What nobody else had may be there. */
	const restartIfNew = async ({enabled}: Pick<NewIndexer, 'enabled'>, wasEnabled: boolean) => {
		if (enabled && !wasEnabled) {
			await restartSearches('all', deps);
		}
	};
	const checked = {kind: 'indexer', find: indexers.find} as const;
	const findFaults = async ({body, params}: SoundBody<NewIndexer & {id?: string}>): Promise<Fault[]> => {
		const {id, downloadClientId} = body;
		const isStored = params['id'] !== undefined || (id !== undefined && (await indexers.find(id)) !== null);
		const isUnknown = downloadClientId && !(await downloadClients.find(downloadClientId));
		const message = 'downloadClientId must be the id of a client of /api/download-clients, or null';
		return [...(isStored ? [] : maskedFaults(body)), ...(isUnknown ? [{path: 'downloadClientId', message}] : [])];
	};
	const show = (record: Indexer, caller: Caller | null) => indexer.present(withShownAddress(record, caller));
	return [
		route('GET /api/indexers', {access: 'auth'}, async ({caller}) =>
			ok({indexers: (await indexers.list()).map(each => show(each, caller))}),
		),
		route('GET /api/indexers/:id', {access: 'auth', params: idParams}, async ({params, caller}) =>
			ok(show(await indexers.get(params.id), caller)),
		),
		route('POST /api/indexers', {access: 'admin', body: addIndexerBody, findFaults}, async ({body, caller}) => {
			const added = await indexers.add(withoutEmptyKey(body), now());
			await restartIfNew(added, false);
			return created(show(await checkSaved(added, checked, deps), caller));
		}),
		route(
			'POST /api/indexers/test',
			{access: 'admin', limit: 'tests', body: testIndexerBody, findFaults},
			async ({body: {id, ...asked}}) => {
				const stored = id ? await indexers.find(id) : null;
				const settings = {...stored, ...withoutEmptyKey(stored ? unmasked(stored, asked) : asked), id: id ?? ''};
				return runConnectionTest({kind: 'indexer', settings, recordId: null, solveMs: solveMs(asked)}, deps);
			},
		),
		route(
			'PUT /api/indexers/:id',
			{access: 'admin', params: idParams, body: editIndexerBody, findFaults},
			async ({params, body, caller}) => {
				const stored = await indexers.get(params.id);
				const changed = await indexers.change(stored, withoutEmptyKey(unmasked(stored, body)), now());
				await restartIfNew(changed, stored.enabled);
				return ok(show(await checkSaved(changed, checked, deps), caller));
			},
		),
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

function withoutEmptyKey<T extends Partial<NewIndexer>>(settings: T): T {
	return settings.apiKey === '' ? {...settings, apiKey: null} : settings;
}
