import {checkSaved} from '#api/http/asks/check-saved.ts';
import {runConnectionTest} from '#api/http/asks/connection-test.ts';
import {idParams} from '#api/http/input/id-params.ts';
import {refuseMasked, refuseMovedSecrets, withoutMasked} from '#api/http/input/masked-secrets.ts';
import {invalid} from '#api/http/input/read-input.ts';
import {created, noContent, ok} from '#api/http/replies/reply.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {defaultProviderUrls, type SubtitleProviderSettings} from '#shared/domain/subtitles/provider-record.ts';
import {subtitleProvider} from './replies.ts';
import {addSubtitleProviderBody, editSubtitleProviderBody, faultsOf, testSubtitleProviderBody} from './schema.ts';

export function subtitleProvidersRoutes(deps: RouteDeps): Route[] {
	const {subtitleProviders, now} = deps;
	const checked = {kind: 'subtitleProvider', find: subtitleProviders.find} as const;
	return [
		route('GET /api/subtitle-providers', {access: 'auth'}, async () =>
			ok({subtitleProviders: (await subtitleProviders.list()).map(subtitleProvider.present)}),
		),
		route('GET /api/subtitle-providers/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(subtitleProvider.present(await subtitleProviders.get(params.id))),
		),
		route('POST /api/subtitle-providers', {access: 'admin', body: addSubtitleProviderBody}, async ({body}) => {
			refuseMasked(body);
			const added = await subtitleProviders.add(whole(body), now());
			return created(subtitleProvider.present(await checkSaved(added, checked, deps)));
		}),
		route(
			'POST /api/subtitle-providers/test',
			{access: 'admin', limit: 'tests', body: testSubtitleProviderBody},
			async ({body: {id, ...given}}) => {
				const stored = id ? await subtitleProviders.find(id) : null;
				refuseMasked(stored ? {} : given);
				const settings = {...whole({...stored, ...withoutMasked(given)}), id: id ?? ''};
				refuseMovedSecrets(stored ?? {}, {...given, url: settings.url});
				return runConnectionTest({kind: 'subtitleProvider', settings, recordId: null}, deps);
			},
		),
		route(
			'PUT /api/subtitle-providers/:id',
			{access: 'admin', params: idParams, body: editSubtitleProviderBody},
			async ({params, body}) => {
				const stored = await subtitleProviders.get(params.id);
				const given = withoutMasked(body);
				// Another kind has another usual address.
				const isOtherKind = given.kind !== undefined && given.kind !== stored.kind && given.url === undefined;
				const {url} = whole({...stored, ...given, ...(isOtherKind && {url: ''})});
				refuseMovedSecrets(stored, {...body, url});
				const changed = await subtitleProviders.change(stored.id, {...withoutNull(given), url}, now());
				return ok(subtitleProvider.present(await checkSaved(changed, checked, deps)));
			},
		),
		route('DELETE /api/subtitle-providers/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const {id} = await subtitleProviders.get(params.id);
			await subtitleProviders.remove(id);
			return noContent;
		}),
		route('POST /api/subtitle-providers/:id/test', {access: 'admin', limit: 'tests', params: idParams}, async ({params}) => {
			const stored = await subtitleProviders.get(params.id);
			return runConnectionTest({kind: 'subtitleProvider', settings: stored, recordId: stored.id}, deps);
		}),
	];
}

const texts = ['url', 'apiKey', 'username', 'password'] as const;

/** Clients may send null for a text that is not set. */
function withoutNull<T extends Partial<SubtitleProviderSettings>>(settings: T): T {
	const emptied = texts.filter(name => settings[name] === null).map(name => [name, '']);
	return {...settings, ...Object.fromEntries(emptied)};
}

/** With the usual address if none is given. Throws Invalid naming each field that does not fit its kind. */
function whole<T extends Omit<SubtitleProviderSettings, 'id'>>(settings: T): T {
	const given = withoutNull(settings);
	const record = {...given, url: given.url || defaultProviderUrls[given.kind]};
	const faults = faultsOf(record);
	if (faults.length > 0) {
		throw invalid(faults);
	}
	return record;
}
