import type {Caller} from '#api/http/access/caller.ts';
import {checkSaved} from '#api/http/asks/check-saved.ts';
import {runConnectionTest} from '#api/http/asks/connection-test.ts';
import {idParams} from '#api/http/fields.ts';
import {invalid, type SoundBody} from '#api/http/input.ts';
import {created, noContent, ok} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import {maskedFaults, refuseMovedSecrets, withoutMasked, withShownAddress, withStoredAddress} from '#api/http/secrets.ts';
import type {RouteDeps} from '#api/services.ts';
import {defaultProviderUrls, type SubtitleProvider, type SubtitleProviderSettings} from '#shared/domain/subtitles/provider-record.ts';
import {maskedSecret} from '#shared/secrets.ts';
import type {NewSubtitleProvider} from '#shared/store/subtitles/subtitle-providers.ts';
import {subtitleProvider} from './replies.ts';
import {addSubtitleProviderBody, editSubtitleProviderBody, faultsOf, testSubtitleProviderBody} from './schema.ts';

export function subtitleProvidersRoutes(deps: RouteDeps): Route[] {
	const {subtitleProviders, now} = deps;
	const checked = {kind: 'subtitleProvider', find: subtitleProviders.find} as const;
	/** A change is checked together with the fields that it leaves alone. */
	const findFaults = async ({body, params, wrong}: SoundBody<NewSubtitleProvider & {id?: string}>) => {
		const stored = await subtitleProviders.find(params['id'] ?? body.id ?? '');
		const kind = wrong.has('kind') ? undefined : (body.kind ?? stored?.kind);
		const isStored = stored !== null && kind === stored.kind;
		const {url: given, apiKey = stored?.apiKey ?? ''} = withoutMasked(body);
		const url = given === undefined || given?.includes(maskedSecret) ? (isStored ? stored.url : '') : given;
		const masked = stored || params['id'] ? [] : maskedFaults(body);
		const known = new Set([...wrong, ...masked.map(({path}) => path)]);
		return [...masked, ...(kind === undefined ? [] : faultsOf(completed({kind, url, apiKey})).filter(({path}) => !known.has(path)))];
	};
	return [
		route('GET /api/subtitle-providers', {access: 'auth'}, async ({caller}) =>
			ok({subtitleProviders: (await subtitleProviders.list()).map(each => show(each, caller))}),
		),
		route('GET /api/subtitle-providers/:id', {access: 'auth', params: idParams}, async ({params, caller}) =>
			ok(show(await subtitleProviders.get(params.id), caller)),
		),
		route('POST /api/subtitle-providers', {access: 'admin', body: addSubtitleProviderBody, findFaults}, async ({body, caller}) => {
			const added = await subtitleProviders.add(whole(body), now());
			return created(show(await checkSaved(added, checked, deps), caller));
		}),
		route(
			'POST /api/subtitle-providers/test',
			{access: 'admin', limit: 'tests', body: testSubtitleProviderBody, findFaults},
			async ({body: {id, ...asked}}) => {
				const stored = id ? await subtitleProviders.find(id) : null;
				const given = stored ? withStoredAddress(stored, asked) : asked;
				const settings = {...whole({...stored, ...withoutMasked(given)}), id: id ?? ''};
				refuseMovedSecrets(stored ?? {}, {...given, url: settings.url});
				return runConnectionTest({kind: 'subtitleProvider', settings, recordId: null}, deps);
			},
		),
		route(
			'PUT /api/subtitle-providers/:id',
			{access: 'admin', params: idParams, body: editSubtitleProviderBody, findFaults},
			async ({params, body, caller}) => {
				const stored = await subtitleProviders.get(params.id);
				const given = withoutMasked(withStoredAddress(stored, body));
				// Another kind has another usual address.
				const isOtherKind = given.kind !== undefined && given.kind !== stored.kind && given.url === undefined;
				const {url} = whole({...stored, ...given, ...(isOtherKind && {url: ''})});
				refuseMovedSecrets(stored, {...body, url});
				const changed = await subtitleProviders.change(stored, {...withoutNull(given), url}, now());
				return ok(show(await checkSaved(changed, checked, deps), caller));
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

/** The path of a folder is no secret; administrators and users see those of libraries too. */
function show(record: SubtitleProvider, caller: Caller | null) {
	return subtitleProvider.present(record.kind === 'folder' ? record : withShownAddress(record, caller));
}

const texts = ['url', 'apiKey', 'username', 'password'] as const;

/** Clients may send null for a text that is not set. */
function withoutNull<T extends Partial<SubtitleProviderSettings>>(settings: T): T {
	const emptied = texts.filter(name => settings[name] === null).map(name => [name, '']);
	return {...settings, ...Object.fromEntries(emptied)};
}

/** With the usual address if none is given. */
function completed<T extends Pick<SubtitleProviderSettings, 'kind' | 'url'>>(settings: T): T {
	const given = withoutNull(settings);
	return {...given, url: given.url || defaultProviderUrls[given.kind]};
}

/** The same for a whole record. Throws Invalid naming each field that does not fit its kind. */
function whole<T extends Omit<SubtitleProviderSettings, 'id'>>(settings: T): T {
	const record = completed(settings);
	const faults = faultsOf(record);
	if (faults.length > 0) {
		throw invalid(faults);
	}
	return record;
}
