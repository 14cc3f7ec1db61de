import test from 'ava';
import {type AssignQuestion, assignEpisodes} from '#shared/domain/imports/assign-episodes.ts';
import {bearsNameOf} from '#shared/domain/imports/bears-name.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {buildLibraryEpisode} from '#test/helpers/build-series.ts';
import {buildMediaFile} from '#test/helpers/world/movie.ts';

const buildEpisode = (seasonNumber: number, episodeNumber: number, file: MediaFile | null = null) =>
	buildLibraryEpisode(seasonNumber, episodeNumber, {file, airDate: `2024-0${seasonNumber + 1}-0${episodeNumber}`});

const all = [buildEpisode(0, 1), ...[1, 2, 3, 4, 5].map(number => buildEpisode(1, number)), buildEpisode(2, 1)];
const season = ['s1e1', 's1e2', 's1e3', 's1e4', 's1e5'];

interface Row {
	releaseTitle: string;
	files: string[];
	grabbed: string[];
	assigned: Record<string, string[]>;
	known?: Episode[];
}

const assigns = test.macro({
	exec(t, {releaseTitle, files, grabbed, assigned, known = all}: Row) {
		const videos = files.map((relative, index) => ({path: `/d/${relative}`, relative, size: 1000 - index, isLink: false}));
		const question: AssignQuestion = {releaseTitle, videos, all: known, grabbed};
		const result = assignEpisodes(question);
		t.deepEqual(Object.fromEntries(result.assigned.map(({video, episodes}) => [video.relative, episodes.map(({id}) => id)])), assigned);
		t.is(result.assigned.length + result.refused.length, files.length);
	},
	title: title => title ?? 'a download',
});

test('the files of a pack go to the episodes of their names', assigns, {
	releaseTitle: 'Paper.Lanterns.S01.1080p.WEB-DL-NOBODY',
	files: ['Paper.Lanterns.S01E02.1080p.mkv', 'Paper.Lanterns.S01E01.1080p.mkv', 'Extras/Making.Of.mkv'],
	grabbed: season,
	assigned: {'Paper.Lanterns.S01E01.1080p.mkv': ['s1e1'], 'Paper.Lanterns.S01E02.1080p.mkv': ['s1e2']},
});
test('numbers alone are read with the help of the folder', assigns, {
	releaseTitle: 'Paper.Lanterns.S01.1080p.WEB-DL-NOBODY',
	files: ['03 - Chapter 3.mkv', '04 - Chapter 4.mkv'],
	grabbed: season,
	assigned: {'03 - Chapter 3.mkv': ['s1e3'], '04 - Chapter 4.mkv': ['s1e4']},
});
test('one file may hold several episodes', assigns, {
	releaseTitle: 'Paper.Lanterns.S01E01E02.1080p.WEB-DL-NOBODY',
	files: ['Paper.Lanterns.S01E01-E02.mkv'],
	grabbed: ['s1e1', 's1e2'],
	assigned: {'Paper.Lanterns.S01E01-E02.mkv': ['s1e1', 's1e2']},
});
test('a lone file without a meaning is what it was grabbed for', assigns, {
	releaseTitle: 'Paper.Lanterns.S01E03.1080p.WEB-DL-NOBODY',
	files: ['8f2a6c0b9d.mkv'],
	grabbed: ['s1e3'],
	assigned: {'8f2a6c0b9d.mkv': ['s1e3']},
});
test("the caller's word goes before the name of a lone file", assigns, {
	releaseTitle: 'Paper.Lanterns.S01E03.1080p.WEB-DL-NOBODY',
	files: ['Paper.Lanterns.S01E03.mkv'],
	grabbed: ['s1e4'],
	assigned: {'Paper.Lanterns.S01E03.mkv': ['s1e4']},
});
test('one file of a season pack is never the whole season', assigns, {
	releaseTitle: 'Paper.Lanterns.S01.1080p.WEB-DL-NOBODY',
	files: ['whatever.mkv'],
	grabbed: season,
	assigned: {},
});
test('of two files of one episode the larger counts', assigns, {
	releaseTitle: 'Paper.Lanterns.S01.1080p.WEB-DL-NOBODY',
	files: ['Paper.Lanterns.S01E01.mkv', 'Low/Paper.Lanterns.S01E01.mkv', 'Paper.Lanterns.S01E02.mkv'],
	grabbed: season,
	assigned: {'Paper.Lanterns.S01E01.mkv': ['s1e1'], 'Paper.Lanterns.S01E02.mkv': ['s1e2']},
});
test('what was not grabbed is left alone', assigns, {
	releaseTitle: 'Paper.Lanterns.S01.1080p.WEB-DL-NOBODY',
	files: ['Paper.Lanterns.S01E01.mkv', 'Paper.Lanterns.S02E01.mkv'],
	grabbed: season,
	assigned: {'Paper.Lanterns.S01E01.mkv': ['s1e1']},
});
const double = buildMediaFile({id: 'double'});
test('a file that would leave another episode without one is refused', assigns, {
	releaseTitle: 'Paper.Lanterns.S01E01.1080p.WEB-DL-NOBODY',
	files: ['Paper.Lanterns.S01E01.mkv'],
	grabbed: ['s1e1'],
	known: [buildEpisode(1, 1, double), buildEpisode(1, 2, double)],
	assigned: {},
});
test('daily episodes are found by their date', assigns, {
	releaseTitle: 'Paper.Lanterns.2024.02.03.1080p.WEB-DL-NOBODY',
	files: ['Paper.Lanterns.2024.02.03.mkv'],
	grabbed: ['s1e3'],
	assigned: {'Paper.Lanterns.2024.02.03.mkv': ['s1e3']},
});

test('of a pack only what bears the name of a video follows it', t => {
	t.true(bearsNameOf('Show.S01E01.en.srt', 'Show.S01E01.mkv'));
	t.true(bearsNameOf('Subs/Show.S01E01/2_English.srt', 'a/Show.S01E01.mkv'));
	t.false(bearsNameOf('Show.S01E02.en.srt', 'Show.S01E01.mkv'));
	t.false(bearsNameOf('Show.S1E10.srt', 'Show.S1E1.mkv'));
});
