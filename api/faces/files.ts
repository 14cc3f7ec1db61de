import type {RouteDeps} from '#api/services.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {countDeletion} from './deletion-limit.ts';
import {type FaceCall, type FaceRoute, faceRoute, removed, shown} from './faces.ts';
import {aroundOf} from './movies.ts';
import {type FileOwner, presentFile} from './present-file.ts';
import {covers} from './shelf.ts';
import {integersIn, notFound} from './wire.ts';

/** Files that are asked for by number at a time. */
const maxAsked = 1000;

export function fileRoutes(deps: RouteDeps): FaceRoute[] {
	return [...movieFileRoutes(deps), ...episodeFileRoutes(deps)];
}

interface OwnedFile {
	file: MediaFile;
	owner: FileOwner;
	titleId: string;
}

/** A file that was recorded before files had numbers gets one now. */
async function withNumber(
	{file, titleId}: OwnedFile,
	kind: 'movie' | 'series',
	{numbers}: RouteDeps,
): Promise<MediaFile & {number: number}> {
	return {...file, number: file.number ?? (await numbers.ofFiles(kind, [titleId])).get(file.id) ?? missing()};
}

function movieFileRoutes(deps: RouteDeps): FaceRoute[] {
	const {movies, numbers} = deps;

	async function ofMovies(ids: readonly string[], {shelf}: FaceCall): Promise<OwnedFile[]> {
		const [all, own] = await Promise.all([movies.getMany(ids), numbers.of('movie', ids)]);
		const found = all.filter(({libraryId}) => covers(shelf, libraryId));
		return found.flatMap(({id, file, path}) => (file ? [{file, titleId: id, owner: {number: own.get(id) ?? 0, path}}] : []));
	}

	async function byNumber(number: number, call: FaceCall): Promise<OwnedFile> {
		const owner = await numbers.titleOfFile('movie', number);
		return (owner && (await ofMovies([owner.titleId], call)).find(({file}) => file.id === owner.fileId)) || missing();
	}

	async function show(files: readonly OwnedFile[], call: FaceCall) {
		const {tables} = await aroundOf(call, deps);
		return Promise.all(files.map(async each => presentFile('movies', await withNumber(each, 'movie', deps), each.owner, tables)));
	}

	async function remove(number: number, call: FaceCall): Promise<void> {
		const {file, titleId} = await byNumber(number, call);
		await countDeletion({files: 1, bytes: file.size}, call, deps);
		await call.ask('DELETE /api/library/movies/:id/file', {params: {id: titleId}});
	}

	return [
		faceRoute('GET moviefile', 'movies', async call => {
			const files = call.query.numbers('movieFileIds').slice(0, maxAsked);
			if (files.length > 0) {
				const owners = await Promise.all(files.map(number => numbers.titleOfFile('movie', number)));
				const wanted = new Set(owners.map(owner => owner?.fileId));
				const found = await ofMovies(
					owners.flatMap(owner => owner?.titleId ?? []),
					call,
				);
				return shown(
					await show(
						found.filter(({file}) => wanted.has(file.id)),
						call,
					),
				);
			}
			const ids = await numbers.idsOf('movie', call.query.numbers('movieId').slice(0, maxAsked));
			return shown(await show(await ofMovies([...ids.values()], call), call));
		}),
		faceRoute('GET moviefile/:n', 'movies', async call => shown((await show([await byNumber(call.number(), call)], call))[0])),
		faceRoute('DELETE moviefile/:n', 'movies', async call => {
			await remove(call.number(), call);
			return removed;
		}),
		faceRoute('DELETE moviefile/bulk', 'movies', async call => {
			for (const number of integersIn(call.body, 'movieFileIds') ?? []) {
				await remove(number, call);
			}
			return removed;
		}),
	];
}

function episodeFileRoutes(deps: RouteDeps): FaceRoute[] {
	const {episodes, numbers, series} = deps;

	async function ofSeries(seriesId: string, {shelf}: FaceCall): Promise<OwnedFile[]> {
		const [{path, libraryId}, all, own] = await Promise.all([
			series.get(seriesId),
			episodes.ofSeries(seriesId),
			numbers.of('series', [seriesId]),
		]);
		const number = own.get(seriesId) ?? missing();
		if (!covers(shelf, libraryId)) {
			return [];
		}
		const files = all.flatMap(({file, seasonNumber}): [string, OwnedFile][] =>
			file ? [[file.id, {file, titleId: seriesId, owner: {number, path, seasonNumber}}]] : [],
		);
		// A file of several episodes belongs to the season of the first.
		return [...new Map(files.toReversed()).values()].toReversed();
	}

	async function byNumber(number: number, call: FaceCall): Promise<OwnedFile> {
		const owner = await numbers.titleOfFile('series', number);
		return (owner && (await ofSeries(owner.titleId, call)).find(({file}) => file.id === owner.fileId)) || missing();
	}

	async function show(files: readonly OwnedFile[], call: FaceCall) {
		const {tables} = await aroundOf(call, deps);
		return Promise.all(files.map(async each => presentFile('tv', await withNumber(each, 'series', deps), each.owner, tables)));
	}

	async function remove(number: number, call: FaceCall): Promise<void> {
		const {file, titleId} = await byNumber(number, call);
		await countDeletion({files: 1, bytes: file.size}, call, deps);
		await call.ask('POST /api/library/series/:id/delete-files', {params: {id: titleId}, body: {fileIds: [file.id]}});
	}

	return [
		faceRoute('GET episodefile', 'tv', async call => {
			const asked = call.query.numbers('episodeFileIds').slice(0, maxAsked);
			if (asked.length > 0) {
				const owners = (await Promise.all(asked.map(number => numbers.titleOfFile('series', number)))).filter(owner => owner !== null);
				const wanted = new Set(owners.map(({fileId}) => fileId));
				const found = await Promise.all([...new Set(owners.map(({titleId}) => titleId))].map(id => ofSeries(id, call)));
				return shown(
					await show(
						found.flat().filter(({file}) => wanted.has(file.id)),
						call,
					),
				);
			}
			const number = call.query.number('seriesId');
			const id = number === null ? undefined : (await numbers.idsOf('series', [number])).get(number);
			return shown(id === undefined ? [] : await show(await ofSeries(id, call), call));
		}),
		faceRoute('GET episodefile/:n', 'tv', async call => shown((await show([await byNumber(call.number(), call)], call))[0])),
		faceRoute('DELETE episodefile/:n', 'tv', async call => {
			await remove(call.number(), call);
			return removed;
		}),
		faceRoute('DELETE episodefile/bulk', 'tv', async call => {
			for (const number of integersIn(call.body, 'episodeFileIds') ?? []) {
				await remove(number, call);
			}
			return removed;
		}),
	];
}

function missing(): never {
	throw notFound();
}
