import test from 'ava';
import {toCandidate} from '#shared/domain/decisions/candidate.ts';
import {judgementCopy} from '#shared/domain/decisions/copies.ts';
import {decide} from '#shared/domain/decisions/decide.ts';
import {toJudgement} from '#shared/domain/decisions/judged-release.ts';
import {whyNoUpgrade} from '#shared/domain/quality/upgrade.ts';
import {buildCandidate, buildCopy, buildFacts, buildRelease, profileCalled} from '#test/helpers/build-release.ts';

const facts = buildFacts({profile: profileCalled('Any', {cutoffFormatScore: 10_000})});
const copyOf = (candidate: ReturnType<typeof buildCandidate>) => judgementCopy(candidate.release.title, toJudgement(candidate));

test('a release whose formats were given more since the grab is still the release that is there', t => {
	const file = copyOf(buildCandidate({}, {formatScore: 10}));
	const {approved, rejectionDetails} = decide(
		buildCandidate({title: 'Paper Harbor 2019 1080p WEB-DL DDP5 1 H 264-KITE'}, {formatScore: 500}),
		{...facts, files: [file]},
	);
	t.false(approved);
	t.regex(rejectionDetails[0]?.detail ?? '', /very release that is there/);
});

test('what was known at grab decides at import', t => {
	const profile = profileCalled('Any');
	const grab = copyOf(buildCandidate());
	t.is(grab.quality, 'WEBDL-1080p');
	t.is(toJudgement(buildCandidate()).qualityScore, 70);
	t.is(whyNoUpgrade(profile, buildCopy({quality: 'HDTV-720p'}), grab), null);
	t.regex(whyNoUpgrade(profile, buildCopy({quality: 'Bluray-1080p'}), grab) ?? '', /Bluray-1080p is better/);
});

test('a release that nobody can read keeps its title and the quality Unknown', t => {
	const judgement = toJudgement(
		toCandidate(buildRelease({title: '0e895c37245186812cb08aab1529cf8ee389dd05'}), null, {
			media: {kind: 'movie', movie: null},
			formats: {formatIds: [], score: 0},
			matchedTerms: new Set(),
		}),
	);
	t.is(judgement.quality, 'Unknown');
	t.is(judgement.releaseGroup, null);
});
