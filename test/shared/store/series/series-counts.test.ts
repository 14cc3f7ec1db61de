import test, {type ExecutionContext} from 'ava';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import {monitorChoices} from '#shared/domain/media/monitor-seasons.ts';
import type {EpisodeDetails, SeriesDetails} from '#shared/domain/media/series.ts';
import {buildEpisodeDetails, buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {withStores} from '#test/helpers/stores.ts';
import {buildMediaFile} from '#test/helpers/world/movie.ts';

const day = 86_400_000;
const start = Date.parse('2024-06-01T00:00:00Z');

/** The same numbers for the same seed (mulberry32), so that a failure can be had again. */
function createDice(seed: number) {
	let state = seed;
	const roll = () => {
		state = (state + 0x6d_2b_79_f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const below = (count: number) => Math.floor(roll() * count);
	return {below, one: <T>(items: readonly T[]): T | undefined => items[below(items.length)], isHeads: () => roll() < 0.5};
}
type Dice = ReturnType<typeof createDice>;

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/**
 * What a provider tells: some seasons of some of twenty episodes, each anywhere, dated around the start or not at all.
 */
function rollDetails({below, isHeads}: Dice): SeriesDetails {
	const seasons = [0, 1, 2, 3].filter(number => number === 1 || below(4) > 0).map(number => buildSeason(number, []));
	for (const metaId of Array.from({length: 20}, (_, index) => index + 1).filter(() => below(5) > 0)) {
		const season = seasons[below(seasons.length)];
		const airDate = below(4) === 0 ? null : dayOf(start + (below(41) - 20) * day);
		const episodeNumber = (season?.episodes.length ?? 0) + 1;
		season?.episodes.push(
			buildEpisodeDetails(season.seasonNumber, episodeNumber, {
				metaId: isHeads() ? metaId : metaId + 100,
				airDate,
			}) satisfies EpisodeDetails,
		);
	}
	return buildSeriesDetails({title: `Paper Lanterns ${below(3)}`, seasons});
}

/** Counted again, episode by episode. */
function countAnew(episodes: readonly Episode[], now: number) {
	const has = (episode: Episode) => episode.file !== null;
	const airsAt = (episode: Episode) => (episode.airDate === null ? Number.NaN : Date.parse(episode.airDate));
	const wanted = episodes.filter(episode => has(episode) || (episode.monitored && airsAt(episode) <= now));
	const shown = episodes.filter(({seasonNumber, monitored}) => seasonNumber > 0 || monitored).map(airsAt);
	const next = Math.min(...shown.filter(moment => moment > now));
	const previous = Math.max(...shown.filter(moment => moment <= now));
	return {
		episodeCount: wanted.length,
		episodeFileCount: episodes.filter(has).length,
		totalEpisodeCount: episodes.length,
		downloaded: wanted.length > 0 && wanted.every(has),
		nextAiring: Number.isFinite(next) ? new Date(next) : null,
		previousAiring: Number.isFinite(previous) ? new Date(previous) : null,
	};
}

function compare(
	t: ExecutionContext,
	{series, episodes, now, step}: {series: Series; episodes: Episode[]; now: number; step: string},
): void {
	const expected = countAnew(episodes, now);
	t.deepEqual(Object.fromEntries(Object.keys(expected).map(name => [name, series[name as keyof typeof expected]])), expected, step);
	t.is(series.seasonCount, series.seasons.filter(({seasonNumber}) => seasonNumber > 0).length, step);
	for (const {seasonNumber, episodeCount, episodeFileCount, totalEpisodeCount} of series.seasons) {
		const {
			downloaded: _,
			nextAiring: _next,
			previousAiring: _previous,
			...counts
		} = countAnew(
			episodes.filter(episode => episode.seasonNumber === seasonNumber),
			now,
		);
		t.deepEqual({episodeCount, episodeFileCount, totalEpisodeCount}, counts, `${step}, season ${seasonNumber}`);
	}
	const numbers = new Set(series.seasons.map(({seasonNumber}) => seasonNumber));
	t.true(
		episodes.every(({seasonNumber}) => numbers.has(seasonNumber)),
		`${step}: an episode without a season`,
	);
	const places = new Set(episodes.map(({seasonNumber, episodeNumber}) => `${seasonNumber}x${episodeNumber}`));
	t.is(places.size, episodes.length, `${step}: two episodes under one number`);
}

for (const seed of [1, 2]) {
	test(`whatever happens to a series, two things at once, its counts are those of its episodes (seed ${seed})`, async t => {
		const {stores} = await withStores(t);
		const dice = createDice(seed);
		let now = start;
		const {id} = await stores.series.add(rollDetails(dice), buildNewSeries(), new Date(now));

		const change = async (kind: number): Promise<unknown> => {
			const at = new Date(now);
			const episodes = await stores.episodes.ofSeries(id);
			const [one, other] = [dice.one(episodes), dice.one(episodes)];
			const monitored = dice.isHeads();
			if (kind === 0) {
				return stores.series.setSeasonMonitored(id, {seasonNumber: dice.below(4), monitored}, at);
			}
			if (kind === 1) {
				return one && stores.episodes.setMonitored(one.id, monitored, at);
			}
			if (kind === 2 || kind === 3) {
				const chosen = [one, other].filter(episode => episode !== undefined).slice(0, dice.below(2) + 1);
				const replaces = chosen.flatMap(({file}) => (file ? [file.id] : []));
				const file = buildMediaFile({id: `file-${dice.below(1_000_000)}`});
				return stores.episodes.recordFile({seriesId: id, episodeIds: chosen.map(episode => episode.id), file, replaces}, at);
			}
			if (kind === 4) {
				return stores.episodes.removeFiles({seriesId: id, fileIds: one?.file ? [one.file.id] : []}, at);
			}
			if (kind === 5) {
				return stores.series.chooseEpisodes([id], dice.one(monitorChoices) ?? 'all', at);
			}
			return stores.series.refresh(id, rollDetails(dice), at);
		};

		for (let step = 0; step < 12; step += 1) {
			const kinds = [dice.below(7), dice.below(7)];
			await Promise.all(kinds.map(change));
			const shown = (moment: number) => ({now: moment, step: `step ${step} ${kinds.join(' and ')}`});
			compare(t, {series: await stores.series.get(id), episodes: await stores.episodes.ofSeries(id), ...shown(now)});
			now += dice.below(3) * day;
			compare(t, {series: await stores.series.shown(id, new Date(now)), episodes: await stores.episodes.ofSeries(id), ...shown(now)});
		}
	});
}
