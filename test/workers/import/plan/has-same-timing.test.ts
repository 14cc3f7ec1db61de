import test from 'ava';
import {buildMediaFile} from '#test/helpers/world/movie.ts';
import {hasSameTiming} from '#workers/import/plan/followers-of.ts';

const old = buildMediaFile({size: 10, quality: 'WEBDL-720p', releaseGroup: 'KITE'});
const info = (durationSeconds: number, frameRate: number | null = null) => ({
	videoCodec: null,
	audioCodec: null,
	audioChannels: null,
	resolution: null,
	videoBitDepth: null,
	dynamicRange: null,
	audioLanguages: [],
	subtitleLanguages: [],
	durationSeconds,
	frameRate,
	subtitleTracks: [],
});

for (const [what, change, fits] of [
	['the same group and source', {quality: 'WEBDL-1080p', releaseGroup: 'kite'}, true],
	['the same bytes', {size: 10, releaseGroup: null, quality: 'Bluray-1080p'}, true],
	['another group', {quality: 'WEBDL-1080p', releaseGroup: 'LARK'}, false],
	['no group', {quality: 'WEBDL-1080p', releaseGroup: null}, false],
	['another source', {quality: 'Bluray-1080p'}, false],
	['another edition', {quality: 'WEBDL-1080p', edition: 'Extended'}, false],
] as const) {
	test(`subtitles ${fits ? 'fit' : 'do not fit'} a file of ${what}`, t => {
		t.is(hasSameTiming(old, {...old, size: 20, ...change}), fits);
	});
}

test('without a group on either side nothing is known', t => {
	t.false(hasSameTiming({...old, releaseGroup: null}, {...old, size: 20, releaseGroup: null}));
});

test('another length or frame rate speaks against it, an unknown one does not', t => {
	const fits = (one: ReturnType<typeof info> | null, other: ReturnType<typeof info> | null) =>
		hasSameTiming({...old, mediaInfo: one}, {...old, size: 20, mediaInfo: other});
	t.true(fits(info(5400.2, 23.976), info(5400.9, 23.98)));
	t.false(fits(info(5400), info(5405)));
	t.false(fits(info(5400, 23.976), info(5400, 25)));
	t.true(fits(info(5400), null));
});
