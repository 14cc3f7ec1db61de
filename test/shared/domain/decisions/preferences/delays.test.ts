import test from 'ava';
import {decide, endDelays, type Judged} from '#shared/domain/decisions/decide.ts';
import {chooseDelayProfile, type DelayProfile, toDelay} from '#shared/domain/decisions/delay-profile.ts';
import type {Facts} from '#shared/domain/decisions/facts.ts';
import {rank} from '#shared/domain/decisions/rank.ts';
import {untagged} from '#shared/domain/media/tags.ts';
import {buildCandidate, buildCopy, buildFacts, now, profileCalled} from '#test/helpers/build-release.ts';
import {accepts, refuses} from '#test/helpers/decides.ts';

const {settings} = buildFacts();
const minutesAgo = (minutes: number) => new Date(Number(now) - minutes * 60_000);
const profile: DelayProfile = {
	id: 'delay-1',
	order: 1,
	tags: [],
	preferredProtocol: 'any',
	enableTorrent: true,
	enableUsenet: true,
	torrentDelayMinutes: 60,
	usenetDelayMinutes: 120,
	bypassIfHighestQuality: false,
	bypassIfAboveFormatScore: false,
	minimumFormatScore: 0,
};
const waiting = (changes: Partial<DelayProfile> = {}, preferredProtocol: Facts['settings']['preferredProtocol'] = null) => ({
	settings: {...settings, delay: toDelay({...profile, ...changes}), preferredProtocol},
});
const young = {publishDate: minutesAgo(10)};

test('a young release waits', refuses, {
	release: young,
	facts: waiting(),
	detail: /Waits 50 more of the 60 minutes that torrent releases are delayed/,
	temporary: true,
});
test('a protocol that the profile leaves out is not taken, for a person neither', refuses, {
	release: {publishDate: minutesAgo(700)},
	facts: {...waiting({enableTorrent: false}), byPerson: true, searched: true},
	detail: /takes no torrent releases/,
});
test('a release without a date in a feed waits from now on', refuses, {
	release: {publishDate: null},
	facts: {...waiting(), searched: false},
	detail: /Waits 60 more of the 60 minutes/,
	temporary: true,
});
test('it waits no longer than since it was found', accepts, {
	release: {publishDate: null},
	facts: {...waiting(), searched: false, waitingSince: minutesAgo(61)},
});
test('one without a date that was searched for is no new one', accepts, {
	release: {publishDate: null},
	facts: {...waiting(), searched: true},
});
test('a date of the future, of a site with another time zone, does not make it wait longer', refuses, {
	release: {publishDate: minutesAgo(-120)},
	facts: {...waiting(), searched: false},
	detail: /Waits 60 more of the 60 minutes/,
	temporary: true,
});
test('such a release has waited since it was found', accepts, {
	release: {publishDate: minutesAgo(-120)},
	facts: {...waiting(), searched: false, waitingSince: minutesAgo(61)},
});
test('a post of the future is old enough once it was known for so long', accepts, {
	release: {publishDate: minutesAgo(-120), protocol: 'usenet'},
	facts: {settings: {...settings, minimumAgeMinutes: 30}, searched: false, waitingSince: minutesAgo(31)},
});
test('the other protocol is', accepts, {
	release: {publishDate: minutesAgo(700), protocol: 'usenet'},
	facts: waiting({enableTorrent: false}),
});
test('each protocol has its own delay', refuses, {
	release: {publishDate: minutesAgo(70), protocol: 'usenet'},
	facts: waiting(),
	detail: /Waits 50 more of the 120 minutes that usenet/,
	temporary: true,
});
test('the delay began with the first release of the title', accepts, {
	release: young,
	facts: {...waiting(), firstWaiting: minutesAgo(60)},
});
test('the first release of another protocol began a longer delay, too', refuses, {
	release: {...young, protocol: 'usenet'},
	facts: {...waiting(), firstWaiting: minutesAgo(60)},
	detail: /Waits 60 more of the 120 minutes that usenet/,
	temporary: true,
});

const best = {...young, title: 'Paper.Harbor.2019.1080p.BluRay.REMUX.AVC-KITE'};
test('the highest quality skips the delay where the profile says so', accepts, {
	release: best,
	facts: waiting({bypassIfHighestQuality: true}),
});
test('the highest quality waits where it does not', refuses, {release: best, facts: waiting(), detail: /Waits/, temporary: true});
test('the highest quality of the other protocol waits', refuses, {
	release: best,
	facts: waiting({bypassIfHighestQuality: true}, 'usenet'),
	detail: /Waits/,
	temporary: true,
});
test('a high format score skips the delay', accepts, {
	release: young,
	formatScore: 100,
	facts: waiting({bypassIfAboveFormatScore: true, minimumFormatScore: 100}),
});
test('a lower format score waits', refuses, {
	release: young,
	formatScore: 99,
	facts: waiting({bypassIfAboveFormatScore: true, minimumFormatScore: 100}),
	detail: /Waits/,
	temporary: true,
});
test('a high format score of the other protocol waits', refuses, {
	release: young,
	formatScore: 100,
	facts: waiting({bypassIfAboveFormatScore: true, minimumFormatScore: 100}, 'usenet'),
	detail: /Waits/,
	temporary: true,
});
test('a corrected release of the present file does not wait', accepts, {
	release: {...young, title: 'Paper.Harbor.2019.REPACK.1080p.WEB-DL.H.264-KITE'},
	facts: {...waiting(), files: [buildCopy({quality: 'WEBDL-1080p', group: 'KITE'})]},
});
for (const properRepack of ['doNotUpgrade', 'doNotPrefer'] as const) {
	test(`a corrected release waits like any other with ${properRepack}`, refuses, {
		release: {...young, title: 'Paper.Harbor.2019.REPACK.1080p.WEB-DL.H.264-KITE'},
		formatScore: 50,
		facts: {
			files: [buildCopy({quality: 'WEBDL-1080p', group: 'KITE'})],
			profile: profileCalled('HD-1080p', {cutoffFormatScore: 100}),
			settings: {...waiting().settings, properRepack},
		},
		detail: /Waits/,
		temporary: true,
	});
}
test('what is out of delay and what a person asks for is taken', accepts, {release: young, facts: {...waiting(), byPerson: true}});

test('when the delay of the first is over the best of all is taken', t => {
	const facts = buildFacts(waiting());
	const offers = [
		buildCandidate({guid: 'first', title: 'Paper.Harbor.2019.1080p.HDTV.x264-KITE', publishDate: minutesAgo(61)}),
		buildCandidate({guid: 'best', title: 'Paper.Harbor.2019.1080p.BluRay.x264-KITE', publishDate: minutesAgo(5)}),
		buildCandidate({guid: 'unwanted', title: 'Paper.Harbor.2019.HDCAM-KITE', publishDate: minutesAgo(5)}),
	];
	const decided = endDelays(offers.map(candidate => ({decision: decide(candidate, facts), facts})));
	const ranked = rank(decided, {
		preferredProtocol: null,
		wholeSeason: false,
		sizeLimits: {},
		properRepack: 'prefer',
		preferIndexerFlags: false,
		now,
	});
	t.deepEqual(
		ranked.map(({candidate, approved}) => [candidate.release.guid, approved]),
		[
			['best', true],
			['first', true],
			['unwanted', false],
		],
	);
});

test('a pack for a single episode waits while a release of that episode does', t => {
	const episodes = [1, 2, 3, 4].map(episodeNumber => ({id: `e${episodeNumber}`, seasonNumber: 1, episodeNumber, runtime: 45}));
	const of = (held: typeof episodes) => ({kind: 'series' as const, series: {id: 's', title: 'Glass River'}, episodes: held});
	const asked = {
		profile: profileCalled('Any', {packForEpisodeAllowed: true}),
		wantedEpisodes: new Set(['e1']),
		monitoredEpisodes: new Set(episodes.map(({id}) => id)),
	};
	const judge = (release: Parameters<typeof buildCandidate>[0], held: typeof episodes, facts: Facts) => {
		const candidate = buildCandidate(release, {media: of(held)});
		return {decision: decide(candidate, facts), facts};
	};
	const pack = judge(
		{guid: 'pack', title: 'Glass.River.S01.1080p.BluRay.x264-KITE', publishDate: minutesAgo(1)},
		episodes,
		buildFacts(asked),
	);
	const held = buildFacts({...asked, ...waiting()});
	const single = judge({title: 'Glass.River.S01E01.1080p.WEB-DL-KITE', publishDate: minutesAgo(5)}, episodes.slice(0, 1), held);
	const other = judge({title: 'Glass.River.S01E02.1080p.WEB-DL-KITE', publishDate: minutesAgo(5)}, episodes.slice(1, 2), held);
	const verdicts = (...judged: Judged[]) => endDelays(judged).map(({approved, temporarilyRejected}) => [approved, temporarilyRejected]);
	t.deepEqual(verdicts(pack), [[true, false]]);
	t.deepEqual(verdicts(pack, single), [
		[false, true],
		[false, true],
	]);
	t.deepEqual(verdicts(pack, other)[0], [true, false], 'the other episode is not wanted');
});

test('a release that nobody wants begins no delay, nor does one of another title', t => {
	const facts = buildFacts(waiting());
	const other = {kind: 'movie' as const, movie: {id: 'movie-2', title: 'Glass River', year: 2019, runtime: 100}};
	const offers = [
		buildCandidate({title: 'Paper.Harbor.2019.HDCAM-KITE', publishDate: minutesAgo(600)}),
		buildCandidate({title: 'Glass.River.2019.1080p.WEB-DL-KITE', publishDate: minutesAgo(600)}, {media: other}),
		buildCandidate({publishDate: minutesAgo(5)}),
	];
	const decided = endDelays(offers.map(candidate => ({decision: decide(candidate, facts), facts})));
	t.deepEqual(
		decided.map(({approved}) => approved),
		[false, true, false],
	);
});

test('the delay profile of a library comes before the default, the lowest order first', t => {
	const films = {id: 'library-1', name: 'Films'};
	const profiles = [
		{...profile, id: 'default', order: 0},
		{...profile, id: 'second', order: 3, tags: ['films']},
		{...profile, id: 'first', order: 2, tags: ['Anime', 'library-1']},
		{...profile, id: 'other', order: 1, tags: ['Anime']},
	];
	t.is(chooseDelayProfile(profiles, {library: films, labels: []})?.id, 'first');
	t.is(chooseDelayProfile(profiles, {library: {id: 'library-2', name: 'Shows'}, labels: []})?.id, 'default');
	t.is(chooseDelayProfile(profiles, {library: null, labels: ['anime']})?.id, 'other');
	t.is(chooseDelayProfile(profiles, untagged)?.id, 'default');
	t.is(chooseDelayProfile([], untagged), null);
});

test('the protocol that a delay profile prefers ranks higher', t => {
	const torrent = decide(buildCandidate({guid: 't', indexerPriority: 1}), buildFacts(waiting({}, 'usenet')));
	const usenet = decide(buildCandidate({guid: 'u', protocol: 'usenet'}), buildFacts(waiting({}, 'usenet')));
	const [winner] = rank([torrent, usenet], {
		preferredProtocol: null,
		wholeSeason: false,
		sizeLimits: {},
		properRepack: 'prefer',
		preferIndexerFlags: false,
		now,
	});
	t.is(winner?.candidate.release.guid, 'u');
});
