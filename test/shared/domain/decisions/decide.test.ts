import test from 'ava';
import type {MappedMedia} from '#shared/domain/decisions/candidate.ts';
import {decide} from '#shared/domain/decisions/decide.ts';
import {type Facts, toBlocklist} from '#shared/domain/decisions/facts.ts';
import {
	buildCandidate,
	buildCopy,
	buildFacts,
	buildRelease,
	gigabyte,
	mappedMovie,
	now,
	profileCalled,
} from '#test/helpers/build-release.ts';

const settings = buildFacts().settings;
const megabyte = 1024 ** 2;

interface Case {
	release?: Parameters<typeof buildRelease>[0];
	media?: MappedMedia;
	formatScore?: number;
	facts?: Partial<Facts>;
	reason?: string;
	detail: RegExp;
	temporary?: boolean;
}

const refuses = test.macro<[Case]>((t, {release, facts, reason = 'Release rejected', detail, temporary = false, ...wishes}) => {
	const decision = decide(buildCandidate(release, wishes), buildFacts(facts));
	t.false(decision.approved);
	t.deepEqual<string[], string[]>(decision.rejections, [reason]);
	t.is(decision.rejectionDetails.length, 1);
	t.regex(decision.rejectionDetails[0]?.detail ?? '', detail);
	t.is(decision.temporarilyRejected, temporary);
});

const accepts = test.macro<[Omit<Case, 'detail'>]>((t, {release, facts, ...wishes}) => {
	t.deepEqual(decide(buildCandidate(release, wishes), buildFacts(facts)).rejectionDetails, []);
});

const episode = {id: 'e', seasonNumber: 1, episodeNumber: 2, runtime: 45};
const mappedSeries: MappedMedia = {kind: 'series', series: {id: 's', title: 'Glass River'}, episodes: [episode]};
const episodeTitle = 'Glass.River.S01E02.1080p.WEB-DL.H.264-KITE';

test('a wanted movie release is approved', accepts, {});
test('a wanted episode release is approved', accepts, {release: {title: episodeTitle}, media: mappedSeries});

test('a movie that is not in the library is unknown', refuses, {
	media: {kind: 'movie', movie: null},
	reason: 'Unknown movie',
	detail: /No movie .* "Paper Harbor" \(2019\)/,
});
test('a series that is not in the library is unknown', refuses, {
	release: {title: episodeTitle},
	media: {...mappedSeries, series: null, episodes: []},
	reason: 'Unknown series',
	detail: /"Glass River"/,
});
test('an episode that the series does not have is unknown', refuses, {
	release: {title: episodeTitle},
	media: {...mappedSeries, episodes: []},
	reason: 'Unknown episode',
	detail: /season 1 episode 2/,
});
test('a box of several seasons is refused', refuses, {
	release: {title: 'Glass.River.S01-S03.1080p.BluRay.x264-KITE'},
	media: mappedSeries,
	detail: /several seasons/,
});

test('a quality outside the profile is refused', refuses, {
	release: {title: 'Paper.Harbor.2019.720p.BluRay.x264-KITE'},
	detail: /Bluray-720p is not wanted by profile HD-1080p/,
});
test('a disc image is refused as such', refuses, {
	release: {title: 'Paper.Harbor.2019.COMPLETE.BLURAY-KITE'},
	facts: {profile: profileCalled('Ultra-HD')},
	detail: /A disc image is not wanted/,
});
test('a worse copy than the present file is refused', refuses, {
	facts: {files: [buildCopy({quality: 'Bluray-1080p'})]},
	detail: /Not an upgrade: the present Bluray-1080p is better than WEBDL-1080p/,
});
test('a better copy than the present file is approved', accepts, {facts: {files: [buildCopy()]}});
test('a pack must better every file', refuses, {
	facts: {files: [buildCopy(), buildCopy({quality: 'Remux-1080p'})]},
	detail: /Remux-1080p is better/,
});
test('what is on its way already in equal quality is not fetched twice', refuses, {
	facts: {queue: [buildCopy({quality: 'WEBDL-1080p'})]},
	detail: /Already in the queue: WEBDL-1080p with format score 0 is no better/,
});

test('a release too small for the running time is refused', refuses, {
	release: {size: 250 * megabyte},
	facts: {settings: {...settings, sizeLimits: {'WEBDL-1080p': {minimum: 3, preferred: null, maximum: null}}}},
	detail: /250 MB is below the 300 MB that 100 minutes/,
});
test('a release too large for the running time is refused', refuses, {
	facts: {settings: {...settings, sizeLimits: {'WEBDL-1080p': {minimum: 3, preferred: null, maximum: 50}}}},
	detail: /6144 MB is above the 5000 MB allowed/,
});
test('a size that nobody tells proves nothing', accepts, {
	release: {size: 0},
	facts: {settings: {...settings, sizeLimits: {'WEBDL-1080p': {minimum: 3, preferred: null, maximum: 50}}}},
});

test('too few seeders are refused', refuses, {release: {seeders: 0}, detail: /0 seeders, at least 1/});
test('an indexer may ask for seeders of its own', refuses, {
	facts: {settings: {...settings, minimumSeedersOf: {'indexer-1': 50}}},
	detail: /20 seeders, at least 50/,
});
test('seeders that a tracker does not tell are believed', accepts, {release: {seeders: null}});
test('seeders mean nothing for Usenet', accepts, {release: {protocol: 'usenet', seeders: 0}});

const old = new Date('2020-03-01T12:00:00Z');
const retention = {settings: {...settings, retentionDays: 1000}};
test('Usenet articles beyond retention are refused', refuses, {
	release: {protocol: 'usenet', publishDate: old},
	facts: retention,
	detail: /2191 days old, retention is 1000 days/,
});
test('an old torrent with seeders is as good as a new one', accepts, {release: {publishDate: old}, facts: retention});

test('a language that the profile does not want is refused', refuses, {
	release: {title: 'Paper.Harbor.2019.GERMAN.1080p.WEB-DL.H.264-KITE'},
	facts: {profile: profileCalled('HD-1080p', {language: 'original'})},
	detail: /Language german, profile HD-1080p wants english/,
});
test('a title that names no language is in the original one', accepts, {
	facts: {profile: profileCalled('HD-1080p', {language: 'fr'}), originalLanguage: 'fr'},
});

test('a format score below the minimum is refused by its own name', refuses, {
	formatScore: -5,
	reason: 'Custom format cut-off unmet',
	detail: /Format score -5 is below the minimum 0/,
});

test('a blocked guid is refused', refuses, {
	facts: {blocklist: toBlocklist([{guid: 'guid-1', infoHash: null, title: 'x', indexerId: null, size: null}])},
	reason: 'Release is blacklisted',
	detail: /by its guid/,
});
test('a blocked info hash is refused in any letter case', refuses, {
	release: {infoHash: 'ab'.repeat(20)},
	facts: {blocklist: toBlocklist([{guid: null, infoHash: 'AB'.repeat(20), title: 'x', indexerId: null, size: null}])},
	reason: 'Release is blacklisted',
	detail: /by its info hash/,
});
test('a blocked title of the same indexer and size is refused, however it is spaced', refuses, {
	facts: {
		blocklist: toBlocklist([
			{guid: null, infoHash: null, title: 'paper harbor 2019 1080p web-dl ddp5 1 h 264-kite', indexerId: 'indexer-1', size: 6 * gigabyte},
		]),
	},
	reason: 'Release is blacklisted',
	detail: /title, indexer and size/,
});
test('the same title with another size is another release', accepts, {
	facts: {blocklist: toBlocklist([{guid: null, infoHash: null, title: buildRelease().title, indexerId: 'indexer-1', size: 5}])},
});

test('a sample is refused', refuses, {
	release: {title: 'Paper.Harbor.2019.1080p.WEB-DL.SAMPLE-KITE', size: 40 * megabyte},
	detail: /sample of 40 MB/,
});
test('a program among the files is refused', refuses, {
	release: {files: ['Paper Harbor.mkv', 'Codec Setup.EXE']},
	detail: /Codec Setup\.EXE/,
});
test('a title that ends in a program is refused', refuses, {
	release: {title: 'Paper.Harbor.2019.1080p.WEB-DL.scr'},
	detail: /Holds a program/,
});

test('a movie that is not out yet has to wait', refuses, {
	facts: {availableFrom: new Date('2026-05-01T00:00:00Z')},
	detail: /Not yet available: expected 2026-05-01/,
	temporary: true,
});
test('a movie whose date nobody knows has to wait', refuses, {
	facts: {availableFrom: 'never'},
	detail: /no date is known/,
	temporary: true,
});
test('a movie that is out is approved', accepts, {facts: {availableFrom: now}});

const delay = {minutes: {torrent: 0, usenet: 120, stream: 0}, bypassIfTopQuality: true};
const young = {protocol: 'usenet' as const, publishDate: new Date('2026-03-01T11:30:00Z')};
test('a delayed protocol has to wait', refuses, {
	release: young,
	facts: {settings: {...settings, delay}},
	detail: /Waits 90 more of the 120 minutes that usenet/,
	temporary: true,
});
test('the best quality of the profile does not wait', accepts, {
	release: {...young, title: 'Paper.Harbor.2019.1080p.BluRay.REMUX.AVC-KITE'},
	facts: {settings: {...settings, delay}},
});
test('a protocol that is not preferred waits even in the best quality', refuses, {
	release: {...young, title: 'Paper.Harbor.2019.1080p.BluRay.REMUX.AVC-KITE'},
	facts: {settings: {...settings, delay, preferredProtocol: 'torrent'}},
	detail: /Waits 90/,
	temporary: true,
});

test('all rules run and every reason is told once', t => {
	const candidate = buildCandidate({title: 'Paper.Harbor.2019.480p.WEB-DL-KITE', seeders: 0}, {media: mappedMovie, formatScore: -1});
	const {rejections, rejectionDetails, temporarilyRejected} = decide(candidate, buildFacts({availableFrom: 'never'}));
	t.deepEqual<string[], string[]>(rejections, ['Release rejected', 'Custom format cut-off unmet']);
	t.is(rejectionDetails.length, 4);
	t.false(temporarilyRejected);
});

test('half an episode is refused', refuses, {
	release: {title: 'Glass.River.S01E02a.1080p.WEB-DL.H.264-KITE'},
	media: mappedSeries,
	detail: /part of an episode/,
});
