import test from 'ava';
import {toCandidate} from '#shared/domain/decisions/candidate.ts';
import {decide} from '#shared/domain/decisions/decide.ts';
import {freeze, whyNotImport} from '#shared/domain/decisions/frozen-grab.ts';
import {buildCandidate, buildCopy, buildFacts, buildRelease, profileCalled} from '#test/helpers/build-release.ts';

const facts = buildFacts({profile: profileCalled('Any', {cutoffFormatScore: 10_000})});

test('a release whose formats were given more since the grab is still the release that is there', t => {
	const file = freeze(buildCandidate({}, {formatScore: 10}));
	const {approved, rejectionDetails} = decide(
		buildCandidate({title: 'Paper Harbor 2019 1080p WEB-DL DDP5 1 H 264-KITE'}, {formatScore: 500}),
		{...facts, files: [file]},
	);
	t.false(approved);
	t.regex(rejectionDetails[0]?.detail ?? '', /very release that is there/);
});

test('what was frozen at grab decides at import', t => {
	const profile = profileCalled('Any');
	const grab = freeze(buildCandidate());
	t.is(grab.quality, 'WEBDL-1080p');
	t.is(grab.qualityScore, 70);
	t.is(whyNotImport(grab, [buildCopy({quality: 'HDTV-720p'})], profile), null);
	t.regex(
		whyNotImport(grab, [buildCopy({quality: 'HDTV-720p'}), buildCopy({quality: 'Bluray-1080p'})], profile) ?? '',
		/Bluray-1080p is better/,
	);
});

test('a release that nobody can read keeps its title and the quality Unknown', t => {
	const grab = freeze(
		toCandidate(buildRelease({title: '0e895c37245186812cb08aab1529cf8ee389dd05'}), null, {
			media: {kind: 'movie', movie: null},
			formats: {formatIds: [], score: 0},
		}),
	);
	t.is(grab.quality, 'Unknown');
	t.is(grab.group, null);
});
