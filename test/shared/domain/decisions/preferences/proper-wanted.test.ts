import test from 'ava';
import {decide} from '#shared/domain/decisions/decide.ts';
import {rank} from '#shared/domain/decisions/rank.ts';
import {buildCandidate, buildCopy, buildFacts, now, profileCalled} from '#test/helpers/build-release.ts';
import {accepts, refuses} from '#test/helpers/decides.ts';

const {settings} = buildFacts();
const daysAgo = (days: number) => new Date(Number(now) - days * 86_400_000);
const proper = {title: 'Paper.Harbor.2019.PROPER.1080p.WEB-DL.H.264-LARK'};
const repack = {title: 'Paper.Harbor.2019.REPACK.1080p.WEB-DL.H.264-LARK'};
const file = (group: string | null, days: number) => buildCopy({quality: 'WEBDL-1080p', group, addedAt: daysAgo(days)});

test('a proper of another group replaces a young file', accepts, {release: proper, facts: {files: [file('KITE', 3)]}});
test('a proper of another group replaces a file of nobody', accepts, {release: proper, facts: {files: [file(null, 3)]}});
test('REAL is said of other groups too', accepts, {
	release: {title: 'Paper.Harbor.2019.REAL.1080p.WEB-DL.H.264-LARK'},
	facts: {files: [file('KITE', 3)]},
});
test('a proper corrects its own quality only', refuses, {
	release: proper,
	facts: {files: [{...file('KITE', 3), quality: 'WEBRip-1080p'}]},
	detail: /Not an upgrade: .* is no better/,
});
test('a repack of another group says nothing about this file', refuses, {
	release: repack,
	facts: {files: [file('KITE', 3)]},
	detail: /Not an upgrade: .* is no better/,
});
test('a repack of another group is taken for no format score either', refuses, {
	release: repack,
	formatScore: 50,
	facts: {files: [file('KITE', 3)], profile: profileCalled('HD-1080p', {cutoffFormatScore: 100})},
	detail: /a repack answers to its own group's release, the file is of KITE/,
});
test("nor is it while another group's release is on its way", refuses, {
	release: repack,
	formatScore: 50,
	facts: {queue: [{...file('KITE', 3), addedAt: null}], profile: profileCalled('HD-1080p', {cutoffFormatScore: 100})},
	detail: /Already in the queue: a repack answers to its own group's release, the download is of KITE/,
});
test('where corrections make no difference, a repack is a release like any other', accepts, {
	release: repack,
	formatScore: 50,
	facts: {
		files: [file('KITE', 3)],
		queue: [file('KITE', 3)],
		profile: profileCalled('HD-1080p', {cutoffFormatScore: 100}),
		settings: {...settings, properRepack: 'doNotPrefer'},
	},
});
test('a repack of a better quality is a release like any other', accepts, {
	release: {title: 'Paper.Harbor.2019.REPACK.1080p.BluRay.x264-LARK'},
	facts: {files: [file('KITE', 3)]},
});
test("a repacked WEBRip corrects no WEBDL, though it is the same group's", refuses, {
	release: {title: 'Paper.Harbor.2019.REPACK.1080p.WEBRip.x264-KITE'},
	facts: {files: [file('KITE', 3)]},
	detail: /Not an upgrade: .* is no better/,
});
test('a repack corrects no file of nobody', refuses, {
	release: repack,
	facts: {files: [file(null, 3)]},
	detail: /Not an upgrade: .* is no better/,
});
test('a repack replaces the file of its own group', accepts, {release: repack, facts: {files: [file('lark', 3)]}});
test('a second version of an anime group answers to its own first only', refuses, {
	release: {title: 'Paper.Harbor.2019.v2.1080p.WEB-DL.H.264-LARK'},
	facts: {files: [file('KITE', 3)]},
	detail: /Not an upgrade: .* is no better/,
});

test('a file of a week is left as it is by feeds', refuses, {
	release: proper,
	facts: {files: [file('KITE', 8)]},
	detail: /the file is 8 days old, corrections are taken within 7/,
});
test('a repack of the same group comes too late as well', refuses, {
	release: repack,
	facts: {files: [file('LARK', 30)]},
	detail: /the file is 30 days old/,
});
test('a search takes the correction however old the file is', accepts, {
	release: proper,
	facts: {files: [file('KITE', 300)], searched: true},
});
test('a better quality replaces an old file, corrected or not', accepts, {
	release: {title: 'Paper.Harbor.2019.PROPER.1080p.BluRay.x264-LARK'},
	facts: {files: [file('KITE', 300)]},
});

for (const properRepack of ['doNotUpgrade', 'doNotPrefer'] as const) {
	const chosen = {...settings, properRepack};
	test(`${properRepack} leaves the file as it is`, refuses, {
		release: proper,
		facts: {files: [file('KITE', 3)], settings: chosen, searched: true},
		detail: /Not an upgrade: media\.properRepack/,
	});
	test(`${properRepack} leaves what is on its way`, refuses, {
		release: proper,
		facts: {queue: [file('KITE', 0)], settings: chosen},
		detail: /Not an upgrade: media\.properRepack/,
	});
	test(`${properRepack} takes a correction with a better format score`, accepts, {
		release: proper,
		formatScore: 50,
		facts: {files: [file('KITE', 300)], settings: chosen, profile: profileCalled('HD-1080p', {cutoffFormatScore: 100})},
	});
	test(`${properRepack} takes a correction where nothing is there yet`, accepts, {release: proper, facts: {settings: chosen}});
}

test('doNotPrefer ranks a correction no higher', t => {
	const first = decide(buildCandidate({guid: 'b', seeders: 5000}), buildFacts());
	const corrected = decide(buildCandidate({...proper, guid: 'a', seeders: 5}), buildFacts());
	const requests = {preferredProtocol: null, wholeSeason: false, sizeLimits: {}, preferIndexerFlags: false, now};
	const best = (properRepack: 'prefer' | 'doNotUpgrade' | 'doNotPrefer') =>
		rank([first, corrected], {...requests, properRepack})[0]?.candidate.release.guid;
	t.deepEqual([best('prefer'), best('doNotUpgrade'), best('doNotPrefer')], ['a', 'a', 'b']);
});
