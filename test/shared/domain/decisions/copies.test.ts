import test from 'ava';
import {fileCopy, isFailing, presentOfEpisodes, presentOfMovie, whySuperseded} from '#shared/domain/decisions/copies.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import {correctsOthers} from '#shared/domain/quality/qualities.ts';
import {whyNoUpgrade} from '#shared/domain/quality/upgrade.ts';
import {buildCopy, profileCalled} from '#test/helpers/build-release.ts';

const file = {
	id: 'file-1',
	path: '/films/Paper Harbor.mkv',
	size: 1,
	quality: 'WEBDL-1080p',
	qualityScore: 70,
	formatScore: 0,
	revision: {version: 1, real: 0},
	releaseTitle: 'Paper.Harbor.2019.1080p.WEB-DL.H.264-KITE',
	releaseGroup: 'KITE',
	edition: null,
	languages: [],
	mediaInfo: null,
	dateAdded: new Date('2026-02-01T00:00:00Z'),
} as const;
const later = (word: string) => ({
	...file,
	languages: [],
	revision: {version: 2, real: 0},
	releaseTitle: `Paper.Harbor.2019.${word}.1080p.WEB-DL.H.264-LARK`,
	releaseGroup: 'LARK',
});

test('what was grabbed as a correction is imported as one', t => {
	const present = fileCopy({...file, languages: []});
	t.is(whyNoUpgrade(profileCalled('HD-1080p'), present, fileCopy(later('PROPER'))), null);
	t.regex(whyNoUpgrade(profileCalled('HD-1080p'), present, fileCopy(later('REPACK'))) ?? '', /no better/);
});

test('a title calls itself a correction of others', t => {
	const titles = ['A.PROPER.1080p', 'A.REAL.PROPER.1080p', 'A.REPACK.1080p', 'A.PROPER.REPACK2.1080p', 'A.RERIP', 'A.v2', 'Properly.2019'];
	t.deepEqual(titles.map(correctsOthers), [true, true, false, false, false, false, false]);
});

const profile = profileCalled('Any');
const better = buildCopy({quality: 'Bluray-1080p', releaseTitle: 'Salt.Road.S01E01.1080p.BluRay-LARK'});
const judgement = {quality: 'WEBDL-1080p', formatScore: 0, parsedQuality: {version: 1, real: 0}, releaseGroup: 'LARK'};

/** Episodes of one season; the named ones share a file. */
function withFile(...numbers: number[]): Episode[] {
	return [1, 2, 3].map(
		n =>
			({id: `e${n}`, seasonNumber: 1, episodeNumber: n, file: numbers.includes(n) ? {...file, languages: []} : null}) as unknown as Episode, // all that is read
	);
}

test('a better release of one episode is not wanted once a file with two of them has come', t => {
	const all = withFile(1, 2);
	t.regex(whySuperseded(better, presentOfEpisodes(all.slice(0, 1), all, []), profile) ?? '', /further episodes/);
	t.is(whySuperseded(better, presentOfEpisodes(all.slice(0, 2), all, []), profile), null);
	t.is(whySuperseded(better, presentOfEpisodes(all.slice(2), all, []), profile), null);
});

test('a download that has failed blocks its own release, one under way all that is no better', t => {
	const item = (state: QueueItem['state'], title: string) =>
		({state, release: {title, judgement}, target: {episodeIds: []}}) as unknown as QueueItem; // all that is read
	const present = presentOfMovie({file: null}, [
		item('failedPending', 'Paper.Harbor.2019.1080p.WEB-DL-LARK'),
		item('downloading', 'Paper Harbor 2019 1080p WEB-DL KITE'),
	]);
	const offered = buildCopy({quality: 'WEBDL-1080p', releaseTitle: 'Paper Harbor 2019 1080p WEB-DL-LARK'});
	t.true(isFailing(offered, present));
	t.false(isFailing({...offered, releaseTitle: 'Another'}, present));
	t.regex(whySuperseded(offered, present, profile) ?? '', /no better/);
	t.is(whySuperseded({...offered, quality: 'Bluray-1080p'}, present, profile), null);
});

test('a pack that lacks an episode leaves its place to others, and one that is still to be imported does not', t => {
	const all = withFile(1);
	const pack = (isIncomplete: boolean) =>
		({
			state: 'importPending',
			release: {title: 'Salt.Road.S01.1080p.WEB-DL-LARK', judgement},
			target: {episodeIds: ['e1', 'e2', 'e3']},
			import: {isIncomplete},
		}) as unknown as QueueItem; // all that is read
	const alone = buildCopy({quality: 'WEBDL-1080p', releaseTitle: 'Salt.Road.S01E02.1080p.WEB-DL-KITE'});
	const second = all.slice(1, 2);
	t.regex(whySuperseded(alone, presentOfEpisodes(second, all, [pack(false)]), profile) ?? '', /no better/);
	t.is(whySuperseded(alone, presentOfEpisodes(second, all, [pack(true)]), profile), null);
});
