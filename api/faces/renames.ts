import type {RouteDeps} from '#api/services.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {RenamedFile} from '#shared/jobs/disks.ts';
import type {CommandWork} from '#shared/store/tasks/app-commands.ts';
import {type FaceCall, type FaceRoute, faceRoute, shown} from './faces.ts';
import {covers} from './shelf.ts';
import {idOf, titleKind} from './tables.ts';
import {integerIn, integersIn, notFound} from './wire.ts';

/** Movies of which names are shown at a time. */
const maxAsked = 100;

/** What the templates would name files, and the commands that give them these names. */
export function renameRoutes(deps: RouteDeps): FaceRoute[] {
	return [
		faceRoute('GET rename', 'movies', async call => {
			const rows = [];
			for (const number of call.query.numbers('movieId').slice(0, maxAsked)) {
				rows.push(...(await ofMovie(number, call, deps)));
			}
			return shown(rows);
		}),
		faceRoute('GET rename', 'tv', async call => shown(await ofSeries(call, deps))),
	];
}

interface Preview {
	files: RenamedFile[];
}

const below = (folder: string, path: string) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path);

/** Files that cannot have their new names keep the old ones, so they are left out. */
const renamable = ({files}: Preview) => files.filter(({code}) => code === null);

async function ofMovie(number: number, call: FaceCall, deps: RouteDeps): Promise<object[]> {
	const id = await idOf(deps, 'movie', number);
	const movie = await deps.movies.get(id);
	if (!covers(call.shelf, movie.libraryId)) {
		throw notFound();
	}
	const found = renamable((await call.ask('GET /api/library/movies/:id/rename', {params: {id}})) as Preview);
	const files = await deps.numbers.ofFiles('movie', [id]);
	return found.map(({fileId, from, to}) => ({
		movieId: number,
		movieFileId: files.get(fileId) ?? 0,
		existingPath: below(movie.path, from),
		newPath: below(movie.path, to),
	}));
}

async function ofSeries(call: FaceCall, deps: RouteDeps): Promise<object[]> {
	const number = call.query.number('seriesId') ?? 0;
	const id = await idOf(deps, 'series', number);
	const {path, libraryId} = await deps.series.get(id);
	if (!covers(call.shelf, libraryId)) {
		throw notFound();
	}
	const season = call.query.number('seasonNumber');
	const query = season === null ? {} : {seasonNumber: String(season)};
	const found = renamable((await call.ask('GET /api/library/series/:id/rename', {params: {id}, query})) as Preview);
	const [files, episodes] = await Promise.all([deps.numbers.ofFiles('series', [id]), deps.episodes.ofSeries(id)]);
	const byFile = Map.groupBy(episodes, ({file}: Episode) => file?.id);
	return found.map(({fileId, from, to}) => ({
		seriesId: number,
		seasonNumber: byFile.get(fileId)?.[0]?.seasonNumber ?? season ?? 0,
		episodeNumbers: (byFile.get(fileId) ?? []).map(({episodeNumber}) => episodeNumber),
		episodeFileId: files.get(fileId) ?? 0,
		existingPath: below(path, from),
		newPath: below(path, to),
	}));
}

/** All files of these titles. */
export async function renameTitles(call: FaceCall, deps: RouteDeps): Promise<Partial<CommandWork>> {
	const kind = titleKind(call.face);
	const names = kind === 'movie' ? 'movieIds' : 'seriesIds';
	const single = integerIn(call.body, names.replace(/s$/, ''));
	const given = integersIn(call.body, names) ?? (single === undefined ? [] : [single]);
	return start([...(await deps.numbers.idsOf(kind, given)).values()], {}, call);
}

/** Only these files of one title. */
export async function renameFiles(call: FaceCall, deps: RouteDeps): Promise<Partial<CommandWork>> {
	const kind = titleKind(call.face);
	const id = await idOf(deps, kind, integerIn(call.body, kind === 'movie' ? 'movieId' : 'seriesId') ?? 0);
	const wanted = new Set(integersIn(call.body, 'files'));
	const files = [...(await deps.numbers.ofFiles(kind, [id]))].flatMap(([fileId, number]) => (wanted.has(number) ? [fileId] : []));
	return files.length > 0 ? start([id], {fileIds: files}, call) : {};
}

async function start(ids: readonly string[], only: {fileIds?: string[]}, call: FaceCall): Promise<Partial<CommandWork>> {
	if (ids.length === 0) {
		return {};
	}
	const named = call.face === 'movies' ? {movieIds: ids} : {seriesIds: ids};
	const body = {kind: 'rename', start: true, ...named, ...only};
	const {id} = (await call.ask('POST /api/file-changes', {body})) as {id: string};
	return {changeIds: [id]};
}
