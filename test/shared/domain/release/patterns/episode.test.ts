import test from 'ava';
import {readEpisode} from '#shared/domain/release/patterns/episode.ts';
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
test(numbers, 'Harbour Season 1 Episode 2', 1, [2]);
test(numbers, 'Harbour Staffel 1 Folge 2', 1, [2]);
test(numbers, 'Harbour Se.3 afl.3 en 4', 3, [3, 4]);
test(numbers, 'Harbour 1. Sezon 5. Bölüm', 1, [5]);
test(numbers, 'Гавань 2 сезон 5 серия', 2, [5]);
test(numbers, 'Harbour 1ª Temporada Episódio 5', 1, [5]);
test(numbers, 'Harbour [Cap.206]', 2, [6]);
test(numbers, 'Harbour [Cap.408_411]', 4, [8, 9, 10, 11]);
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

test('what brackets say beside a chapter is not of the title', t => {
	t.like(readEpisode(prepareName('Harbour [HDTV][Cap.512]')), {season: 5, episodes: [12], start: 7});
	t.like(readEpisode(prepareName('Harbour [2019] [Cap.512]')), {season: 5, start: 16});
});
