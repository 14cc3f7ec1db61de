import test from 'ava';
import {findSource, hasStreamingService} from '#shared/domain/release/quality/find-source.ts';
import {findMarks} from '#shared/domain/release/quality/marks.ts';
import type {SourceRow} from '#shared/domain/release/quality/source.ts';
import {splitWords} from '#shared/domain/release/quality/words.ts';

const source = test.macro({
	exec: (t, name: string, wanted: SourceRow['name'] | null) => t.is(findSource(findMarks(splitWords(name)))?.name ?? null, wanted),
	title: (_, name: string, wanted: SourceRow['name'] | null) => `the source of ${name} is ${wanted}`,
});

test(source, 'Harbour.2019.Blu-ray.x264', 'bluray');
test(source, 'Harbour.2019.MBluRay.x264', 'bluray');
test(source, 'Harbour.2004.1080p.BlRay.x264', 'bluray');
test(source, 'Harbour (BD)(640x480)', 'bluray');
test(source, 'Harbour.2019.UHDBDRip.AV1', 'bdrip');
test(source, 'Harbour.2019.BDLight.x265', 'bdrip');
test(source, 'Harbour.S01E01.720p.BDMux', 'bluray');
test(source, 'Harbour.2019.WEB.DLMux', 'webdl');
test(source, 'Harbour.S01E01.German.AmazonSD.h264', 'webdl');
test(source, 'Harbour.S01E01.German.NetflixSD.h264', 'webdl');
test(source, 'Harbour 2019 1080p MKV WEB', 'webdl');
test(source, 'Harbour S01 / WEB / 720p', 'webdl');
test(source, 'Harbour.2019.WEB-DLRip', 'webrip');
test(source, 'Harbour.1x04.WEBMux', 'webrip');
test(source, 'Harbour.2019.HDRip', 'hdtv');
test(source, 'Harbour.S01E01.WS.DSR', 'sdtv');
test(source, 'Harbour.2019.DVB-S', 'sdtv');
test(source, 'Harbour.1x13.xvidvd-tern', 'dvd');
test(source, 'Harbour.2019.DVDR.NTSC', 'dvdr');
test(source, 'Harbour.2019.PAL.MDVDR', 'dvdr');
test(source, 'Harbour.2019.3xDVD9', 'dvdr');
test(source, 'Harbour.2019.REGIONAL.DVDRip', 'regional');
test(source, 'Harbour.2019.SCREENER', 'screener');
test(source, 'Harbour.2019.BluRay.SCR.x264', 'screener');
test(source, 'Harbour.2019.WEB-DL.scr', 'webdl');
test(source, 'Harbour.2019.TS.MD', 'telesync');
test(source, 'Harbour 2019 HQ PreDVDRip', 'telesync');
test(source, 'Harbour.2019.HDTC', 'telecine');
test(source, 'Harbour 2019 HQ CAMrip', 'cam');
test(source, 'Harbour 2019 CineCam x264', 'cam');
test(source, 'Harbour 2019 1080p Theatre Print x264', 'cam');
test(source, 'Harbour.2019.WORKPRINT', 'workprint');
test(source, 'The Cam Dvd Web 2019 1080p', null);
test(source, 'Harbour.2019', null);

test('a streaming service counts behind the title and in its own spelling only', t => {
	const tells = (name: string) => hasStreamingService(findMarks(splitWords(name)));
	t.true(tells('Harbour.2019.AMZN.1080p'));
	t.false(tells('Harbour.2019.Max.1080p'));
	t.false(tells('AMZN.Harbour.2019'));
});
