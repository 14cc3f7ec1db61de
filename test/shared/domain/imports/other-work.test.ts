import test from 'ava';
import {assignEpisodes} from '#shared/domain/imports/assign-episodes.ts';
import {whyOtherFilm} from '#shared/domain/imports/other-work.ts';
import type {DownloadedFile} from '#shared/domain/imports/sort-files.ts';
import {buildLibraryEpisode} from '#test/helpers/build-series.ts';

const names = {originalTitle: null, alternativeTitles: ['La Barca Numerada'], seasonTitles: []};
const ferry = {...names, title: 'Number Ferry', year: 2024, type: 'standard' as const};
const episodeOf = (season: number, number: number) =>
	buildLibraryEpisode(season, number, {
		absoluteEpisodeNumber: (season - 1) * 20 + number,
		airDate: `2024-0${season}-${String(number).padStart(2, '0')}`,
	});
const all = [1, 2].flatMap(season => Array.from({length: 20}, (_, index) => episodeOf(season, index + 1)));

const video = (relative: string): DownloadedFile => ({path: `/d/${relative}`, relative, size: 1000, isLink: false});

/** The lone file of a release that was grabbed for this episode, and what it is imported as; null if it waits. */
const imports = test.macro({
	exec(t, file: string, release: string, grabbed: string, imported: string | null) {
		const {assigned, refused} = assignEpisodes({releaseTitle: release, videos: [video(file)], series: ferry, all, grabbed: [grabbed]});
		t.deepEqual(
			assigned.map(({episodes}) => episodes.map(({id}) => id)),
			imported === null ? [] : [[imported]],
			refused[0]?.reason,
		);
		t.is(refused[0]?.claim, imported === null ? 'lacking' : undefined);
	},
	title: (_, file, _release, grabbed, imported) => `${file} for ${grabbed} ${imported === null ? 'waits for a person' : 'is imported'}`,
});

const second = 'Number.Ferry.S01E02.1080p.WEB.h264-Q';
for (const file of [
	'a8f0c2d1e4.mkv',
	'3x7kf91m2.mkv',
	'WpTs02e11q.mkv',
	'movie.mkv',
	'video.mp4',
	`${second}.mkv`,
	`${second}/video.mkv`,
	'number.ferry.102.mkv',
	'grp-nf.s01e02.1080p.mkv',
	'nf-s01e02.mkv',
	'nmbrfrry.s01e02.mkv',
	'num.ferry.s01e02.mkv',
	'site.org - Number Ferry S01E02.mkv',
	'Number Ferry US S01E02.mkv',
	'Number.Ferry.2024.S01E02.mkv',
	'Number.Ferry.The.Long.Crossing.S01E02.mkv',
	'La.Barca.Numerada.1x02.mkv',
	'NumberFerryS01E02.mkv',
	'S01E02.mkv',
	'E02.mkv',
	'02 - The Crossing.mkv',
	'Number Ferry - 02.mkv',
	'Number.Ferry.2024.01.02.mkv',
	'Number.Ferry.S01.mkv',
	'1080p.mkv',
	'grp-numberferry.s01e02.1080p.mkv',
]) {
	test(imports, file, second, 's1e2', 's1e2');
}
for (const file of [
	'Number.Ferry.S01E03.1080p.WEB.h264-Q.mkv',
	'Number.Ferry.S02E02.mkv',
	'number.ferry.103.mkv',
	'NumberFerryS01E03.mkv',
	'S01E03.mkv',
	'E03.mkv',
	'1x03.mkv',
	'03 - The Other Shore.mkv',
	'Episode 3.mkv',
	'Number Ferry - 14.mkv',
	'Number.Ferry.2024.01.03.mkv',
	'Number.Ferry.S02.mkv',
	'Number.Ferry.S05E09.mkv',
	'Lighthouse.S01E02.mkv',
	'grp-lighthousekeepers.s01e02.mkv',
	'Lighthouse.Keepers.S01E02.1080p.mkv',
	'Number.Ferry.S01E03/video.mkv',
]) {
	test(imports, file, second, 's1e2', null);
}
test(imports, 'Number.Ferry.S01E05.mkv', 'Number.Ferry.S01E05.1080p-Q', 's2e5', 's2e5');
test(imports, 'E05.mkv', 'Number.Ferry.S02E05.1080p-Q', 's2e5', 's2e5');
test(imports, 'Episode 5.mkv', 'Number.Ferry.S02E05.1080p-Q', 's2e5', 's2e5');
test(imports, 'Number Ferry - 25.mkv', 'Number.Ferry.S02E05.1080p-Q', 's2e5', 's2e5');
test(imports, 'Number Ferry - 26.mkv', 'Number.Ferry.S02E05.1080p-Q', 's2e5', null);
test(imports, 'Ferries.at.Night.S01E02.mkv', 'Ferries.at.Night.S01E02.1080p-Q', 's1e2', null);
test(imports, 'a8f0c2d1e4.mkv', 'Ferries.at.Night.S01E02.1080p-Q', 's1e2', null);
test(imports, 'Number.Ferry.Crossing.S01E02.mkv', 'Number.Ferry.Crossing.S01E02.1080p-Q', 's1e2', 's1e2');

test('a file of a pack that is named after another show is none of its episodes', t => {
	const videos = ['Number.Ferry.S01E01.mkv', 'Lighthouse.Keepers.S01E02.mkv'].map(video);
	const {assigned, refused} = assignEpisodes({
		releaseTitle: 'Number.Ferry.S01.1080p-Q',
		videos,
		series: ferry,
		all,
		grabbed: all.flatMap(({id, seasonNumber}) => (seasonNumber === 1 ? [id] : [])),
	});
	t.deepEqual(
		assigned.map(each => each.video.relative),
		['Number.Ferry.S01E01.mkv'],
	);
	t.regex(refused[0]?.reason ?? '', /another show, "Lighthouse Keepers"/);
});

const film = {...names, title: 'Downfell', alternativeTitles: ['Der Sturz'], year: 2004};
const ofFilm = test.macro({
	exec(t, file: string, release: string, why: RegExp | null) {
		const reason = whyOtherFilm(film, {video: video(file), furtherParts: [], releaseTitle: release});
		if (why === null) {
			t.is(reason, null);
		} else {
			t.regex(reason ?? '', why);
		}
	},
	title: (_, file, release, why) => `${file} of ${release} ${why === null ? 'is the film' : 'waits for a person'}`,
});

const right = 'Downfell.2004.1080p.BluRay.x264-Q';
for (const file of [
	'a8f0c2d1e4.mkv',
	`${right}.mkv`,
	'Der.Sturz.2004.mkv',
	'grp-downfell.1080p.mkv',
	'movie.mkv',
	'dwnfll-1080p.mkv',
	'Downfell.2005.mkv',
	'Downfell.DVD9.mkv',
]) {
	test(ofFilm, file, right, null);
}
test(ofFilm, 'Boar.2004.1080p.mkv', right, /named "Boar" \(2004\)/);
test(ofFilm, 'Downfell.1978.1080p.mkv', right, /of 1978/);
test(ofFilm, 'Boar.S01E02.1080p.mkv', right, /named as an episode/);
test(ofFilm, 'a8f0c2d1e4.mkv', 'Boar.2004.1080p.BluRay.x264-Q', /release is named "Boar"/);
test(ofFilm, 'Downfell.2004.part1.mkv', right, /only part 1/);
test(ofFilm, 'downfell.pt2.mkv', right, /only part 2/);
test(ofFilm, 'Downfell (2004) - CD1.avi', right, /only part 1/);

test('a film that is called a part is whole', t => {
	const own = {...film, title: 'Downfell: Part 2'};
	t.is(whyOtherFilm(own, {video: video('Downfell - Part 2.mkv'), furtherParts: [], releaseTitle: 'Downfell.Part.2.2004.1080p-Q'}), null);
});

test('a release that a person took for another title is that title, unless its file says something else than the release', t => {
	const boar = 'Boar.2004.1080p.BluRay.x264-Q';
	const ask = (file: string) => whyOtherFilm(film, {video: video(file), furtherParts: [], releaseTitle: boar, isTitleChosen: true});
	t.is(ask(`${boar}.mkv`), null);
	t.regex(ask('Harbour.2004.1080p.mkv') ?? '', /named "Harbour"/);
	const imported = (file: string) =>
		assignEpisodes({
			releaseTitle: 'Ferries.at.Night.S01E02.1080p-Q',
			videos: [video(file)],
			series: ferry,
			all,
			grabbed: ['s1e2'],
			isTitleChosen: true,
		}).assigned.length;
	t.is(imported('Ferries.at.Night.S01E02.mkv'), 1);
	t.is(imported('Ferries.at.Night.S01E03.mkv'), 0);
});
