import test from 'ava';
import {appearsLate, type MonitorChoice, monitorChoices, monitoringOf, type SeasonOption} from '#shared/domain/media/monitor-seasons.ts';
import type {EpisodeDetails} from '#shared/domain/media/series.ts';

const now = new Date('2026-06-15T12:00:00Z');
const episode = (seasonNumber: number, episodeNumber: number, airDate: string | null): EpisodeDetails => ({
	metaId: null,
	seasonNumber,
	episodeNumber,
	absoluteEpisodeNumber: null,
	title: '',
	overview: null,
	airDate,
	runtime: null,
	images: [],
});
const seasons = [
	{seasonNumber: 0, episodes: [episode(0, 1, '2026-06-01')]},
	{seasonNumber: 1, episodes: [episode(1, 1, '2020-01-01'), episode(1, 2, '2020-01-08')]},
	{seasonNumber: 2, episodes: [episode(2, 1, '2026-05-01'), episode(2, 2, '2026-12-01')]},
	{seasonNumber: 3, episodes: [episode(3, 1, null)]},
];

function chosen(monitor: MonitorChoice, options: SeasonOption[] = []): string {
	const monitoring = monitoringOf(seasons, {monitor, options, now});
	const ofSeasons = seasons.map(({seasonNumber}) => seasonNumber).filter(monitoring.season);
	const episodes = seasons.flatMap(season => season.episodes.filter(monitoring.episode));
	return `${ofSeasons.join()} | ${episodes.map(each => `${each.seasonNumber}x${each.episodeNumber}`).join(' ')}`;
}

const expected: Record<MonitorChoice, string> = {
	all: '1,2,3 | 1x1 1x2 2x1 2x2 3x1',
	missing: '1,2,3 | 1x1 1x2 2x1 2x2 3x1',
	future: '2,3 | 2x2 3x1',
	recent: '2,3 | 2x1 2x2 3x1',
	existing: ' | ',
	pilot: ' | 1x1',
	firstSeason: '1 | 1x1 1x2',
	lastSeason: '3 | 3x1',
	none: ' | ',
};

for (const monitor of monitorChoices) {
	test(`of a new series, ${monitor} is monitored`, t => {
		t.is(chosen(monitor), expected[monitor]);
	});
}

test('a season that is announced without episodes is not the last one, but goes on with it', t => {
	const announced = [...seasons, {seasonNumber: 4, episodes: []}];
	const last = monitoringOf(announced, {monitor: 'lastSeason', options: [], now});
	t.deepEqual([2, 3, 4].map(last.season), [false, true, true]);
	t.true(last.episode(episode(3, 1, null)));
	const first = monitoringOf([{seasonNumber: 1, episodes: []}, ...seasons.slice(2)], {monitor: 'pilot', options: [], now});
	t.true(first.episode(episode(2, 1, '2026-05-01')));
});

test('an option for a season wins over the choice, and the last one for a season', t => {
	const option = (seasonNumber: number, monitored: boolean) => ({seasonNumber, monitored});
	t.is(chosen('none', [option(0, true), option(2, false), option(2, true)]), '0,2 | 0x1 2x1 2x2');
	t.is(chosen('all', [option(1, false)]), '2,3 | 2x1 2x2 3x1');
	t.is(monitoringOf([], {monitor: 'all', options: [], now}).season(1), true);
});

test('a regular episode that the provider adds long after it aired is late', t => {
	t.true(appearsLate(episode(1, 3, '2026-05-31'), now));
	t.false(appearsLate(episode(1, 3, '2026-06-02'), now));
	t.false(appearsLate(episode(0, 3, '2020-01-01'), now));
	t.false(appearsLate(episode(1, 3, null), now));
});
