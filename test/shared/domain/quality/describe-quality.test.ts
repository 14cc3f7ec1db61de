import test from 'ava';
import {describeQuality} from '#shared/domain/quality/describe-quality.ts';
import {getQuality} from '#shared/domain/quality/qualities.ts';

const words = ({resolution, source, modifier}: ReturnType<typeof describeQuality>) => [resolution, source, modifier];

test('a quality is described in the words of the interface', t => {
	t.deepEqual(describeQuality(getQuality('WEBDL-2160p'), 'Paper.Harbor.2019.2160p.WEB-DL.HDR10Plus.H.265-KITE'), {
		quality: 'WEBDL-2160p',
		resolution: '2160p',
		source: 'WEB',
		modifier: 'HDR',
	});
	t.deepEqual(words(describeQuality(getQuality('Remux-2160p'), 'Paper.2160p.REMUX.DV.HEVC')), ['2160p', 'Bluray', 'REMUX']);
	t.deepEqual(words(describeQuality(getQuality('Bluray-2160p'), 'Paper.2160p.BluRay.DV.HDR.x265')), ['2160p', 'Bluray', 'DV']);
	t.deepEqual(words(describeQuality(getQuality('HDTV-720p'), 'Paper.720p.HDTV.HEVC')), ['720p', 'HDTV', 'x265']);
	t.deepEqual(words(describeQuality(getQuality('DVD'), 'Paper.DVDRip.XviD-DVDR')), ['480p', 'DVD', null]);
	t.deepEqual(words(describeQuality(getQuality('SDTV'), 'Paper.PDTV')), ['480p', 'SDTV', null]);
	t.deepEqual(words(describeQuality(getQuality('Unknown'), 'Paper')), [null, null, null]);
});
