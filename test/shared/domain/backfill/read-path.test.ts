import test from 'ava';
import {lookUpKey, readPath} from '#shared/domain/backfill/read-path.ts';

/**
 * Path below the root -> titles with years in the order in which they are tried, and what the provider is asked for.
 */
const reads = test.macro<[string, [string, number | null][], string | null]>((t, path, readings, key) => {
	const read = readPath(path, 'movie');
	t.deepEqual(
		read.readings.map(({title, year}) => [title, year]),
		readings,
	);
	t.is(lookUpKey(read, 'movie'), key);
});

test(
	'a file that names title and year is enough',
	reads,
	'Paper.Lanterns.2021.1080p.WEB-DL.mkv',
	[['Paper Lanterns', 2021]],
	'title:paperlanterns:2021',
);
test('only the folder tells the year', reads, 'The Lamp (2024)/lamp.mkv', [['The Lamp', 2024]], 'title:lamp:2024');
test('an id in the folder counts for the file', reads, 'Harbour {tmdb-77}/Harbour.2019.mkv', [['Harbour', 2019]], 'id:77');
test('an id of the other site too', reads, 'Harbour (2019) [tt0000077]/harbour.2019.mkv', [['harbour', 2019]], 'imdb:tt0000077');
test(
	'a film in a folder of another year is not that folder',
	reads,
	'Two Rivers (1999)/Two.Rivers.Again.2003.1080p.mkv',
	[['Two Rivers Again', 2003]],
	'title:tworiversagain:2003',
);
test(
	'another name of the same year may be the right one',
	reads,
	'Der Ruhige Hafen (2019)/The.Quiet.Harbour.2019.1080p.mkv',
	[
		['The Quiet Harbour', 2019],
		['Der Ruhige Hafen', 2019],
	],
	'title:quietharbour:2019',
);
test(
	'a year at the end of a title is none',
	reads,
	'Harbour 2049 (2019)/Harbour 2049.mkv',
	[['Harbour 2049', 2019]],
	'title:harbour2049:2019',
);
test(
	'a folder may begin with the year',
	reads,
	'2019 - The Quiet Harbour/The Quiet Harbour.mkv',
	[['The Quiet Harbour', 2019]],
	'title:quietharbour:2019',
);
test('and so may a file', reads, '2019 - The Quiet Harbour.mkv', [['The Quiet Harbour', 2019]], 'title:quietharbour:2019');
test(
	'what a file adds to such a folder is its release',
	reads,
	'2019 - The Quiet Harbour/The.Quiet.Harbour.1080p.BluRay.mkv',
	[
		['The Quiet Harbour', 2019],
		['The Quiet Harbour', null],
	],
	'title:quietharbour:2019',
);
test(
	'a title may begin with a year',
	reads,
	'2049 - A Harbour Story/2049.A.Harbour.Story.1080p.BluRay.mkv',
	[
		['2049 A Harbour Story', null],
		['A Harbour Story', 2049],
	],
	'title:2049harbourstory:',
);
test(
	'its own year counts then',
	reads,
	'2049 - A Harbour Story (1968)/film.mkv',
	[['2049 - A Harbour Story', 1968]],
	'title:2049harbourstory:1968',
);
test('a number names nothing', reads, '1.mkv', [], null);
test('a part of a DVD is no film called Video', reads, 'The Lamp (2024)/VIDEO_TS/VTS_01_1.VOB', [], null);
test('a part of a Blu-ray names nothing', reads, 'The Lamp (2024)/BDMV/STREAM/00001.m2ts', [], null);
test('a film may be called Stream', reads, 'Stream (2024)/stream.mkv', [['Stream', 2024]], 'title:stream:2024');

test('quality and group come from the file, whoever names the title', t => {
	const {tags} = readPath('The Lamp (2024)/x-2160p-bluray.mkv', 'movie');
	t.is(tags.quality.resolution, 2160);
});

const counts = test.macro<[path: string, season: number | null, special: boolean]>({
	exec(t, path, season, special) {
		const [reading] = readPath(path, 'tv').readings;
		t.like(reading, {season, special, absoluteEpisodes: [3]});
	},
	title: (_, path, season) => `${path} is counted in ${season === null ? 'no season' : `season ${season}`}`,
});

test(counts, 'Sora no Uta/[Tern] Sora no Uta S2 - 03 [1080p].mkv', 2, false);
test(counts, 'Sora no Uta (2016)/[Tern] Sora no Uta 2nd Season - 03 [1080p].mkv', 2, false);
test(counts, 'Sora no Uta/[Tern] Sora no Uta II - 03 [1080p].mkv', 2, false);
test(counts, 'Sora no Uta II/[Tern] Sora no Uta II - 03 [1080p].mkv', null, false);
test(counts, 'Sora no Uta/[Tern] Sora no Uta - 03 [1080p].mkv', null, false);
test(counts, 'Sora no Uta/[Tern] Sora no Uta OVA - 03 [1080p].mkv', null, true);
test(counts, 'Sora no Uta OVA/[Tern] Sora no Uta OVA - 03 [1080p].mkv', null, false);
