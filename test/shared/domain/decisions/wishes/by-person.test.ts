import test from 'ava';
import {decide} from '#shared/domain/decisions/decide.ts';
import {buildCandidate, buildFacts, now} from '#test/helpers/build-release.ts';

const {settings} = buildFacts();
const held = {
	availableFrom: new Date('2026-05-01T00:00:00Z'),
	settings: {...settings, delay: {minutes: {torrent: 60, usenet: 0, stream: 0}, bypassIfTopQuality: false}},
};

test("a person's search lifts delay and availability, and tells both", t => {
	const {approved, temporarilyRejected, rejectionDetails, wouldHaveWaited} = decide(
		buildCandidate({publishDate: now}),
		buildFacts({...held, byPerson: true}),
	);
	t.true(approved);
	t.false(temporarilyRejected);
	t.deepEqual(rejectionDetails, []);
	t.deepEqual(wouldHaveWaited, [
		'Not yet available: expected 2026-05-01',
		'Waits 60 more of the 60 minutes that torrent releases are delayed',
	]);
});

test('without a person it waits', t => {
	const {approved, temporarilyRejected, wouldHaveWaited} = decide(buildCandidate({publishDate: now}), buildFacts(held));
	t.deepEqual([approved, temporarilyRejected, wouldHaveWaited], [false, true, []]);
});

test('a person is told all else as anybody is', t => {
	const {approved, rejectionDetails} = decide(buildCandidate({publishDate: now, seeders: 0}), buildFacts({...held, byPerson: true}));
	t.false(approved);
	t.regex(rejectionDetails[0]?.detail ?? '', /0 seeders/);
	t.is(rejectionDetails.length, 1);
});
