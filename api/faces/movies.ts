import type {RouteDeps} from '#api/services.ts';
import {libraryOfFolder} from '#shared/domain/folders/root-folder-path.ts';
import type {Movie} from '#shared/domain/media/movie.ts';
import {minimumAvailabilities} from '#shared/domain/media/movie.ts';
import type {TitleFacts} from '#shared/jobs/look-up.ts';
import type {FoundTitle} from '#shared/jobs/refresh.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {ListedMovie} from '#shared/store/movies/movies.ts';
import type {TitleCopy} from '#shared/store/titles/title-copies.ts';
import {countDeletion} from './deletion-limit.ts';
import {accepted, type FaceCall, type FaceReply, type FaceRoute, faceRoute, removed, shown} from './faces.ts';
import {sendPicture} from './pictures.ts';
import {type Around, presentMovie, presentMovieWork} from './present-title.ts';
import {covers, shownCopy, wholeOf} from './shelf.ts';
import {idOf, readTables, type Tables} from './tables.ts';
import type {WholeLists} from './whole-lists.ts';
import {flagIn, integerIn, integersIn, notFound, textIn, WrongFields, wordIn, wrong} from './wire.ts';

const names = {metaId: 'tmdbId'};

export async function aroundOf({face, base, shelf}: Pick<FaceCall, 'base' | 'face' | 'shelf'>, deps: RouteDeps): Promise<Around> {
	const {settings, now} = deps;
	return {
		base,
		shelf,
		now: now(),
		usualDelayDays: settings.get('media.availabilityDelayDays'),
		tables: await readTables({face, shelf}, deps),
	};
}

/** Movies with their numbers, as they are listed; those of other faces are left out. */
export async function presentMovies(all: readonly ListedMovie[], around: Around, {numbers}: Pick<RouteDeps, 'numbers'>) {
	const movies = all.filter(({libraryId}) => covers(around.shelf, libraryId));
	const ids = movies.filter(({number}) => number === undefined).map(({id}) => id);
	const having = movies.filter(({file}) => file !== null && file.number === undefined).map(({id}) => id);
	const [own, files] = await Promise.all([
		ids.length > 0 ? numbers.of('movie', ids) : null,
		having.length > 0 ? numbers.ofFiles('movie', having) : null,
	]);
	return movies.flatMap(movie => {
		const number = movie.number ?? own?.get(movie.id);
		const fileNumber = movie.file ? (movie.file.number ?? files?.get(movie.file.id) ?? null) : null;
		// One that was deleted meanwhile has none.
		return number === undefined ? [] : [presentMovie({...movie, number, fileNumber}, around)];
	});
}

export function movieRoutes(deps: RouteDeps, lists: WholeLists): FaceRoute[] {
	const {movies, now} = deps;
	const list = lists.of('movies', {
		revisions: [movies.revision],
		async *rows(call) {
			const around = await aroundOf(call, deps);
			const later = await movies.laterCopies(call.shelf.apart.map(({id}) => id));
			for await (const some of movies.asListed(wholeOf(call.shelf))) {
				yield await presentMovies(call.shelf.library ? some : some.filter(({id}) => !later.has(id)), around, deps);
			}
		},
	});
	const present = async (movie: Movie, call: FaceCall) => (await presentMovies([movie], await aroundOf(call, deps), deps))[0] ?? missing();
	const showId = async (id: string, call: FaceCall) => present(await movies.get(id), call);
	return [
		faceRoute('GET movie', 'movies', async call => {
			const tmdbId = call.query.number('tmdbId');
			// Programs take the first of the answer: an id without a value must not get them any movie.
			if (!call.query.has('tmdbId')) {
				return list(call);
			}
			const movie = tmdbId === null ? null : shownCopy(call.shelf, await movies.findCopies(tmdbId));
			return shown(movie ? [await present(movie, call)] : []);
		}),
		faceRoute('GET movie/:n', 'movies', async call => shown(await showId(await idOf(deps, 'movie', call.number()), call))),
		faceRoute('GET movie/lookup', 'movies', async call => shown(await lookUp(call.query.text('term') ?? '', call, deps))),
		faceRoute('GET movie/lookup/tmdb', 'movies', async call => {
			const [found] = await lookUp(`tmdb:${call.query.number('tmdbId') ?? 0}`, call, deps);
			return shown(found ?? missing());
		}),
		faceRoute('GET movie/lookup/imdb', 'movies', async call => {
			const [found] = await lookUp(`imdb:${call.query.text('imdbId') ?? ''}`, call, deps);
			return shown(found ?? missing());
		}),
		faceRoute('POST movie', 'movies', async call => {
			const id = await addMovie(call.body, call, deps);
			const movie = await showId(id, call);
			return {status: 201, body: movie, headers: {Location: `${call.base}/api/v3/movie/${movie.id}`}};
		}),
		faceRoute('POST movie/import', 'movies', async call => {
			const added = [];
			for (const each of Array.isArray(call.body) ? call.body : []) {
				added.push(await showId(await addMovie(each, call, deps), call));
			}
			return shown(added);
		}),
		faceRoute('PUT movie', 'movies', call => change(integerIn(call.body, 'id') ?? 0, call)),
		faceRoute('PUT movie/:n', 'movies', call => change(call.number(), call)),
		faceRoute('DELETE movie/:n', 'movies', async call => {
			await deleteMovie(await shownId(call.number(), call), call, deps);
			return removed;
		}),
		faceRoute('PUT movie/editor', 'movies', call => editMovies(call)),
		faceRoute('GET mediacover/:n/:file', 'movies', async call =>
			sendPicture(await movies.get(await shownId(call.number(), call)), call, deps),
		),
		faceRoute('DELETE movie/editor', 'movies', async call => {
			for (const id of await shownIds(call)) {
				await deleteMovie(id, call, deps);
			}
			return removed;
		}),
	];

	async function change(number: number, call: FaceCall): Promise<FaceReply> {
		const id = await shownId(number, call);
		const [stored, tables] = [await movies.get(id), await readTables(call, deps)];
		const body = {
			...changesIn(call, {stored, tables, hasFiles: stored.file !== null}),
			...minimumOf(call.body),
		};
		await (Object.keys(body).length > 0 ? call.ask('PUT /api/library/movies/:id', {params: {id}, body, names}) : null);
		return accepted(await showId(id, call));
	}

	/** The ids of the movies that a body names and this face shows. */
	async function shownIds({body, shelf}: FaceCall): Promise<string[]> {
		const ids = [...(await deps.numbers.idsOf('movie', integersIn(body, 'movieIds') ?? [])).values()];
		return (await movies.getMany(ids)).filter(({libraryId}) => covers(shelf, libraryId)).map(({id}) => id);
	}

	async function shownId(number: number, {shelf}: FaceCall): Promise<string> {
		const {id, libraryId} = await movies.get(await idOf(deps, 'movie', number));
		return covers(shelf, libraryId) ? id : missing();
	}

	async function editMovies(call: FaceCall): Promise<FaceReply> {
		const tables = await readTables(call, deps);
		const ids = await shownIds(call);
		const body = {ids, ...editorChanges(call.body, tables), ...minimumOf(call.body)};
		await (ids.length > 0 ? call.ask('PUT /api/library/movies/bulk', {body, names}) : null);
		return accepted(await presentMovies(await movies.getMany(ids), {...(await aroundOf(call, deps)), now: now()}, deps));
	}
}

function missing(): never {
	throw notFound();
}

function minimumOf(body: unknown) {
	// Clients of long ago send the number that stood for this state.
	const words = ['tba', ...minimumAvailabilities, 'preDB'] as const;
	const minimum = wordIn(body, 'minimumAvailability', words);
	const given = minimum === 'tba' ? 'announced' : minimum === 'preDB' ? 'released' : minimum;
	return given === undefined ? {} : {minimumAvailability: given};
}

interface Stored {
	stored: {
		path: string;
		rootFolderPath: string;
		file?: unknown;
		monitored: boolean;
		qualityProfileId: string;
		ownTags: string[];
		tags: string[];
	};
	tables: Tables;
	hasFiles: boolean;
}

const plain = (path: string) => (path.length > 1 ? path.replace(/[/\\]+$/, '') : path);

/**
 * What a whole record that comes back changes. A root folder beside the title's own path is no change: programs send
 * the record as it was shown.
 */
export function changesIn({body, query}: Pick<FaceCall, 'body' | 'query'>, {stored, tables, hasFiles}: Stored) {
	const profile = integerIn(body, 'qualityProfileId');
	// One that is gone is shown as 0, and may come back so.
	const isChosen = profile !== undefined && profile !== tables.profileNumber(stored.qualityProfileId);
	const monitored = flagIn(body, 'monitored');
	const tags = integersIn(body, 'tags');
	const path = textIn(body, 'path');
	const moveFiles = query.flag('moveFiles') ?? flagIn(body, 'moveFiles') ?? false;
	const moves = path !== undefined && path !== '' && plain(path) !== plain(stored.path);
	if (moves && hasFiles && !moveFiles) {
		throw wrong('path', 'The files of this title are not there. Send moveFiles=true to have them moved.', path);
	}
	const labels = tags && tables.labels(tags);
	// Labels that only rules gave come back with the others, and are no tags of its own.
	const own = labels?.filter(label => stored.ownTags.includes(label) || !stored.tags.includes(label));
	return {
		...(monitored !== undefined && {monitored}),
		...(isChosen && {qualityProfileId: profileOf(profile, tables)}),
		...(own && {tags: own}),
		...(moves && {path: plain(path), ...(moveFiles && {moveFiles})}),
	};
}

export function profileOf(number: number, tables: Tables): string {
	const id = tables.profileId(number);
	if (id === null) {
		throw wrong('QualityProfileId', 'Quality Profile does not exist', number);
	}
	return id;
}

/** The changes of many titles at once. */
export function editorChanges(body: unknown, tables: Tables) {
	const profile = integerIn(body, 'qualityProfileId');
	const monitored = flagIn(body, 'monitored');
	const tags = integersIn(body, 'tags');
	const apply = wordIn(body, 'applyTags', ['add', 'remove', 'replace']) ?? 'add';
	const rootFolderPath = textIn(body, 'rootFolderPath');
	const moveFiles = flagIn(body, 'moveFiles') ?? false;
	const field = {add: 'addTags', remove: 'removeTags', replace: 'tags'}[apply];
	return {
		...(monitored !== undefined && {monitored}),
		...(profile !== undefined && {qualityProfileId: profileOf(profile, tables)}),
		...(tags && {[field]: tables.labels(tags)}),
		...(rootFolderPath && {rootFolderPath: plain(rootFolderPath), moveFiles}),
	};
}

/** The place of a new title: its root folder, or a path of its own below one. */
export function placeIn(body: unknown, tables: Tables): {rootFolderPath: string; path: string | null} {
	const root = textIn(body, 'rootFolderPath');
	const path = textIn(body, 'path');
	const found = root ? plain(root) : tables.roots.find(each => path?.startsWith(`${plain(each)}/`));
	if (!found) {
		throw wrong('RootFolderPath', 'Root folder path is required', root ?? path);
	}
	return {rootFolderPath: found, path: path ? plain(path) : null};
}

/**
 * The library that a new title is for, so that a copy in another one is not in its way. Elsewhere our own rules choose
 * it.
 */
export async function libraryOf(
	type: Face,
	folder: string,
	{shelf}: Pick<FaceCall, 'shelf'>,
	{libraries, rootFolders}: Pick<RouteDeps, 'libraries' | 'rootFolders'>,
): Promise<{libraryId?: string}> {
	if (shelf.library) {
		return {libraryId: shelf.library.id};
	}
	const shown = (await libraries.list()).filter(({id}) => covers(shelf, id));
	const found =
		shelf.apart.length > 0 ? libraryOfFolder(folder, {kind: type, libraries: shown, rootFolders: await rootFolders.list()}) : null;
	return found ? {libraryId: found.id} : {};
}

async function addMovie(body: unknown, call: FaceCall, deps: RouteDeps): Promise<string> {
	const tables = await readTables(call, deps);
	const metaId = integerIn(body, 'tmdbId');
	if (metaId === undefined || metaId < 1) {
		throw wrong('TmdbId', "'Tmdb Id' must be greater than '0'.", metaId);
	}
	const {rootFolderPath} = placeIn(body, tables);
	if (shownCopy(call.shelf, await deps.movies.findCopies(metaId))) {
		throw movieExists(metaId);
	}
	const options = (body as {addOptions?: unknown} | null)?.addOptions;
	const profile = integerIn(body, 'qualityProfileId');
	const added = {
		metaId,
		...(await libraryOf('movies', rootFolderPath, call, deps)),
		rootFolderPath,
		monitored:
			wordIn(options, 'monitor', ['movieOnly', 'movieAndCollection', 'none']) === 'none' ? false : (flagIn(body, 'monitored') ?? true),
		...minimumOf(body),
		searchOnAdd: flagIn(options, 'searchForMovie') ?? false,
		...(profile !== undefined && {qualityProfileId: profileOf(profile, tables)}),
		tags: tables.labels(integersIn(body, 'tags') ?? []),
	};
	const reply = await call.ask('POST /api/library/movies', {body: added, names}).catch(error => {
		throw (error as {code?: string}).code === 'movie_exists' ? movieExists(metaId) : error;
	});
	return (reply as {id: string}).id;
}

const movieExists = (metaId: number) =>
	new WrongFields({
		propertyName: 'TmdbId',
		errorMessage: 'This movie has already been added',
		attemptedValue: metaId,
		errorCode: 'MovieExistsValidator',
	});

async function deleteMovie(id: string, call: FaceCall, deps: RouteDeps): Promise<void> {
	const {file} = await deps.movies.get(id);
	const deleteFiles = call.query.flag('deleteFiles') ?? flagIn(call.body, 'deleteFiles') ?? false;
	const exclude = excludes(call);
	await (deleteFiles && file ? countDeletion({files: 1, bytes: file.size}, call, deps) : null);
	await call.ask('DELETE /api/library/movies/:id', {
		params: {id},
		query: {deleteFiles: String(deleteFiles), addImportExclusion: String(exclude)},
	});
}

/** Both kinds of names are sent to both programs. */
export const excludes = ({query, body}: Pick<FaceCall, 'query' | 'body'>): boolean =>
	query.flag('addImportExclusion') ??
	query.flag('addImportListExclusion') ??
	flagIn(body, 'addImportExclusion') ??
	flagIn(body, 'addImportListExclusion') ??
	false;

const unknownWork = {
	originalTitle: '',
	originalLanguage: null,
	imdbId: null,
	runtime: null,
	genres: [],
	certification: null,
	metaRating: null,
	metaVoteCount: null,
	backdropUrl: null,
	alternativeTitles: [],
} as const;

/** A title at the provider as far as its search tells, with what only asking for it alone tells. */
export const workOf = (found: FoundTitle, facts: TitleFacts | null) => ({
	...unknownWork,
	alternativeTitles: [],
	...found,
	genres: [...(facts?.genres ?? found.genres ?? [])],
	originalTitle: found.title,
	imdbId: facts?.imdbId ?? null,
	runtime: facts?.runtime ?? null,
	certification: facts?.certification ?? null,
	metaRating: facts?.metaRating ?? found.metaRating ?? null,
	metaVoteCount: facts?.metaVoteCount ?? null,
});

export interface Looked {
	results: (FoundTitle & {id: string | null})[];
}

/** Details are asked for one title, as programs look up one by its id before they add it. */
export async function lookUpWorks(kind: 'movies' | 'series', term: string, call: FaceCall) {
	const query = term.trim().slice(0, 200);
	if (query === '') {
		return [];
	}
	const {results} = (await call.ask(`GET /api/lookup/${kind}`, {query: {query}})) as Looked;
	const [only] = results;
	const facts =
		results.length === 1 && only && only.id === null
			? ((await call.ask(`GET /api/lookup/${kind}/:metaId`, {params: {metaId: String(only.metaId)}})) as TitleFacts)
			: null;
	return results.map(found => ({found, facts}));
}

interface Copies {
	copiesOf(metaIds: readonly number[]): Promise<TitleCopy[]>;
}

/** The ids of the titles among these that the face shows. */
export async function copiesShown({copiesOf}: Copies, works: readonly {found: FoundTitle}[], {shelf}: FaceCall): Promise<string[]> {
	const copies = await copiesOf(works.map(({found}) => found.metaId));
	return [...Map.groupBy(copies, ({metaId}) => metaId).values()].flatMap(some => shownCopy(shelf, some)?.id ?? []);
}

async function lookUp(term: string, call: FaceCall, deps: RouteDeps): Promise<object[]> {
	const works = await lookUpWorks('movies', term, call);
	const around = await aroundOf(call, deps);
	const ids = await copiesShown(deps.movies, works, call);
	const inLibrary = new Map((await presentMovies(await deps.movies.getMany(ids), around, deps)).map(movie => [movie.tmdbId, movie]));
	return works.map(({found, facts}) => {
		const known = inLibrary.get(found.metaId);
		const images = found.posterUrl ? [{coverType: 'poster', url: found.posterUrl, remoteUrl: found.posterUrl}] : [];
		const remotePoster = found.posterUrl;
		const work = {...workOf(found, facts), tagline: null, website: null, cast: [], crew: [], studios: facts?.studios ?? []};
		const dates = {inCinemas: null, digitalRelease: null, physicalRelease: null, collectionMetaId: null, collectionTitle: null};
		const unknown = {
			hasFile: false,
			monitored: false,
			isAvailable: false,
			tags: [],
			images,
			minimumAvailability: 'released',
			qualityProfileId: 0,
		};
		return known
			? {...known, remotePoster}
			: {...presentMovieWork({...work, ...dates}, around.now), ...unknown, added: '0001-01-01T00:00:00Z', remotePoster};
	});
}
