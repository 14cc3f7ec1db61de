import type {RouteDeps} from '#api/services.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import {accepted, type FaceCall, type FaceRoute, faceRoute, shown} from './faces.ts';
import {aroundOf} from './movies.ts';
import {presentFile} from './present-file.ts';
import type {Around} from './present-title.ts';
import {presentAllSeries} from './series.ts';
import {covers} from './shelf.ts';
import {idOf} from './tables.ts';
import {flagIn, integersIn, notFound} from './wire.ts';

/** What episodes are shown with. */
interface EpisodeOptions {
	withFile: boolean;
	withSeries: boolean;
	withImages: boolean;
}

export const plainEpisodes: EpisodeOptions = {withFile: false, withSeries: false, withImages: false};

/** Episodes with their numbers; those whose series is gone or of another face are left out. */
export async function presentEpisodes(all: readonly Episode[], options: EpisodeOptions, around: Around, deps: RouteDeps) {
	const {numbers, series} = deps;
	const seriesIds = [...new Set(all.map(({seriesId}) => seriesId))];
	const having = [...new Set(all.filter(({file}) => file !== null && file.number === undefined).map(({seriesId}) => seriesId))];
	const [own, ofSeries, files, stored] = await Promise.all([
		numbers.of(
			'episode',
			all.map(({id}) => id),
		),
		numbers.of('series', seriesIds),
		having.length > 0 ? numbers.ofFiles('series', having) : null,
		series.getMany(seriesIds),
	]);
	const owners = stored.filter(({libraryId}) => covers(around.shelf, libraryId));
	const byId = new Map(owners.map(owner => [owner.id, owner]));
	const shownSeries = options.withSeries ? await presentAllSeries(owners, around, deps) : [];
	const bySeries = new Map(shownSeries.map(each => [each.id, each]));
	return all.flatMap(episode => {
		const [number, owner, owned] = [own.get(episode.id), byId.get(episode.seriesId), ofSeries.get(episode.seriesId)];
		if (number === undefined || !owner || owned === undefined) {
			return [];
		}
		const fileNumber = episode.file ? (episode.file.number ?? files?.get(episode.file.id) ?? 0) : 0;
		return [
			{
				...presentEpisode(episode, {number, seriesNumber: owned, fileNumber}),
				...(options.withFile && {episodeFile: fileOf(episode, {owner, number: owned, fileNumber}, around)}),
				...(options.withSeries && {series: bySeries.get(owned)}),
				...(options.withImages && {
					images: episode.images.map(({url}) => ({coverType: 'screenshot', url, remoteUrl: url})),
				}),
			},
		];
	});
}

interface Numbered {
	number: number;
	seriesNumber: number;
	fileNumber: number;
}

function presentEpisode(episode: Episode, {number, seriesNumber, fileNumber}: Numbered) {
	const scene = episode.numbers?.scene ?? null;
	return {
		id: number,
		seriesId: seriesNumber,
		tvdbId: 0,
		episodeFileId: fileNumber,
		seasonNumber: episode.seasonNumber,
		episodeNumber: episode.episodeNumber,
		absoluteEpisodeNumber: episode.absoluteEpisodeNumber,
		title: episode.title,
		overview: episode.overview,
		runtime: episode.runtime ?? 0,
		airDate: episode.airDateUtc === null ? null : episode.airDate,
		airDateUtc: episode.airDateUtc,
		hasFile: episode.file !== null,
		monitored: episode.monitored,
		lastSearchTime: episode.lastSearchTime,
		sceneSeasonNumber: scene?.season ?? null,
		sceneEpisodeNumber: scene?.episode ?? null,
		sceneAbsoluteEpisodeNumber: scene?.absolute ?? null,
		unverifiedSceneNumbering: scene?.guessed ?? false,
	};
}

interface FileOf {
	owner: Series;
	number: number;
	fileNumber: number;
}

function fileOf({file, seasonNumber}: Episode, {owner, number, fileNumber}: FileOf, {tables}: Around) {
	return file ? presentFile('tv', {...file, number: fileNumber}, {number, path: owner.path, seasonNumber}, tables) : null;
}

const optionsOf = ({query}: FaceCall): EpisodeOptions => ({
	withFile: query.flag('includeEpisodeFile') ?? false,
	withSeries: query.flag('includeSeries') ?? false,
	withImages: query.flag('includeImages') ?? query.flag('includeEpisodeImages') ?? false,
});

export function episodeRoutes(deps: RouteDeps): FaceRoute[] {
	const {episodes, numbers} = deps;

	async function find({query}: FaceCall): Promise<Episode[]> {
		const ids = query.numbers('episodeIds');
		if (ids.length > 0) {
			return episodes.getMany([...(await numbers.idsOf('episode', ids)).values()]);
		}
		const fileNumber = query.number('episodeFileId');
		const owner = fileNumber === null ? null : await numbers.titleOfFile('series', fileNumber);
		if (owner) {
			return (await episodes.ofSeries(owner.titleId)).filter(({file}) => file?.id === owner.fileId);
		}
		const seriesNumber = query.number('seriesId');
		const seriesId = seriesNumber === null ? undefined : (await numbers.idsOf('series', [seriesNumber])).get(seriesNumber);
		const season = query.number('seasonNumber');
		return seriesId === undefined ? [] : season === null ? episodes.ofSeries(seriesId) : episodes.ofSeason(seriesId, season);
	}

	async function setMonitored(numbersOf: readonly number[], monitored: boolean, call: FaceCall) {
		const ids = [...(await numbers.idsOf('episode', numbersOf)).values()];
		for (const id of ids) {
			await call.ask('PUT /api/library/episodes/:id', {params: {id}, body: {monitored}});
		}
		return accepted(await presentEpisodes(await episodes.getMany(ids), plainEpisodes, await aroundOf(call, deps), deps));
	}

	return [
		faceRoute('GET episode', 'tv', async call =>
			shown(await presentEpisodes(await find(call), optionsOf(call), await aroundOf(call, deps), deps)),
		),
		faceRoute('GET episode/:n', 'tv', async call => {
			const episode = await episodes.get(await idOf(deps, 'episode', call.number()));
			const options = {withFile: true, withSeries: true, withImages: true};
			return shown((await presentEpisodes([episode], options, await aroundOf(call, deps), deps))[0] ?? missing());
		}),
		faceRoute('PUT episode/:n', 'tv', async call => {
			const number = call.number();
			await idOf(deps, 'episode', number);
			const reply = await setMonitored([number], flagIn(call.body, 'monitored') ?? true, call);
			return accepted(Array.isArray(reply.body) ? reply.body[0] : reply.body);
		}),
		faceRoute('PUT episode/monitor', 'tv', call =>
			setMonitored(integersIn(call.body, 'episodeIds') ?? [], flagIn(call.body, 'monitored') ?? true, call),
		),
	];
}

function missing(): never {
	throw notFound();
}
