import test from 'ava';
import {readProfile} from '#shared/domain/moves/source-profiles.ts';
import {dateOf, readFile, readMovie, readSeries} from '#shared/domain/moves/source-titles.ts';
import {itemName} from '#shared/domain/quality/profiles.ts';

test('dates are UTC whether they say so or not, and the first year means never', t => {
	const dates: Record<string, string | null> = {
		'2024-05-01 12:00:00.1234567Z': '2024-05-01T12:00:00.123Z',
		'2024-05-01 12:00:00': '2024-05-01T12:00:00.000Z',
		'2024-05-01T12:00:00Z': '2024-05-01T12:00:00.000Z',
		'0001-01-01 00:00:00Z': null,
		'2024-99-01 12:00:00': null,
		soon: null,
	};
	for (const [text, expected] of Object.entries(dates)) {
		t.is(dateOf(text)?.toISOString() ?? null, expected, text);
	}
	t.is(dateOf(null), null);
});

test('the same number is another quality, flag and language in the other program', t => {
	const row = {Id: 1, MovieId: 2, RelativePath: 'a.mkv', Size: 5, Languages: '[26]', IndexerFlags: 8};
	const qualityOf = (quality: number, program: 'radarr' | 'sonarr') =>
		readFile({...row, Quality: JSON.stringify({quality})}, program)?.quality;
	t.deepEqual(qualityOf(20, 'radarr'), {name: 'Bluray-480p', homeless: null});
	t.deepEqual(qualityOf(20, 'sonarr'), {name: 'Remux-1080p', homeless: null});
	t.deepEqual(qualityOf(22, 'radarr'), {name: 'Unknown', homeless: 'BR-DISK'});
	t.is(qualityOf(11, 'radarr'), null);
	t.like(readFile(row, 'radarr'), {flags: ['golden'], languages: ['hindi'], quality: null});
	t.like(readFile(row, 'sonarr'), {flags: ['internal'], languages: ['arabic']});
});

test('rows of any version are read, and what cannot be used is left out', t => {
	const row = {Id: 3, Path: '/movies/Mill', Monitored: 1, ProfileId: 4, Tags: '[1,', MinimumAvailability: 4};
	t.like(readMovie(row, {TmdbId: 9, Title: 'Mill', Status: -1}), {
		metaId: 9,
		isGone: true,
		profileId: 4,
		tags: [],
		unreadable: ['Tags'],
		minimumAvailability: 'released',
	});
	t.is(readMovie({Id: 3}, {}), null);
	t.like(readSeries({Id: 1, Path: '/tv/x', Seasons: null, MonitorNewItems: 1}), {
		seasons: null,
		monitorNewSeasons: false,
		type: 'standard',
	});
	t.is(readFile({Id: 1, SeriesId: 1, RelativePath: ''}, 'sonarr'), null);
});

test('a profile begins with the best, keeps its groups and cutoff, and has every quality of ours', t => {
	const items = [
		{quality: 0, allowed: false},
		{quality: 29, allowed: true},
		{quality: 27, allowed: false},
		{
			id: 1000,
			name: 'WEB 1080p',
			items: [{quality: 15}, {quality: 3}],
			allowed: true,
		},
		{quality: 7, allowed: true},
	];
	const row = {
		Id: 5,
		Name: 'Good',
		Cutoff: 15,
		Items: JSON.stringify(items),
		FormatItems: '[{"format":1,"score":5},{"format":2,"score":0}]',
	};
	const read = readProfile(row, 'radarr')!; // it is readable
	t.deepEqual(read.profile.items.slice(0, 4), [
		{quality: 'Bluray-1080p', allowed: true},
		{group: {name: 'WEB 1080p', qualities: ['WEBDL-1080p', 'WEBRip-1080p']}, allowed: true},
		{quality: 'Telecine', allowed: true},
		{quality: 'Unknown', allowed: false},
	]);
	t.like(read.profile, {cutoff: 'WEB 1080p', upgradeAllowed: true, language: 'any'});
	t.true(read.profile.items.some(item => itemName(item) === 'Remux-2160p' && !item.allowed));
	t.deepEqual(read.scores, [{format: 1, score: 5}]);
	t.deepEqual(
		read.notes.map(({code}) => code),
		['field_unsupported'],
	);
	t.is(readProfile({Id: 1, Items: '{'}, 'sonarr'), null);
});
