import test from 'ava';
import {renamedFile} from '#shared/domain/backfill/media-file-of.ts';
import {toJudgement} from '#shared/domain/decisions/judged-release.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {patternTexts} from '#shared/domain/quality/custom-formats.ts';
import {buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildCandidate} from '#test/helpers/build-release.ts';
import {fileSubject, type OwnerOfFile, trackWords} from '#workers/library/run-formats.ts';

const movie: OwnerOfFile = {mode: 'movie', episodes: 0, originalLanguage: 'en'};
const tracks = {
	...buildMediaFile().mediaInfo!, // the helper's file has one
	videoCodec: 'x265',
	videoBitDepth: 10,
	dynamicRange: 'DV HDR10',
	audioCodec: 'DTS-HD MA',
	audioChannels: 5.1,
	resolution: '1920x800',
};
const plain = {path: '/films/Paper Harbor (2019)/Paper Harbor (2019).mkv', releaseTitle: 'Paper Harbor (2019)', releaseGroup: null};
const subjectOf = (overrides: Partial<MediaFile>, owner = movie) => fileSubject(buildMediaFile({languages: [], ...overrides}), owner);

test('tracks tell what a name does not', t => {
	t.is(trackWords('Paper Harbor (2019)', tracks), 'x265 10bit DV HDR10 DTS-HD MA 5.1');
	t.is(trackWords('Paper.Harbor.2019.1080p.BluRay.DTS.5.1.x264-KITE', tracks), '10bit DV HDR10');
	t.is(trackWords('Paper.Harbor.2019.2160p.HDR.DDP5.1.Atmos.HEVC.10bit-KITE', tracks), '');
	const unknown = {videoCodec: null, videoBitDepth: null, dynamicRange: null, audioCodec: null, audioChannels: null};
	t.is(trackWords('Paper Harbor (2019)', unknown), '');
});

test('a file that was found on the disk is told by its name and its tracks', t => {
	const {parsed, release, releaseType} = subjectOf({...plain, mediaInfo: tracks, size: 7});
	t.is(patternTexts(parsed).releaseTitle, 'Title (2019) x265 10bit DV HDR10 DTS-HD MA 5.1 1080p');
	t.is(parsed.quality.resolution, 1080);
	t.deepEqual(release, {size: 7, flags: []});
	t.is(releaseType, 'movie');
});

test('a file that was grabbed is what its release was, whatever it is called and holds', t => {
	const releaseTraits = {flags: ['freeleech' as const], releaseType: 'seasonPack' as const, size: 99};
	const {parsed, release, languages, releaseType} = subjectOf(
		{
			path: '/tv/Glass River/S01E02.mkv',
			releaseTitle: 'Glass.River.S01.1080p.WEB-DL.H.264-KITE',
			releaseGroup: 'KITE',
			mediaInfo: tracks,
			languages: ['german'],
			releaseTraits,
		},
		{mode: 'tv', episodes: 1, originalLanguage: 'en'},
	);
	t.is(patternTexts(parsed).releaseTitle, 'Title.S01.1080p.WEB-DL.H.264-KITE');
	t.is(parsed.group, 'KITE');
	t.deepEqual(release, {size: 99, flags: ['freeleech']});
	t.deepEqual(languages, ['german']);
	t.is(releaseType, 'seasonPack');
});

test('group and edition are those that are on record', t => {
	const {parsed} = subjectOf({...plain, releaseGroup: 'KITE', edition: "Director's Cut"});
	t.like(patternTexts(parsed), {releaseGroup: 'KITE', edition: "Director's Cut"});
});

test('the quality that a person gave it counts, and a resolution that was only claimed stays', t => {
	const rip = {path: '/films/Paper Harbor (2019)/a.mkv', releaseTitle: 'Harbor rip', mediaInfo: tracks};
	t.like(subjectOf({...rip, quality: 'Remux-1080p'}).parsed.quality, {source: 'bluray', resolution: 1080, modifier: 'remux'});
	const claimed = {...rip, releaseTitle: 'Paper.Harbor.2019.2160p.WEB-DL.H.265-KITE', quality: 'WEBDL-1080p' as const};
	t.like(subjectOf(claimed).parsed.quality, {source: 'webdl', resolution: 1080});
	const releaseTraits = {flags: [], releaseType: 'movie' as const, size: 9};
	t.like(subjectOf({...claimed, releaseTraits}).parsed.quality, {source: 'webdl', resolution: 2160});
});

test('a file of several episodes is one', t => {
	const owner = {mode: 'tv' as const, episodes: 2, originalLanguage: null};
	t.is(subjectOf({releaseTitle: 'Glass River - S01E01-E02'}, owner).releaseType, 'multiEpisode');
	t.is(subjectOf({releaseTitle: 'Glass River - S01E01'}, {...owner, episodes: 1}).releaseType, 'singleEpisode');
});

test('a name that nobody can read still has words', t => {
	t.is(subjectOf({...plain, releaseTitle: null, mediaInfo: null, path: '/films/x/abc.x265.mkv'}).parsed.releaseTitle, 'abc.x265');
});

test('a renamed file keeps what was known of it', t => {
	const old = buildMediaFile({id: 'old', path: '/films/a.mkv', size: 5, formatScore: 30, releaseGroup: 'KITE'});
	const found = buildMediaFile({id: 'new', path: '/films/b.mkv', size: 5, releaseGroup: null});
	t.deepEqual(renamedFile(old, found), {...old, id: 'new', path: '/films/b.mkv'});
	t.is(renamedFile(old, {...found, size: 6}), null);
	t.is(renamedFile(old, {...found, path: old.path}), null);
});

const releases = [
	'Paper.Harbor.2019.1080p.WEB-DL.DDP5.1.H.264-KITE',
	'Paper.Harbor.2019.REPACK.2160p.UHD.BluRay.REMUX.DV.HDR10.HEVC.TrueHD.7.1-LARK',
	'[WREN] Paper Harbor (2019) (BD 1080p Hi10P FLAC) [ABCD1234]',
	'Paper Harbor 2019 Directors Cut German DL 720p BluRay x264-OriOLe',
	'Paper.Harbor.2019.MULTi.VFF.1080p.WEBRip.x264-KITE',
];

for (const title of releases) {
	test(`what ${title} was grabbed with looks to formats as the release does`, t => {
		const candidate = buildCandidate({title, flags: ['internal']});
		const {releaseGroup, edition, languages, releaseTraits} = toJudgement(candidate);
		const file = {releaseTitle: title, releaseGroup, edition, languages, releaseTraits: releaseTraits ?? null};
		const about = subjectOf({path: '/films/Paper Harbor (2019)/renamed.mkv', mediaInfo: tracks, quality: candidate.quality.name, ...file});
		const {parsed, release, releaseType} = about;
		t.deepEqual(patternTexts(parsed), patternTexts(candidate.parsed!)); // these titles can be read
		t.like(parsed, {quality: candidate.parsed?.quality, year: 2019});
		t.deepEqual(about.languages, candidate.languages);
		t.like(release, {size: candidate.release.size, flags: ['internal']});
		t.is(releaseType, 'movie');
	});
}
