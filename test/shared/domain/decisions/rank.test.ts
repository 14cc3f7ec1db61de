import test from 'ava';
import fc from 'fast-check';
import {type Decision, decide} from '#shared/domain/decisions/decide.ts';
import {type RankingPreferences, rank} from '#shared/domain/decisions/rank.ts';
import {buildCandidate, buildFacts, gigabyte, now, profileCalled} from '#test/helpers/build-release.ts';

const preferences: RankingPreferences = {
	preferredProtocol: null,
	wholeSeason: false,
	sizeLimits: {},
	properRepack: 'prefer',
	preferIndexerFlags: false,
	now,
};
const facts = buildFacts({profile: profileCalled('Any')});

type Release = Parameters<typeof buildCandidate>[0];
type Media = NonNullable<Parameters<typeof buildCandidate>[1]>;

const decided = (release: Release, media: Media = {}) => decide(buildCandidate(release, media), facts);

function winner(a: Decision, b: Decision, wanted: Partial<RankingPreferences> = {}): string | undefined {
	const forth = rank([a, b], {...preferences, ...wanted});
	const back = rank([b, a], {...preferences, ...wanted});
	return forth[0] === back[0] ? forth[0]?.candidate.release.guid : undefined;
}

const web = 'Paper.Harbor.2019.1080p.WEB-DL.H.264-KITE';
const a = (release: Release, media: Media = {}) => decided({guid: 'a', title: web, ...release}, media);
const b = (release: Release, media: Media = {}) => decided({guid: 'b', title: web, ...release}, media);

test('what is approved comes before what is refused', t => {
	t.is(winner(a({title: 'Paper.Harbor.2019.1080p.BluRay.x264-KITE', seeders: 0}), b({})), 'b');
});
test('quality comes before format score', t => {
	t.is(winner(a({title: 'Paper.Harbor.2019.1080p.BluRay.x264-KITE'}), b({}, {formatScore: 900})), 'a');
});
test('qualities of one group are equal, so the format score decides', t => {
	t.is(winner(a({}), b({title: 'Paper.Harbor.2019.1080p.WEBRip.x264-KITE'}, {formatScore: 1})), 'b');
});
test('within a group and all else equal the better quality wins', t => {
	t.is(winner(b({}), a({title: 'Paper.Harbor.2019.1080p.WEBRip.x264-KITE'})), 'b');
});
test('format score comes before revision', t => {
	t.is(winner(a({}, {formatScore: 5}), b({title: 'Paper.Harbor.2019.PROPER.1080p.WEB-DL.H.264-KITE'})), 'a');
});
test('a proper comes before the first release', t => {
	t.is(winner(a({}), b({title: 'Paper.Harbor.2019.PROPER.1080p.WEB-DL.H.264-KITE'})), 'b');
});
test('the preferred protocol comes before the indexer priority', t => {
	t.is(winner(a({indexerPriority: 1}), b({protocol: 'usenet'}), {preferredProtocol: 'usenet'}), 'b');
});
test('the better indexer comes before seeders', t => {
	t.is(winner(a({indexerPriority: 1}), b({seeders: 5000})), 'a');
});
test('many more seeders win, a few more do not', t => {
	t.is(winner(a({seeders: 10}), b({seeders: 900})), 'b');
	t.is(winner(a({seeders: 900, size: 9 * gigabyte}), b({seeders: 1000})), 'a');
});
test('the size nearest the preferred one wins', t => {
	const sizeLimits = {'WEBDL-1080p': {minimum: 0, preferred: 60, maximum: null}};
	t.is(winner(a({size: 6 * gigabyte}), b({size: 20 * gigabyte}), {sizeLimits}), 'a');
	t.is(winner(a({size: 6 * gigabyte}), b({size: 20 * gigabyte})), 'b');
});
test('a pack wins when the whole season is wanted, else the single episode', t => {
	const episode = (episodeNumber: number) => ({id: `e${episodeNumber}`, seasonNumber: 1, episodeNumber, runtime: 45});
	const series = {kind: 'series' as const, series: {id: 's', title: 'Glass River'}};
	const single = a({title: 'Glass.River.S01E01.1080p.WEB-DL.H.264-KITE'}, {media: {...series, episodes: [episode(1)]}});
	const pack = b({title: 'Glass.River.S01.1080p.WEB-DL.H.264-KITE'}, {media: {...series, episodes: [episode(1), episode(2)]}});
	t.is(winner(single, pack, {wholeSeason: true}), 'b');
	t.is(winner(single, pack), 'a');
});
test('how much a release holds comes before the indexer that offers it', t => {
	const episode = (episodeNumber: number) => ({id: `e${episodeNumber}`, seasonNumber: 1, episodeNumber, runtime: 45});
	const series = {kind: 'series' as const, series: {id: 's', title: 'Glass River'}};
	const single = (indexerPriority: number) =>
		a({title: 'Glass.River.S01E01.1080p.WEB-DL.H.264-KITE', indexerPriority}, {media: {...series, episodes: [episode(1)]}});
	const pack = (indexerPriority: number) =>
		b({title: 'Glass.River.S01.1080p.WEB-DL.H.264-KITE', indexerPriority}, {media: {...series, episodes: [episode(1), episode(2)]}});
	t.is(winner(single(1), pack(25), {wholeSeason: true}), 'b');
	t.is(winner(single(25), pack(1)), 'a');
});

test('a nuked release comes after an equal sound one, and before a worse one', t => {
	t.is(winner(a({flags: ['nuked'], seeders: 5000, indexerPriority: 1}), b({})), 'b');
	t.is(winner(a({title: 'Paper.Harbor.2019.NUKED.1080p.WEB-DL.H.264-KITE', seeders: 5000}), b({})), 'b');
	t.is(winner(a({flags: ['nuked']}), b({title: 'Paper.Harbor.2019.1080p.HDTV.x264-KITE'})), 'a');
	t.is(winner(a({flags: ['nuked']}, {formatScore: 1}), b({})), 'a');
});
test('a pack for a single episode comes after everything else that is approved', t => {
	const episodes = [1, 2, 3, 4].map(episodeNumber => ({id: `e${episodeNumber}`, seasonNumber: 1, episodeNumber, runtime: 45}));
	const series = {kind: 'series' as const, series: {id: 's', title: 'Glass River'}};
	const asked = {...facts, profile: profileCalled('Any', {packForEpisodeAllowed: true}), wantedEpisodes: new Set(['e1'])};
	const monitoredEpisodes = new Set(episodes.map(({id}) => id));
	const of = (guid: string, title: string, held: typeof episodes) =>
		decide(buildCandidate({guid, title}, {media: {...series, episodes: held}}), {...asked, monitoredEpisodes});
	const single = of('a', 'Glass.River.S01E01.720p.HDTV.x264-KITE', episodes.slice(0, 1));
	const pack = of('b', 'Glass.River.S01.1080p.BluRay.x264-KITE', episodes);
	t.deepEqual([single.approved, pack.approved], [true, true]);
	t.is(winner(single, pack), 'a');
	t.is(winner(of('a', 'Glass.River.S01E01.1080p.BluRay.x264.exe', episodes.slice(0, 1)), pack), 'b');
});
test('flags of the indexer decide only where they are preferred, between releases that are equal', t => {
	const preferIndexerFlags = true;
	t.is(winner(a({flags: ['freeleech']}), b({seeders: 900}), {preferIndexerFlags}), 'a');
	t.is(winner(a({flags: ['freeleech']}), b({seeders: 900})), 'b');
	t.is(winner(a({flags: ['halfleech']}), b({flags: ['freeleech']}), {preferIndexerFlags}), 'b');
	t.is(winner(a({flags: ['freeleech']}), b({title: 'Paper.Harbor.2019.1080p.BluRay.x264-KITE'}), {preferIndexerFlags}), 'b');
	t.is(winner(a({flags: ['freeleech']}), b({indexerPriority: 1}), {preferIndexerFlags}), 'b');
	t.is(winner(a({flags: ['scene', 'subtitles']}), b({seeders: 900}), {preferIndexerFlags}), 'b');
});

test('when every figure is equal the guid decides', t => t.is(winner(b({}), a({})), 'a'));

const release = fc.record({
	guid: fc.string({minLength: 1, maxLength: 3}),
	title: fc.constantFrom(
		web,
		'Paper.Harbor.2019.PROPER.1080p.WEBRip-LARK',
		'Paper.Harbor.2019.2160p.BluRay.REMUX-KITE',
		'unreadable',
		'Paper.Harbor.2019.CAM-X',
	),
	size: fc.integer({min: 0, max: 90 * gigabyte}),
	protocol: fc.constantFrom('torrent' as const, 'usenet' as const, 'stream' as const),
	seeders: fc.option(fc.integer({min: 0, max: 100_000})),
	indexerPriority: fc.integer({min: 1, max: 50}),
	indexerId: fc.constantFrom('one', 'two'),
	publishDate: fc.date({min: new Date('2000-01-01'), max: new Date('2027-01-01'), noInvalidDate: false}),
});

test('the order is total: it does not depend on the order in which releases came', t => {
	t.notThrows(() =>
		fc.assert(
			fc.property(
				fc.uniqueArray(release, {maxLength: 12, selector: ({guid, indexerId}) => `${guid}\n${indexerId}`}),
				fc.array(fc.nat(), {maxLength: 12}),
				(releases, keys) => {
					const decisions = releases.map(found => decided(found, {formatScore: found.size % 3}));
					const shuffled = decisions.map((decision, index) => ({decision, key: keys[index] ?? 0})).sort((x, y) => x.key - y.key);
					const expected = rank(decisions, {...preferences, preferredProtocol: 'usenet'});
					const actual = rank(
						shuffled.map(({decision}) => decision),
						{...preferences, preferredProtocol: 'usenet'},
					);
					return expected.length === actual.length && expected.every((decision, index) => decision === actual[index]);
				},
			),
			{numRuns: 300},
		),
	);
});

test('whatever is first beats all others one by one', t => {
	t.notThrows(() =>
		fc.assert(
			fc.property(fc.uniqueArray(release, {minLength: 2, maxLength: 8, selector: ({guid}) => guid}), releases => {
				const decisions = rank(
					releases.map(found => decided(found)),
					preferences,
				);
				return decisions.every((better, index) =>
					decisions.slice(index + 1).every(worse => rank([worse, better], preferences)[0] === better),
				);
			}),
			{numRuns: 200},
		),
	);
});
