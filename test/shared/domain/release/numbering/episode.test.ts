import test from 'ava';
import {readEpisode} from '#shared/domain/release/numbering/episode.ts';
import {prepareName} from '#shared/domain/release/prepare-name.ts';

const numbers = test.macro({
	exec: (t, name: string, season: number | null, episodes: number[] = []) => {
		const mark = readEpisode(prepareName(name));
		t.is(mark?.season ?? null, season);
		t.deepEqual(mark?.episodes ?? [], episodes);
	},
	title: (_, name: string, season: number | null, episodes: number[] = []) =>
		`${name} is ${season === null ? 'no episode' : `${season}x${episodes}`}`,
});

test(numbers, 'Harbour.S02E05.720p', 2, [5]);
test(numbers, 'Harbour.S2.E5', 2, [5]);
test(numbers, 'Harbour [S02][E05]', 2, [5]);
test(numbers, 'Harbour.S01.Ep01', 1, [1]);
test(numbers, 'Harbour - S01 - E05 - Name', 1, [5]);
test(numbers, 'Harbour.S2016E231', 2016, [231]);
test(numbers, 'Harbour.S010E16', 10, [16]);
test(numbers, 'Harbour S41 E10478', 41, [10478]);
test(numbers, 'tern-harbours01e11-1080p', 1, [11]);
test(numbers, 'Harbour T01E05', 1, [5]);
test(numbers, 'Harbour - 4x05 - Name', 4, [5]);
test(numbers, 'Harbour 4х05', 4, [5]);
test(numbers, '2009x09', 2009, [9]);
test(numbers, 'Harbour.S01E01E02E03', 1, [1, 2, 3]);
test(numbers, 'Harbour.S01E01-E04', 1, [1, 2, 3, 4]);
test(numbers, 'Harbour.S01E01-04', 1, [1, 2, 3, 4]);
test(numbers, 'Harbour S01E05-6', 1, [5, 6]);
test(numbers, 'Harbour - S07E22 - S07E23', 7, [22, 23]);
test(numbers, 'Harbour.S01E01&02', 1, [1, 2]);
test(numbers, 'Harbour - 8x01_02', 8, [1, 2]);
test(numbers, 'Harbour - 2x09-2x10', 2, [9, 10]);
test(numbers, 'Harbour.2x07x08x09', 2, [7, 8, 9]);
test(numbers, 'Harbour.2019x112.720p', 2019, [112]);
test(numbers, 'Harbour S2E1-4 of 10', 2, [1, 2, 3, 4]);
test(numbers, 'Harbour-S07E12-31st_Century', 7, [12]);
test(numbers, 'Harbour.S01E05-7.Days', 1, [5]);
test(numbers, 'Harbour.S01E09-1080p', 1, [9]);
test(numbers, 'Harbour.S01E01+E03', 1, [1, 3]);
test(numbers, 'Harbour.S01E01E04', 1, [1, 4]);
test(numbers, 'Harbour.S02E03 à E06 720p', 2, [3, 4, 5, 6]);
test(numbers, 'Harbour S02E03 to 06 720p', 2, [3, 4, 5, 6]);
test(numbers, 'Harbour S02E03 до 06', 2, [3, 4, 5, 6]);
test(numbers, 'Harbour 1920x1080', null);
test(numbers, 'Harbour S03 - EP14', null);

test('a letter behind the number is a part of the episode', t => {
	t.like(readEpisode(prepareName('Harbour.S01E05b.720p')), {episodes: [5], splitEpisode: true});
	t.like(readEpisode(prepareName('Harbour.1x05a.720p')), {episodes: [5], splitEpisode: true});
});

test('half an episode is a special, and all episodes of a season are the season', t => {
	t.like(readEpisode(prepareName('Harbour S01E11.5 Name')), {episodes: [11], special: true});
	t.like(readEpisode(prepareName('Harbour S2E1-16 of 16')), {season: 2, fullSeason: true});
});

const alone = test.macro({
	exec: (t, name: string, episode: number) => t.deepEqual(readEpisode(prepareName(name))?.episodes, [episode]),
	title: (_, name: string) => `what follows the episode of ${name} is no end of a list`,
});

test(alone, 'Harbour.S02E09.x264-TERN', 9);
test(alone, 'Harbour.S02E09x265', 9);
test(alone, 'Harbour - S03E04 - x265', 4);
test(alone, 'Harbour_S01E07_X264_HDTV', 7);
test(alone, 'Harbour.2x09.x264-TERN', 9);
test(alone, 'Harbour - 2x04 - Episode 31 - Storm', 4);
test(alone, 'Harbour S03E12 Ep 47 1080p', 12);
test(alone, 'Harbour_S01E02_18_45_WEB', 2);
test(alone, 'Harbour.S01E05.And.10.More.720p', 5);
test(alone, 'Harbour S02E04 & 7 Nights 1080p', 4);
test(alone, 'Harbour S03E02, 12 Bells', 2);
test(alone, 'Harbour.S01E05.To.10.Streets.720p', 5);
test(alone, 'Harbour.S01E05.A.10.Mile.Walk', 5);
test(alone, 'Harbour.S01E05-720.HDTV', 5);
test(alone, 'Harbour.S01E05E04', 5);

test('more episodes than a release holds are none at all', t => {
	t.is(readEpisode(prepareName('Harbour.S01E01-E90.720p')), null);
	t.is(readEpisode(prepareName('Harbour.S01E01E99.720p')), null);
});
