import {runConnectionTest} from '#api/http/asks/connection-test.ts';
import {idParams} from '#api/http/input/id-params.ts';
import {refuseMasked, refuseMovedSecrets, withoutMasked} from '#api/http/input/masked-secrets.ts';
import {invalid} from '#api/http/input/read-input.ts';
import {created, noContent, ok} from '#api/http/replies/reply.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {Conflict} from '#shared/errors.ts';
import type {NewDownloadClient} from '#shared/store/downloads/download-clients.ts';
import {type Checked, clientFaults} from './client-faults.ts';
import {refuseUsedClient} from './refuse-used-client.ts';
import {downloadClient} from './replies.ts';
import {addDownloadClientBody, editDownloadClientBody, testDownloadClientBody} from './schema.ts';

export function downloadClientsRoutes(deps: RouteDeps): Route[] {
	const {downloadClients, leftovers, now} = deps;
	return [
		route('GET /api/download-clients', {access: 'auth'}, async () =>
			ok({downloadClients: (await downloadClients.list()).map(downloadClient.present)}),
		),
		route('GET /api/download-clients/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(downloadClient.present(await downloadClients.get(params.id))),
		),
		route('POST /api/download-clients', {access: 'admin', body: addDownloadClientBody}, async ({body}) => {
			refuseMasked(body);
			check(body);
			return created(downloadClient.present(await downloadClients.add(withoutEmpty(body), now())));
		}),
		route(
			'POST /api/download-clients/test',
			{access: 'admin', limit: 'tests', body: testDownloadClientBody},
			async ({body: {id, ...given}}) => {
				check(given);
				const stored = id ? await downloadClients.find(id) : null;
				refuseMasked(stored ? {} : given);
				refuseMovedSecrets(stored ?? {}, given);
				const settings = {...stored, ...withoutEmpty(withoutMasked(given)), id: id ?? ''};
				return runConnectionTest({kind: 'downloadClient', settings, recordId: null}, deps);
			},
		),
		route('PUT /api/download-clients/:id', {access: 'admin', params: idParams, body: editDownloadClientBody}, async ({params, body}) => {
			const stored = await downloadClients.get(params.id);
			check({...stored, ...body});
			refuseMovedSecrets(stored, body);
			if ((stored.kind === 'builtin') !== ((body.kind ?? stored.kind) === 'builtin')) {
				throw new Conflict('in_use', 'The kind of the built-in client cannot be changed, and no other client can become built-in.');
			}
			return ok(downloadClient.present(await downloadClients.change(stored.id, withoutEmpty(withoutMasked(body)), now())));
		}),
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

function check(client: Checked): void {
	const faults = clientFaults(client);
	if (faults.length > 0) {
		throw invalid(faults);
	}
}

const emptyMeansNone = ['username', 'password', 'apiKey', 'directory'] as const;

function withoutEmpty<T extends Partial<NewDownloadClient>>(settings: T): T {
	const emptied = emptyMeansNone.filter(name => settings[name] === '').map(name => [name, null]);
	return {...settings, ...Object.fromEntries(emptied)};
}
