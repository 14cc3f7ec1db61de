import test from 'ava';
import type {TitleMode} from '#shared/domain/release/parsed-title.ts';
import {parseQuality} from '#test/helpers/parse-quality.ts';

const judge = (name: string, extension: string | null = null, mode: TitleMode = 'tv') => {
	const {source, resolution, modifier} = parseQuality(name, extension, mode);
	return `${source} ${resolution} ${modifier}`;
};

const reads = test.macro({
	exec: (t, name: string, wanted: string, mode: TitleMode = 'tv') => t.is(judge(name, null, mode), wanted),
	title: (_, name: string, wanted: string, mode = 'tv') => `${name} as ${mode} is ${wanted}`,
});

test(reads, 'Lighthouse.S02E01.720p.HDTV.x264-TERN', 'tv 720 none');
test(reads, 'Lighthouse.S02E01.HDTV.XviD-TERN', 'tv 480 none');
test(reads, 'Lighthouse.S02E01.1080p', 'tv 1080 none');
test(reads, 'Lighthouse.S02E01.xvid', 'tv 480 none');
test(reads, 'Lighthouse.S02E01.1080i.HDTV.MPEG2-TERN', 'tv 1080 rawhd');
test(reads, 'Lighthouse S02E01 HD TV', 'tv 720 none');
test(reads, 'Lighthouse S02E01 SD_TV', 'tv 480 none');
test(reads, 'Lighthouse.S02E01.540p.WEB-DL', 'webdl 480 none');
test(reads, 'Lighthouse.S02E01 - [WEBDL]', 'webdl 720 none');
test(reads, '[Tern] Lighthouse S01 [Web][MKV][h264]', 'webdl 720 none');
test(reads, 'Lighthouse.S02E01.720p.NetflixUHD.x264-TERN', 'webdl 720 none');
test(reads, 'Lighthouse.S02E01.1080p.AMZN.x264-TERN', 'webdl 1080 none');
test(reads, 'Lighthouse.S02E01.DUAL.BDRip.XviD', 'bluray 480 none');
test(reads, 'Lighthouse.S02E01.DUAL.BluRay', 'bluray 720 none');
test(reads, 'Lighthouse.S02E01.576p.BluRay', 'bluray 576 none');
test(reads, 'Lighthouse.S02E01.1080p.HD-DVD.VC1-TERN', 'bluray 1080 none');
test(reads, 'Lighthouse.S02E01.DVDRip.x264', 'dvd 480 none');
test(reads, 'Lighthouse S02E01 [960x720][DVD]', 'dvd 480 none');
test(reads, 'Lighthouse.S02.DVD9', 'dvd 480 remux');
test(reads, 'Lighthouse - 07 DVD', 'dvd 480 none');
test(reads, '[Tern] Lighthouse [12][1080P10][WebRip]', 'webrip 1080 none');
test(reads, 'Lighthouse.S02E01', 'unknown 0 none');
test(reads, 'Quiet.Harbour.2019.DVDRip.x264', 'dvd 0 none', 'movie');
for (const word of ['PAL.2xDVD9', 'DVD5', 'NTSC.DVD-R', 'DVDR', 'MDVDR', 'VIDEO_TS', 'DVD.VIDEO_TS', 'PAL.DVD.ISO']) {
	test(reads, `Quiet.Harbour.2019.${word}`, 'dvd 480 remux', 'movie');
}
test('a disc image that names no Blu-ray is a raw DVD', t => {
	t.is(judge('Quiet.Harbour.2019', '.iso', 'movie'), 'dvd 480 remux');
	t.is(judge('Quiet.Harbour.2019.PAL.DVD', '.iso', 'movie'), 'dvd 480 remux');
	t.is(judge('Quiet.Harbour.2019.Bluray', '.iso', 'movie'), 'bluray 1080 brdisk');
	t.is(judge('Quiet.Harbour.2019.TS', '.mkv', 'movie'), 'telesync 0 none');
});
test(reads, 'Quiet.Harbour.2019.R5.LINE.DVDRip', 'dvd 480 regional', 'movie');
test(reads, 'Quiet.Harbour.2019.DVDSCR.XviD', 'dvd 480 screener', 'movie');
test(reads, 'Quiet.Harbour.2019.HDCAM.x264', 'cam 0 none', 'movie');
test(reads, 'Quiet.Harbour.2019.1080p.HDTS.x264', 'telesync 1080 none', 'movie');
test(reads, 'Quiet.Harbour.2019.UHD.BluRay.1080p.x265', 'bluray 1080 none', 'movie');
test(reads, 'Quiet.Harbour.2019.1080p.BluRay.AVC.DTS-HD.MA-TERN', 'bluray 1080 brdisk', 'movie');
test(reads, 'Quiet.Harbour.S01.1080p.BluRay.AVC.DTS-HD.MA-TERN', 'bluray 1080 none', 'tv');
test(reads, 'Quiet.Harbour.2019.German.DL.1080p.BluRay.AVC-TERN', 'bluray 1080 remux', 'movie');
test(reads, 'Quiet.Harbour.2019.2160p.UHD.BluRay.REMUX.HEVC', 'bluray 2160 remux', 'movie');
test(reads, 'Quiet.Harbour.2019.720p.BluRay.REMUX', 'bluray 720 none', 'movie');
test(reads, 'Quiet Harbour 2019 [1080p-Remux]', 'bluray 1080 remux', 'movie');

test('an extension decides only what the name leaves open', t => {
	t.is(judge('Lighthouse S02E01', '.mkv'), 'tv 720 none');
	t.is(judge('Lighthouse S02E01', '.avi'), 'tv 480 none');
	t.is(judge('Lighthouse S02E01', '.m2ts'), 'bluray 720 none');
	t.is(judge('Lighthouse S02E01', '.webm'), 'unknown 0 none');
	t.is(judge('Lighthouse S02E01 1080p', '.avi'), 'tv 1080 none');
	t.is(judge('Quiet.Harbour.2019.DVDRip', '.ts', 'movie'), 'dvd 0 none');
	t.is(judge('Quiet.Harbour.2019.Bluray.1080p', '.iso', 'movie'), 'bluray 1080 brdisk');
});

test('a title that sounds like a source does not hide the real one', t => {
	t.is(judge('Spiders.Web.2006.1080p.x264-TERN', null, 'movie'), 'tv 1080 none');
	t.is(judge('Cam.Girl.2018.1080p.WEB-DL.x264-TERN', null, 'movie'), 'webdl 1080 none');
	t.is(judge('Lighthouse.S02E01.720p.HDTV.x264-FHD'), 'tv 720 none');
	t.is(judge('Lighthouse.S02E01.1080p.WEB.x264-REMUX'), 'webdl 1080 none');
});

// Lines without their `p`, frames with a star, words that are glued.
test(reads, 'Lighthouse 2019 2160 WEB-DL x265-TERN', 'webdl 2160 none');
test(reads, 'Lighthouse.S02E03.720.HDTV.x264-TERN', 'tv 720 none');
test(reads, 'Lighthouse S02E15 1920*1080 WEB-DL', 'webdl 1080 none');
test(reads, 'Lighthouse.S04E11.HDTVx264-TERN', 'tv 480 none');
test(reads, 'Lighthouse 2x05 ITA DLMux 720p', 'webdl 720 none');
test(reads, 'Lighthouse.2015.BDRipMux.1080p', 'bluray 1080 none');
test(reads, 'Lighthouse.S02E06.480p.AC3.2.0.AVC.Remux-TERN', 'bluray 480 none');

// Recordings of the cinema, and copies that were not for sale.
test(reads, 'Lighthouse (2023) 720p HQ S-Print Hindi', 'cam 720 none');
test(reads, 'Lighthouse.S02E01.The.Sprint.720p.HDTV', 'tv 720 none');
test(reads, 'Lighthouse (2024) 1080p PRE-HDRip', 'telesync 1080 none');
test(reads, 'Lighthouse.2010.BluRay.SCR.x264', 'dvd 480 screener', 'movie');
test(reads, 'Lighthouse BR-Screener 2008', 'dvd 480 screener', 'movie');
test(reads, 'Lighthouse.TS.Tern', 'telesync 0 none', 'movie');

// A word of an episode's title, a group and a language of subtitles are no source.
test(reads, 'Lighthouse.S04E11.Web.Of.Silk', 'unknown 0 none');
test(reads, 'Lighthouse.S01E07.720p.WEB.h264-UHDTV', 'webdl 720 none');
test(reads, '[云雀字幕组][Lighthouse][06][1080p][sc_tc]', 'tv 1080 none');
