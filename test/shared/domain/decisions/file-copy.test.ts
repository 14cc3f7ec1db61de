import test from 'ava';
import {fileCopy} from '#shared/domain/decisions/copies.ts';
import {correctsOthers} from '#shared/domain/quality/revision.ts';
import {whyNoUpgrade} from '#shared/domain/quality/upgrade.ts';
import {profileCalled} from '#test/helpers/build-release.ts';

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
