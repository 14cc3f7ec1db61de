import type {LookupSubject} from '#shared/domain/matching/lookup-query.ts';
import {hasAired, toAirDateUtc} from '#shared/domain/media/library-episode.ts';
import {monitorChoices, monitoringOf} from '#shared/domain/media/monitor-seasons.ts';
import type {EpisodeDetails} from '#shared/domain/media/series.ts';
import type {TitleDetails} from '#shared/domain/media/title.ts';
import {splitYear} from '#shared/domain/release/year.ts';
import {NotFound} from '#shared/errors.ts';
import type {lookUpTitle} from '#shared/jobs/look-up.ts';
import {type FoundTitle, type fetchImage, type LookUpTitles, type lookUpTitles, maxFoundTitles} from '#shared/jobs/refresh.ts';
import type {MetadataProvider} from '../integrations/metadata/metadata-provider.ts';
import type {Handler} from '../runtime/handler.ts';

/** Finds titles at the provider, by name or by one of their ids. */
export const handleLookUpTitles: Handler<typeof lookUpTitles, 'metadata'> = async ({kind, subject}, {metadata}, {signal}) => {
	const found = subject.by === 'title' ? await byTitle(kind, subject.title) : await byId(kind, subject);
	return {titles: found.slice(0, maxFoundTitles).map(toFoundTitle)};

	/** A year at the end may be part of the title, so it is split off only if the whole finds nothing. */
	async function byTitle(wanted: LookUpTitles['kind'], text: string): Promise<FoundTitle[]> {
		const search = wanted === 'movie' ? metadata.searchMovies : metadata.searchSeries;
		const whole = await search(text, null, signal);
		const {withoutYear, year} = splitYear(text);
		return whole.length > 0 || year === null ? whole : search(withoutYear, year, signal);
	}

	async function byId(wanted: LookUpTitles['kind'], by: Exclude<LookupSubject, {by: 'title'}>): Promise<FoundTitle[]> {
		const metaId = await metaIdOf(wanted, by, {metadata, signal});
		if (metaId === null) {
			return [];
		}
		const read = wanted === 'movie' ? metadata.movie : metadata.series;
		return read(metaId, signal).then(
			title => [title],
			error => {
				if (error instanceof NotFound) {
					return [];
				}
				throw error;
			},
		);
	}
};

interface Source {
	metadata: MetadataProvider;
	signal: AbortSignal;
}

async function metaIdOf(
	kind: LookUpTitles['kind'],
	subject: Exclude<LookupSubject, {by: 'title'}>,
	{metadata, signal}: Source,
): Promise<number | null> {
	if (subject.by === 'imdbId') {
		return metadata.findByImdbId(subject.id, kind, signal);
	}
	if (subject.by === 'metaId') {
		return subject.id;
	}
	// Only series have an id at the second TV provider.
	return kind === 'series' ? metadata.findByTvMetaId(subject.id, signal) : null;
}

/** Without what else is known of a title. */
export const toFoundTitle = ({metaId, title, year, overview, posterUrl, releaseDate, metaRating, genres = []}: FoundTitle): FoundTitle => ({
	...{metaId, title, year, overview, posterUrl},
	...(releaseDate && {releaseDate}),
	...(metaRating && {metaRating}),
	...(genres.length > 0 && {genres}),
});

/** Reads the details of a title that is not in the library. */
export const handleLookUpTitle: Handler<typeof lookUpTitle, 'metadata' | 'now'> = async ({kind, metaId}, {metadata, now}, {signal}) => {
	if (kind === 'movie') {
		return {facts: {...toFacts(await metadata.movie(metaId, signal)), ...ofNoSeries}};
	}
	const series = await metadata.series(metaId, signal);
	const {tvMetaId, network, status, type, seasons} = series;
	const today = now();
	const isAired = (episode: EpisodeDetails) => hasAired({airDateUtc: toAirDateUtc(episode.airDate)}, today);
	const monitoring = monitorChoices.map(monitor => {
		const chosen = monitoringOf(seasons, {monitor, options: [], now: today});
		const wanted = seasons.flatMap(season => season.episodes.filter(episode => chosen.episode(episode) && isAired(episode)));
		return {monitor, episodes: wanted.length, seasons: new Set(wanted.map(({seasonNumber}) => seasonNumber)).size};
	});
	const counted = seasons.map(({seasonNumber, episodes}) => ({
		seasonNumber,
		episodes: episodes.length,
		aired: episodes.filter(isAired).length,
	}));
	return {facts: {...toFacts(series), tvMetaId, network, status, type, seasons: counted, monitoring}};
};

const ofNoSeries = {tvMetaId: null, network: null, status: null, type: null, seasons: [], monitoring: []};

function toFacts({metaId, imdbId, runtime, genres, certification, metaRating, metaVoteCount, studios = []}: TitleDetails) {
	return {metaId, imdbId, runtime, genres, certification, metaRating, metaVoteCount, studios};
}

/** Fetches a picture of the provider, for the API. */
export const handleFetchImage: Handler<typeof fetchImage, 'imageCache' | 'metadata'> = async ({url}, {metadata, imageCache}, {signal}) => ({
	imageId: await imageCache.leave((await metadata.image(url, signal)).toString('base64')),
});
