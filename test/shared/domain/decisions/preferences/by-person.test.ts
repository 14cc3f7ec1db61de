import test from 'ava';
import {decide} from '#shared/domain/decisions/decide.ts';
import {buildCandidate, buildFacts, noDelay, now} from '#test/helpers/build-release.ts';
import {accepts, refuses} from '#test/helpers/decides.ts';

const {settings} = buildFacts();
const held = {
	availableFrom: new Date('2026-05-01T00:00:00Z'),
	settings: {...settings, delay: {...noDelay, minutes: {torrent: 60, usenet: 0, stream: 0}, bypassIfTopQuality: false}},
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

const season = {
	release: {title: 'Salt.Road.S02.1080p.WEB-DL.H.264-KITE'},
	media: {
		kind: 'series' as const,
		series: {id: 'series-1', title: 'Salt Road'},
		episodes: [1, 2, 3].map(episodeNumber => ({id: `s2e${episodeNumber}`, seasonNumber: 2, episodeNumber, runtime: 45})),
	},
};
const unfinished = /A whole season of which not all episodes have aired/;

test('a season that has not all aired is no season, for a person neither', refuses, {
	...season,
	facts: {availableFrom: new Date('2026-05-01T00:00:00Z'), byPerson: true, searched: true},
	detail: unfinished,
});
test('nor is one with an episode whose day nobody knows', refuses, {
	...season,
	facts: {availableFrom: 'never', byPerson: true, searched: true},
	detail: unfinished,
});
for (const byPerson of [false, true]) {
	test(`a season whose last episode airs within a day waits, ${byPerson ? 'for a person too' : 'if nobody asked'}`, refuses, {
		...season,
		facts: {airedFrom: new Date(Number(now) + 20 * 3_600_000), byPerson, searched: byPerson},
		detail: /A whole season whose last episode airs on 2026-03-02/,
		temporary: true,
	});
}
test('so does one that may not be grabbed before it airs', refuses, {
	...season,
	facts: {availableFrom: new Date(Number(now) + 86_400_000), byPerson: true},
	detail: /airs on 2026-03-02/,
	temporary: true,
});
test('one that airs after more than a day does not wait', refuses, {
	...season,
	facts: {availableFrom: now, airedFrom: new Date(Number(now) + 86_400_001)},
	detail: unfinished,
});
test('a season that has aired is taken', accepts, {...season, facts: {availableFrom: now}});
test('a season that has not all aired waits for nothing', t => {
	const {approved, temporarilyRejected} = decide(
		buildCandidate(season.release, {media: season.media}),
		buildFacts({availableFrom: new Date('2026-03-05T00:00:00Z')}),
	);
	t.deepEqual([approved, temporarilyRejected], [false, false]);
});
