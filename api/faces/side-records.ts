import type {RouteDeps} from '#api/services.ts';
import type {AutoTagCondition, AutoTagRange} from '#shared/domain/media/auto-tags.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {StoredAutoTag} from '#shared/store/titles/auto-tags.ts';
import {faceLanguage} from './codes.ts';
import {accepted, type FaceCall, type FaceRoute, faceRoute, shown} from './faces.ts';
import {fieldsWith, row} from './provider-fields.ts';
import {createRecordTags, idOf, readTables, type Tables} from './tables.ts';
import {FaceFailure, field, flagIn, integerIn, listIn, notFound} from './wire.ts';

const both = ['movies', 'tv'] as const;

/** What programs list beside titles and settings: rules that give tags, files for players, and filters of pages. */
export function sideRoutes(deps: RouteDeps): FaceRoute[] {
	return [...metadataRoutes(deps), ...autoTagRoutes(deps)];
}

const nfo = 'media.nfo';
const images = 'media.nfoImages';

/** The one writer of files for players that we have, by the settings that switch it on. */
function metadataRoutes({settings}: RouteDeps): FaceRoute[] {
	const names = (face: Face) => (face === 'movies' ? ['movieMetadata', 'movieImages'] : ['seriesMetadata', 'seriesImages']);
	const present = (face: Face) => {
		const [own = '', pictures = ''] = names(face);
		const isOn = settings.get(nfo) !== 'off';
		return {
			...{id: 1, name: 'Kodi (XBMC) / Emby', enable: isOn, implementation: 'XbmcMetadata', implementationName: 'Kodi (XBMC) / Emby'},
			...{configContract: 'XbmcMetadataSettings', infoLink: 'https://wiki.servarr.com/', tags: []},
			fields: fieldsWith([row(own, 'checkbox'), row(pictures, 'checkbox')], {[own]: isOn, [pictures]: settings.get(images)}),
		};
	};
	const only = ({number, face}: FaceCall) => (number() === 1 ? present(face) : missing());
	return [
		faceRoute('GET metadata', both, async ({face}) => shown([present(face)])),
		faceRoute('GET metadata/schema', both, async ({face}) => shown([{...present(face), id: 0, enable: false}])),
		faceRoute('GET metadata/:n', both, async call => shown(only(call))),
		faceRoute('PUT metadata/:n', both, async call => {
			only(call);
			const wanted = flagIn(call.body, 'enable') ?? settings.get(nfo) !== 'off';
			const [, pictures = ''] = names(call.face);
			const sent = (listIn(call.body, 'fields') ?? []).find((each: unknown) => field(each, 'name') === pictures);
			const withImages = sent === undefined ? settings.get(images) : (flagIn(sent, 'value') ?? false);
			if (wanted !== (settings.get(nfo) !== 'off')) {
				await call.ask('PUT /api/settings/:key', {params: {key: nfo}, body: {value: wanted ? 'full' : 'off'}, names: {value: 'enable'}});
			}
			if (withImages !== settings.get(images)) {
				await call.ask('PUT /api/settings/:key', {params: {key: images}, body: {value: withImages}, names: {value: pictures}});
			}
			return accepted(present(call.face));
		}),
	];
}

function missing(): never {
	throw notFound();
}

/** Rules are for movies and series alike here, so a program for one of them only reads and removes none. */
const readOnly = 'Rules that give tags are for movies and series. Change them on the page of Kinoteka.';

function autoTagRoutes(deps: RouteDeps): FaceRoute[] {
	const {autoTags, numbers} = deps;
	const all = async (call: FaceCall) => {
		const rules = await autoTags.list();
		const own = await numbers.of(
			'autoTag',
			rules.map(({id}) => id),
		);
		const [tables, tags] = [await readTables(call, deps), await createRecordTags(deps)];
		return rules.map(rule => ({id: own.get(rule.id) ?? 0, ...presentRule(rule, call.face, tables), tags: tags.numbersOf(rule.tags)}));
	};
	const find = async (call: FaceCall) => (await all(call)).find(({id}) => id === call.number()) ?? missing();
	const refuse = async (): Promise<never> => {
		throw new FaceFailure(403, readOnly);
	};
	return [
		faceRoute('GET autotagging', both, async call => shown((await all(call)).sort((a, b) => a.id - b.id))),
		faceRoute('GET autotagging/schema', both, async () => shown([])),
		faceRoute('GET autotagging/:n', both, async call => shown(await find(call))),
		faceRoute('POST autotagging', both, refuse),
		faceRoute('PUT autotagging/:n', both, async call => {
			await idOf(deps, 'autoTag', call.number());
			// What comes back as it was shown asks for nothing.
			const before = await find(call);
			const isSame = integerIn(call.body, 'id') === before.id && field(call.body, 'name') === before.name;
			const {fields: _fields, ...sent} = call.body as Record<string, unknown>;
			return isSame && JSON.stringify(sent['specifications']) === JSON.stringify(before.specifications) ? accepted(before) : refuse();
		}),
		faceRoute('DELETE autotagging/:n', both, refuse),
	];
}

const presentRule = ({name, conditions}: StoredAutoTag, face: Face, tables: Tables) => ({
	name,
	removeTagsAutomatically: true,
	specifications: conditions.flatMap((condition, index) => presentCondition(condition, {face, tables, index}) ?? []),
});

const implementations: Partial<Record<AutoTagCondition['kind'], string>> = {
	genre: 'GenreSpecification',
	rootFolder: 'RootFolderSpecification',
	qualityProfile: 'QualityProfileSpecification',
	year: 'YearSpecification',
	runtime: 'RuntimeSpecification',
	status: 'StatusSpecification',
	type: 'SeriesTypeSpecification',
	network: 'NetworkSpecification',
	originalLanguage: 'OriginalLanguageSpecification',
	keyword: 'KeywordSpecification',
	studio: 'StudioSpecification',
	monitored: 'MonitoredSpecification',
};
const manyValues: ReadonlySet<string> = new Set(['genre', 'network', 'keyword', 'studio']);

interface Presenting {
	face: Face;
	tables: Tables;
	index: number;
}

/** Null for a condition that these programs do not have. */
function presentCondition({kind, value, negate, required}: AutoTagCondition, {face, tables, index}: Presenting) {
	const implementation = implementations[kind];
	if (implementation === undefined) {
		return null;
	}
	const range = value as AutoTagRange;
	const fields =
		kind === 'year' || kind === 'runtime'
			? [
					{order: 0, name: 'min', value: range.min ?? 0},
					{order: 1, name: 'max', value: range.max ?? 0},
				]
			: kind === 'monitored'
				? []
				: [{order: 0, name: 'value', value: shownValue(kind, String(value), {face, tables})}];
	const named = implementation.replace('Specification', '');
	return {
		...{id: index + 1, name: named, implementation, implementationName: named, infoLink: ''},
		...{negate: kind === 'monitored' && value === false ? !negate : negate, required, fields},
	};
}

function shownValue(kind: AutoTagCondition['kind'], value: string, {face, tables}: Pick<Presenting, 'face' | 'tables'>): unknown {
	if (kind === 'qualityProfile') {
		return tables.profileNumber(value);
	}
	if (kind === 'originalLanguage') {
		return faceLanguage(face, value).id;
	}
	return manyValues.has(kind) ? [value] : value;
}
