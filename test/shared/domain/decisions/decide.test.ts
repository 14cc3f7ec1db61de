import test from 'ava';
import type {MappedMedia} from '#shared/domain/decisions/candidate.ts';
import {decide} from '#shared/domain/decisions/decide.ts';
import {buildCandidate, buildCopy, buildFacts, buildProfile, mappedMovie, profileCalled} from '#test/helpers/build-release.ts';
import {accepts, refuses} from '#test/helpers/decides.ts';

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
test('a disc image is refused where unknown qualities are taken, too', refuses, {
	release: {title: 'Paper.Harbor.2019.COMPLETE.BLURAY-KITE'},
	facts: {profile: buildProfile({items: [{quality: 'Unknown', allowed: true}]})},
	detail: /A disc image is not wanted/,
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

test('half an episode is refused', refuses, {
	release: {title: 'Glass.River.S01E02a.1080p.WEB-DL.H.264-KITE'},
	media: mappedSeries,
	detail: /part of an episode/,
});

test('all rules run and every reason is reported once', t => {
	const candidate = buildCandidate({title: 'Paper.Harbor.2019.480p.WEB-DL-KITE', seeders: 0}, {media: mappedMovie, formatScore: -1});
	const {rejections, rejectionDetails, temporarilyRejected} = decide(candidate, buildFacts({availableFrom: 'never'}));
	t.deepEqual<string[], string[]>(rejections, ['Release rejected', 'Custom format cut-off unmet']);
	t.is(rejectionDetails.length, 4);
	t.false(temporarilyRejected);
});
