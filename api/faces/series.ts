import type {RouteDeps} from '#api/services.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {MonitorChoice, SeasonOption} from '#shared/domain/media/monitor-seasons.ts';
import {seriesTypes} from '#shared/domain/media/series.ts';
import {countDeletion} from './deletion-limit.ts';
import {accepted, type FaceCall, type FaceReply, type FaceRoute, faceRoute, removed, shown} from './faces.ts';
import {aroundOf, changesIn, copiesShown, editorChanges, excludes, libraryOf, lookUpWorks, placeIn, profileOf, workOf} from './movies.ts';
import {sendPicture} from './pictures.ts';
import {type Around, presentSeries, presentSeriesWork} from './present-title.ts';
import {covers, shownCopy, wholeOf} from './shelf.ts';
import {idOf, readTables} from './tables.ts';
import type {WholeLists} from './whole-lists.ts';
import {field, flagIn, integerIn, integersIn, listIn, notFound, WrongFields, wordIn, wrong} from './wire.ts';

const names = {metaId: 'tmdbId', type: 'seriesType', monitorNewSeasons: 'monitorNewItems'};
const noAirings = {first: null, last: null, usesSceneNumbers: false};

/** Series with their numbers, as they are listed; those of other faces are left out. */
export async function presentAllSeries(
	all: readonly Series[],
	around: Around,
	{numbers, episodes}: Pick<RouteDeps, 'numbers' | 'episodes'>,
) {
	const series = all.filter(({libraryId}) => covers(around.shelf, libraryId));
	const ids = series.map(({id}) => id);
	const [own, airings] = await Promise.all([numbers.of('series', ids), episodes.airingsOf(ids)]);
	return series.flatMap(each => {
		const number = own.get(each.id);
		return number === undefined ? [] : [presentSeries({...each, number}, airings.get(each.id) ?? noAirings, around)];
	});
}

export function seriesRoutes(deps: RouteDeps, lists: WholeLists): FaceRoute[] {
	const {series, now} = deps;
	const list = lists.of('series', {
		revisions: [series.revision],
		async *rows(call) {
			await series.settle(now());
			const around = await aroundOf(call, deps);
			const later = await series.laterCopies(call.shelf.apart.map(({id}) => id));
			for await (const some of series.ofSelection({...wholeOf(call.shelf), seriesIds: []})) {
				yield await presentAllSeries(call.shelf.library ? some : some.filter(({id}) => !later.has(id)), around, deps);
			}
		},
	});
	const present = async (each: Series, call: FaceCall) =>
		(await presentAllSeries([each], await aroundOf(call, deps), deps))[0] ?? missing();
	const showId = async (id: string, call: FaceCall) => present(await series.shown(id, now()), call);
	return [
		faceRoute('GET series', 'tv', async call => {
			// Programs take the first of the answer: an id without a value must not get them any series.
			if (!call.query.has('tvdbId')) {
				return list(call);
			}
			const first = await series.findByTvMetaId(call.query.number('tvdbId') ?? -1);
			const found = first && shownCopy(call.shelf, await series.findCopies(first.metaId));
			return shown(found ? [await present(found, call)] : []);
		}),
		faceRoute('GET series/:n', 'tv', async call => shown(await showId(await idOf(deps, 'series', call.number()), call))),
		faceRoute('GET series/lookup', 'tv', async call => shown(await lookUp(call.query.text('term') ?? '', call, deps))),
		faceRoute('POST series', 'tv', async call => {
			const id = await addSeries(call.body, call, deps);
			const added = await showId(id, call);
			return {status: 201, body: added, headers: {Location: `${call.base}/api/v3/series/${added.id}`}};
		}),
		faceRoute('POST series/import', 'tv', async call => {
			const added = [];
			for (const each of Array.isArray(call.body) ? call.body : []) {
				added.push(await showId(await addSeries(each, call, deps), call));
			}
			return shown(added);
		}),
		faceRoute('PUT series', 'tv', call => change(integerIn(call.body, 'id') ?? 0, call)),
		faceRoute('PUT series/:n', 'tv', call => change(call.number(), call)),
		faceRoute('DELETE series/:n', 'tv', async call => {
			await deleteSeries(await shownId(call.number(), call), call, deps);
			return removed;
		}),
		faceRoute('PUT series/editor', 'tv', async call => {
			const ids = await shownIds(call);
			const body = {ids, ...editorChanges(call.body, await readTables(call, deps)), ...shapeOf(call.body, {withType: false})};
			await (ids.length > 0 ? call.ask('PUT /api/library/series/bulk', {body, names}) : null);
			return accepted(await presentAllSeries(await series.getMany(ids), await aroundOf(call, deps), deps));
		}),
		faceRoute('GET mediacover/:n/:file', 'tv', async call => sendPicture(await series.get(await shownId(call.number(), call)), call, deps)),
		faceRoute('DELETE series/editor', 'tv', async call => {
			for (const id of await shownIds(call)) {
				await deleteSeries(id, call, deps);
			}
			return removed;
		}),
	];

	/** The ids of the series that a body names and this face shows. */
	async function shownIds({body, shelf}: FaceCall): Promise<string[]> {
		const ids = [...(await deps.numbers.idsOf('series', integersIn(body, 'seriesIds') ?? [])).values()];
		return (await series.getMany(ids)).filter(({libraryId}) => covers(shelf, libraryId)).map(({id}) => id);
	}

	async function shownId(number: number, {shelf}: FaceCall): Promise<string> {
		const {id, libraryId} = await series.get(await idOf(deps, 'series', number));
		return covers(shelf, libraryId) ? id : missing();
	}

	async function change(number: number, call: FaceCall): Promise<FaceReply> {
		const id = await shownId(number, call);
		const [stored, tables] = [await series.get(id), await readTables(call, deps)];
		const hasFiles = (await deps.episodes.pathsOf([id])).size > 0;
		const body = {...changesIn(call, {stored, tables, hasFiles}), ...shapeOf(call.body, {withType: true, stored})};
		await (Object.keys(body).length > 0 ? call.ask('PUT /api/library/series/:id', {params: {id}, body, names}) : null);
		for (const {seasonNumber, monitored} of seasonsIn(call.body)) {
			const before = stored.seasons.find(season => season.seasonNumber === seasonNumber);
			if (before && before.monitored !== monitored) {
				const params = {seriesId: id, seasonNumber: String(seasonNumber)};
				await call.ask('PUT /api/library/series/:seriesId/seasons/:seasonNumber', {params, body: {monitored}});
			}
		}
		return accepted(await showId(id, call));
	}
}

function missing(): never {
	throw notFound();
}

interface Shape {
	withType: boolean;
	/** What a type that was only shown must not be chosen over. */
	stored?: Pick<Series, 'type'>;
}

function shapeOf(body: unknown, {withType, stored}: Shape) {
	const seasonFolder = flagIn(body, 'seasonFolder');
	const newItems = wordIn(body, 'monitorNewItems', ['all', 'none']);
	const type = withType ? wordIn(body, 'seriesType', seriesTypes) : undefined;
	return {
		...(seasonFolder !== undefined && {seasonFolder}),
		...(newItems !== undefined && {monitorNewSeasons: newItems === 'all'}),
		...(type !== undefined && type !== stored?.type && {type}),
	};
}

function seasonsIn(body: unknown): SeasonOption[] {
	return (listIn(body, 'seasons') ?? []).flatMap((season: unknown) => {
		const [seasonNumber, monitored] = [integerIn(season, 'seasonNumber'), flagIn(season, 'monitored')];
		return seasonNumber === undefined || monitored === undefined ? [] : [{seasonNumber, monitored}];
	});
}

/** What these programs call our choices; some concern the specials only, and are options of season 0. */
const monitorWords: Readonly<Record<string, MonitorChoice>> = {
	unknown: 'all',
	all: 'all',
	future: 'future',
	missing: 'missing',
	existing: 'existing',
	firstSeason: 'firstSeason',
	lastSeason: 'lastSeason',
	latestSeason: 'lastSeason',
	pilot: 'pilot',
	recent: 'recent',
	monitorSpecials: 'all',
	unmonitorSpecials: 'all',
	none: 'none',
	skip: 'all',
};

async function addSeries(body: unknown, call: FaceCall, deps: RouteDeps): Promise<string> {
	const tables = await readTables(call, deps);
	const tvdbId = integerIn(body, 'tvdbId') ?? 0;
	const metaId = await metaIdOf(body, tvdbId, call);
	const {rootFolderPath} = placeIn(body, tables);
	if (shownCopy(call.shelf, await deps.series.findCopies(metaId))) {
		throw seriesExists(tvdbId);
	}
	const options = field(body, 'addOptions');
	const profile = integerIn(body, 'qualityProfileId');
	const word = wordIn(options, 'monitor', Object.keys(monitorWords)) ?? 'all';
	const specials = word === 'monitorSpecials' ? [{seasonNumber: 0, monitored: true}] : [];
	const search = flagIn(options, 'searchForMissingEpisodes') ?? flagIn(options, 'searchForCutoffUnmetEpisodes') ?? false;
	const added = {
		metaId,
		...(await libraryOf('tv', rootFolderPath, call, deps)),
		rootFolderPath,
		monitored: flagIn(body, 'monitored') ?? true,
		seasonFolder: flagIn(body, 'seasonFolder') ?? true,
		...shapeOf(body, {withType: true}),
		monitor: monitorWords[word] ?? 'all',
		seasonOptions: [...specials, ...seasonsIn(body)],
		searchOnAdd: search,
		...(profile !== undefined && {qualityProfileId: profileOf(profile, tables)}),
		tags: tables.labels(integersIn(body, 'tags') ?? []),
	};
	const reply = await call.ask('POST /api/library/series', {body: added, names}).catch(error => {
		throw (error as {code?: string}).code === 'series_exists' ? seriesExists(tvdbId) : error;
	});
	return (reply as {id: string}).id;
}

/** These programs know series by the ids of TVDB. */
export async function metaIdOf(body: unknown, tvdbId: number, call: FaceCall): Promise<number> {
	const tmdbId = integerIn(body, 'tmdbId') ?? 0;
	if (tmdbId > 0) {
		return tmdbId;
	}
	const found = tvdbId > 0 ? await lookUpWorks('series', `tvdb:${tvdbId}`, call) : [];
	const [first] = found;
	if (!first) {
		throw wrong('TvdbId', "A series with this 'Tvdb Id' was not found.", tvdbId);
	}
	return first.found.metaId;
}

const seriesExists = (tvdbId: number) =>
	new WrongFields({
		propertyName: 'TvdbId',
		errorMessage: 'This series has already been added',
		attemptedValue: tvdbId,
		errorCode: 'SeriesExistsValidator',
	});

async function deleteSeries(id: string, call: FaceCall, deps: RouteDeps): Promise<void> {
	const {sizeOnDisk = 0} = await deps.series.get(id);
	const deleteFiles = call.query.flag('deleteFiles') ?? flagIn(call.body, 'deleteFiles') ?? false;
	if (deleteFiles) {
		const paths = (await deps.episodes.pathsOf([id])).get(id);
		await countDeletion({files: paths?.size ?? 0, bytes: sizeOnDisk}, call, deps);
	}
	await call.ask('DELETE /api/library/series/:id', {
		params: {id},
		query: {deleteFiles: String(deleteFiles), deleteAddImportListExclusion: String(excludes(call))},
	});
}

async function lookUp(term: string, call: FaceCall, deps: RouteDeps): Promise<object[]> {
	const works = await lookUpWorks('series', term, call);
	const ids = await copiesShown(deps.series, works, call);
	const known = await presentAllSeries(await deps.series.getMany(ids), await aroundOf(call, deps), deps);
	const inLibrary = new Map(known.map(each => [each.tmdbId, each]));
	return works.map(({found, facts}) => {
		const remotePoster = found.posterUrl;
		const own = inLibrary.get(found.metaId);
		if (own) {
			return {...own, remotePoster};
		}
		const seasons = facts?.seasons ?? [];
		const more = {tvMetaId: facts?.tvMetaId ?? null, network: facts?.network ?? null, status: facts?.status ?? ('continuing' as const)};
		const work = presentSeriesWork({...workOf(found, facts), ...more, type: facts?.type ?? 'standard', seasons});
		return {
			...work,
			images: found.posterUrl ? [{coverType: 'poster', url: found.posterUrl, remoteUrl: found.posterUrl}] : [],
			statistics: {seasonCount: seasons.filter(({seasonNumber}) => seasonNumber > 0).length},
			seasonFolder: true,
			useSceneNumbering: false,
			monitored: false,
			monitorNewItems: 'all',
			qualityProfileId: 0,
			tags: [],
			added: '0001-01-01T00:00:00Z',
			remotePoster,
		};
	});
}
