import {isDeepStrictEqual} from 'node:util';
import type {RouteDeps} from '#api/services.ts';
import {minimumAvailabilities} from '#shared/domain/media/movie.ts';
import {sortTitle} from '#shared/domain/media/sort-title.ts';
import type {CollectionPart, TitleCollection} from '#shared/domain/media/title-collection.ts';
import {foldTitle} from '#shared/domain/release/clean-title.ts';
import {accepted, type FaceCall, type FaceRoute, faceRoute, shown} from './faces.ts';
import {profileOf} from './movies.ts';
import {idOf, readTables, type Tables} from './tables.ts';
import {flagIn, integerIn, integersIn, notFound, textIn, wordIn} from './wire.ts';

/** Collections that are shown. */
const maxCollections = 10_000;

const names = {qualityProfileId: 'QualityProfileId', rootFolderPath: 'RootFolderPath', minimumAvailability: 'MinimumAvailability'};

/** Collections of films: they are shown, and what happens with their missing films is changed. */
export function collectionRoutes(deps: RouteDeps): FaceRoute[] {
	const {titleCollections} = deps;
	const show = async (call: FaceCall, collections: readonly TitleCollection[]) => present(collections, await readTables(call, deps), deps);
	const showId = async (call: FaceCall, id: string) => (await show(call, [await titleCollections.get(id)]))[0];
	return [
		faceRoute('GET collection', 'movies', async call => {
			const tmdbId = call.query.number('tmdbId');
			return shown(
				await show(call, tmdbId === null ? await titleCollections.all(maxCollections) : await titleCollections.findByMetaIds([tmdbId])),
			);
		}),
		faceRoute('GET collection/:n', 'movies', async call => shown(await showId(call, await idOf(deps, 'collection', call.number())))),
		faceRoute('PUT collection/:n', 'movies', async call => {
			const id = await idOf(deps, 'collection', call.number());
			await change(id, call, deps);
			return accepted(await showId(call, id));
		}),
		faceRoute('PUT collection', 'movies', async call => {
			const wanted = integersIn(call.body, 'collectionIds') ?? [];
			const ids = await deps.numbers.idsOf('collection', wanted);
			if (wanted.some(number => !ids.has(number))) {
				throw notFound();
			}
			for (const id of ids.values()) {
				await change(id, call, deps);
				await setFilms(id, call, deps);
			}
			return accepted(await show(call, await Promise.all([...ids.values()].map(id => titleCollections.get(id)))));
		}),
	];
}

async function present(collections: readonly TitleCollection[], tables: Tables, deps: RouteDeps): Promise<object[]> {
	const {movies, importExclusions, numbers} = deps;
	const metaIds = collections.flatMap(({parts}) => parts.map(({metaId}) => metaId));
	const [own, present, excluded] = await Promise.all([
		numbers.of(
			'collection',
			collections.map(({id}) => id),
		),
		movies.amongMetaIds(metaIds),
		importExclusions.among('movie', metaIds),
	]);
	const existing = new Set(present.map(({metaId}) => metaId));
	return collections.map(collection => ({
		id: own.get(collection.id) ?? 0,
		title: collection.title,
		sortTitle: sortTitle(collection.title).toLowerCase(),
		tmdbId: collection.metaId,
		images: imagesOf(collection),
		overview: collection.overview ?? '',
		monitored: collection.monitored,
		...choiceOf(collection, tables),
		missingMovies: collection.missing ?? 0,
		movies: collection.parts.map(part => presentPart(part, {isExisting: existing.has(part.metaId), isExcluded: excluded.has(part.metaId)})),
		tags: tables.tagNumbers(collection.tags),
	}));
}

/** What is null here is as for the newest film, which these programs have no word for. */
const choiceOf = (collection: TitleCollection, tables: Tables) => ({
	rootFolderPath: collection.rootFolderPath ?? '',
	qualityProfileId: collection.qualityProfileId === null ? 0 : tables.profileNumber(collection.qualityProfileId),
	searchOnAdd: collection.searchOnAdd,
	minimumAvailability: collection.minimumAvailability ?? 'released',
});

const imagesOf = ({posterUrl}: {posterUrl: string | null}) =>
	posterUrl === null ? [] : [{coverType: 'poster', url: posterUrl, remoteUrl: posterUrl}];

const presentPart = (part: CollectionPart, state: {isExisting: boolean; isExcluded: boolean}) => ({
	tmdbId: part.metaId,
	title: part.title,
	cleanTitle: foldTitle(part.title),
	sortTitle: sortTitle(part.title).toLowerCase(),
	status: 'released',
	overview: '',
	runtime: 0,
	images: imagesOf(part),
	year: part.year ?? 0,
	ratings: {},
	genres: [],
	folder: part.year === null ? part.title : `${part.title} (${part.year})`,
	...state,
});

const availabilities = ['tba', ...minimumAvailabilities] as const;

/** What comes back as it was shown is not written. */
async function change(id: string, call: FaceCall, deps: RouteDeps): Promise<void> {
	const {body} = call;
	const [stored, tables] = [await deps.titleCollections.get(id), await readTables(call, deps)];
	const before = choiceOf(stored, tables);
	const availability = wordIn(body, 'minimumAvailability', availabilities);
	const sent = {
		rootFolderPath: textIn(body, 'rootFolderPath')?.replace(/(?<=.)\/+$/, ''),
		qualityProfileId: integerIn(body, 'qualityProfileId'),
		searchOnAdd: flagIn(body, 'searchOnAdd'),
		minimumAvailability: availability === 'tba' ? 'announced' : availability,
	};
	const {qualityProfileId, rootFolderPath, ...rest} = Object.fromEntries(
		Object.entries(sent).filter(([name, value]) => value !== undefined && value !== before[name as keyof typeof before]),
	) as Partial<typeof sent>;
	const monitored = flagIn(body, 'monitored');
	const numbers = integersIn(body, 'tags');
	const tags =
		numbers && !isDeepStrictEqual(numbers.toSorted(), tables.tagNumbers(stored.tags).toSorted()) ? tables.labels(numbers) : undefined;
	const changes = {
		...rest,
		...(rootFolderPath !== undefined && {rootFolderPath: rootFolderPath || null}),
		...(qualityProfileId !== undefined && {qualityProfileId: qualityProfileId > 0 ? profileOf(qualityProfileId, tables) : null}),
		...(monitored !== undefined && monitored !== stored.monitored && {monitored}),
		...(tags && {tags}),
	};
	if (Object.keys(changes).length > 0) {
		await call.ask('PUT /api/collections/:id', {params: {id}, body: changes, names});
	}
}

/** The films of a collection that are in the library. */
async function setFilms(id: string, call: FaceCall, deps: RouteDeps): Promise<void> {
	const monitored = flagIn(call.body, 'monitorMovies');
	if (monitored === undefined) {
		return;
	}
	const {parts} = await deps.titleCollections.get(id);
	for (const {id: movieId} of await deps.movies.amongMetaIds(parts.map(({metaId}) => metaId))) {
		await call.ask('PUT /api/library/movies/:id', {params: {id: movieId}, body: {monitored}});
	}
}
