import test from 'ava';
import type {MappedMedia} from '#shared/domain/decisions/candidate.ts';
import {defaultSizeLimits} from '#shared/domain/quality/size-limits.ts';
import {buildFacts, profileCalled} from '#test/helpers/build-release.ts';
import {accepts, refuses} from '#test/helpers/decides.ts';

const megabyte = 1024 ** 2;
const withLimits = (sizeLimits = {}) => ({profile: profileCalled('Any'), settings: {...buildFacts().settings, sizeLimits}});
const narrow = withLimits({'WEBDL-1080p': {minimum: 10, preferred: 20, maximum: 30}});
const usual = withLimits(defaultSizeLimits);

const film = (runtime: number | null): MappedMedia => ({kind: 'movie', movie: {id: 'm', title: 'Paper Harbor', year: 2019, runtime}});
function episodes(...runtimes: (number | null)[]): MappedMedia {
	const held = runtimes.map((runtime, index) => ({id: `e${index}`, seasonNumber: 1, episodeNumber: index + 1, runtime}));
	return {kind: 'series', series: {id: 's', title: 'Glass River'}, episodes: held};
}
const title = 'Glass.River.S01E01.1080p.WEB-DL.H.264-KITE';
const season = 'Glass.River.S01.1080p.WEB-DL.H.264-KITE';

const scoped = withLimits({
	'WEBDL-1080p': {minimum: 10, preferred: 20, maximum: 30},
	own: {movies: {'WEBDL-1080p': {minimum: 0, preferred: null, maximum: null}}, tv: {}},
});
test('limits of movies only hold for movies', accepts, {release: {size: megabyte}, media: film(110), facts: scoped});
test('limits of movies only do not hold for series', refuses, {
	release: {title, size: megabyte},
	media: episodes(45),
	facts: scoped,
	detail: /1 MB is below the 450 MB/,
});
test('a film whose running time nobody knows counts as 110 minutes: the least', refuses, {
	release: {size: 1099 * megabyte},
	media: film(null),
	facts: narrow,
	detail: /1099 MB is below the 1100 MB that 110 minutes/,
});
test('a running time of 0 is none', accepts, {release: {size: 1100 * megabyte}, media: film(0), facts: narrow});
test('a film whose running time nobody knows counts as 110 minutes: the most', refuses, {
	release: {size: 3301 * megabyte},
	media: film(null),
	facts: narrow,
	detail: /above the 3300 MB allowed for 110 minutes/,
});
test('an episode whose running time nobody knows counts as 45 minutes', refuses, {
	release: {title, size: 449 * megabyte},
	media: episodes(null),
	facts: narrow,
	detail: /below the 450 MB that 45 minutes/,
});
test('a pack is as long as its episodes, the unknown ones counted as usual', refuses, {
	release: {title: season, size: 1049 * megabyte},
	media: episodes(30, 30, null),
	facts: narrow,
	detail: /below the 1050 MB that 105 minutes/,
});

test('a special is as large as it likes', accepts, {
	release: {title: 'Glass.River.S00E03.1080p.WEB-DL.H.264-KITE', size: 40_000 * megabyte},
	media: {kind: 'series', series: {id: 's', title: 'Glass River'}, episodes: [{id: 'e', seasonNumber: 0, episodeNumber: 3, runtime: 5}]},
	facts: narrow,
});

test('by default a 1080p episode from the web may have 4 to 130 megabytes a minute', accepts, {
	release: {title, size: 130 * 45 * megabyte},
	media: episodes(45),
	facts: usual,
});
test('by default more is refused', refuses, {
	release: {title, size: 131 * 45 * megabyte},
	media: episodes(45),
	facts: usual,
	detail: /above the 5850 MB/,
});
test('by default less is refused', refuses, {
	release: {title, size: 179 * megabyte},
	media: episodes(45),
	facts: usual,
	detail: /below the 180 MB/,
});
test('by default a Blu-ray encode of 1080p has no upper limit', accepts, {
	release: {title: 'Paper.Harbor.2019.1080p.BluRay.x264-KITE', size: 40_000 * megabyte},
	media: film(100),
	facts: usual,
});
