import type {Caller} from '#api/http/access/caller.ts';
import {checkSaved} from '#api/http/asks/check-saved.ts';
import {runConnectionTest} from '#api/http/asks/connection-test.ts';
import {idParams} from '#api/http/fields.ts';
import type {SoundBody} from '#api/http/input.ts';
import {created, noContent, ok} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import {maskedFaults, unmasked, withShownAddress} from '#api/http/secrets.ts';
import type {RouteDeps} from '#api/services.ts';
import type {DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';
import {Conflict} from '#shared/errors.ts';
import type {NewDownloadClient} from '#shared/store/downloads/download-clients.ts';
import {clientFaults} from './client-faults.ts';
import {refuseUsedClient} from './refuse-used-client.ts';
import {downloadClient} from './replies.ts';
import {addDownloadClientBody, editDownloadClientBody, testDownloadClientBody} from './schema.ts';

export function downloadClientsRoutes(deps: RouteDeps): Route[] {
	const {downloadClients, leftovers, now} = deps;
	const checked = {kind: 'downloadClient', find: downloadClients.find} as const;
	const show = (record: DownloadClientRecord, caller: Caller | null) => downloadClient.present(withShownAddress(record, caller));
	/** A change is checked together with the fields that it leaves alone. */
	const findFaults = async ({body, params, wrong}: SoundBody<NewDownloadClient & {id?: string}>) => {
		const stored = await downloadClients.find(params['id'] ?? body.id ?? '');
		const masked = stored || params['id'] ? [] : maskedFaults(body);
		return [...masked, ...clientFaults({...(params['id'] && stored), ...body}, wrong)];
	};
	return [
		route('GET /api/download-clients', {access: 'auth'}, async ({caller}) =>
			ok({downloadClients: (await downloadClients.list()).map(each => show(each, caller))}),
		),
		route('GET /api/download-clients/:id', {access: 'auth', params: idParams}, async ({params, caller}) =>
			ok(show(await downloadClients.get(params.id), caller)),
		),
		route('POST /api/download-clients', {access: 'admin', body: addDownloadClientBody, findFaults}, async ({body, caller}) => {
			const added = await downloadClients.add(withoutEmpty(body), now());
			return created(show(await checkSaved(added, checked, deps), caller));
		}),
		route(
			'POST /api/download-clients/test',
			{access: 'admin', limit: 'tests', body: testDownloadClientBody, findFaults},
			async ({body: {id, ...given}}) => {
				const stored = id ? await downloadClients.find(id) : null;
				const settings = {...stored, ...withoutEmpty(stored ? unmasked(stored, given) : given), id: id ?? ''};
				return runConnectionTest({kind: 'downloadClient', settings, recordId: null}, deps);
			},
		),
		route(
			'PUT /api/download-clients/:id',
			{access: 'admin', params: idParams, body: editDownloadClientBody, findFaults},
			async ({params, body, caller}) => {
				const stored = await downloadClients.get(params.id);
				const change = withoutEmpty(unmasked(stored, body));
				if ((stored.kind === 'builtin') !== ((body.kind ?? stored.kind) === 'builtin')) {
					throw new Conflict('in_use', 'The kind of the built-in client cannot be changed, and no other client can become built-in.');
				}
				const changed = await downloadClients.change(stored, change, now());
				return ok(show(await checkSaved(changed, checked, deps), caller));
			},
		),
		route('DELETE /api/download-clients/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const client = await downloadClients.get(params.id);
			await refuseUsedClient(client, deps);
			await downloadClients.remove(client.id);
			await leftovers.removeOfClient(client.id);
			return noContent;
		}),
		route('POST /api/download-clients/:id/test', {access: 'admin', limit: 'tests', params: idParams}, async ({params}) => {
			const settings = await downloadClients.get(params.id);
			return runConnectionTest({kind: 'downloadClient', settings, recordId: settings.id}, deps);
		}),
	];
}

const emptyMeansNone = ['username', 'password', 'apiKey', 'directory'] as const;

function withoutEmpty<T extends Partial<NewDownloadClient>>(settings: T): T {
	const emptied = emptyMeansNone.filter(name => settings[name] === '').map(name => [name, null]);
	return {...settings, ...Object.fromEntries(emptied)};
}
