import test from 'ava';
import {isDiscImage, isGermanRemux, saysRemux} from '#shared/domain/release/quality/find-source.ts';
import {findMarks} from '#shared/domain/release/quality/marks.ts';
import {splitWords} from '#shared/domain/release/quality/words.ts';

const marks = (name: string) => findMarks(splitWords(name));

const disc = test.macro({
	exec: (t, name: string, wanted: boolean, lines?: number) => t.is(isDiscImage(marks(name), lines ?? 1080, 'movie'), wanted),
	title: (_, name: string, wanted: boolean, _lines?: number) => `${name} is ${wanted ? 'a' : 'no'} disc image`,
});

test(disc, 'Harbour.2019.MULTi.COMPLETE.BLURAY-TERN', true);
test(disc, 'Harbour 2019 3D BD', true);
test(disc, 'Harbour.2019.NL.BD-50', true);
test(disc, 'BD25.Harbour.2019', true);
test(disc, 'Harbour.2019.BR-DISK', true);
test(disc, 'Harbour.2019.Bluray.ISO', true);
test(disc, 'Harbour.2019.HD.DVD.VC-1', true);
test(disc, 'Harbour.2019.Blu.ray.MPEG-2', true);
test(disc, 'Harbour.2019.COMPLETE.BluRay.x264', false);
test(disc, 'Harbour.2019.1080p.BluRay.HEVC', false);
test(disc, 'Harbour.2019.2160p.BluRay.HEVC', true, 2160);
test(disc, 'Harbour.2019.German.UHDBD.2160p.HDR10.HEVC', false, 2160);
test(disc, 'Harbour (BD AVC FLAC)', false);
test(disc, 'Harbour.S01E01.BluRay.AVC', false);
test(disc, 'Harbour.2019.BluRay', false);
test(disc, 'Complete.Harbour.2019.BluRay', false);

test('a pack of a season is not judged by its codec, but by its words', t => {
	t.false(isDiscImage(marks('Harbour.S01.BluRay.AVC'), 1080, 'tv'));
	t.true(isDiscImage(marks('Harbour.S01.COMPLETE.BLURAY'), 1080, 'tv'));
	t.true(isDiscImage(marks('Harbour.S01.COMPLETE.UHD.BLURAY'), 2160, 'tv'));
	t.true(isDiscImage(marks('Harbour.S01.1080p.COMPLETE.BLURAY'), 1080, 'tv'));
	t.false(isDiscImage(marks('Harbour.S01.COMPLETE.1080p.BluRay'), 1080, 'tv'));
	t.false(isDiscImage(marks('Harbour.S01.German.COMPLETE.BluRay.1080p'), 1080, 'tv'));
	t.false(isDiscImage(marks('Harbour Season 1 Complete 1080p BluRay DTS'), 1080, 'tv'));
	t.false(isDiscImage(marks('Harbour.Temporada.1.Completa.BluRay.1080p'), 1080, 'tv'));
});

test('a remux says so, but not as the name of the group', t => {
	t.true(saysRemux(marks('Harbour.2019.BDRemux')));
	t.true(saysRemux(marks('Harbour.2019.Hybrid-REMUX')));
	t.true(saysRemux(marks('Harbour 1080p-Remux')));
	t.false(saysRemux(marks('Harbour.2019.x264-REMUX')));
	t.false(saysRemux(marks('[TernRemux] Harbour - 01')));
	t.false(saysRemux(marks('[Tern-Remux] Harbour - 01')));
	t.true(saysRemux(marks('Harbour.2019.BluRay-REMUX.AVC')));
});

test('a German disc with two sound tracks is a remux', t => {
	t.true(isGermanRemux(marks('Harbour.2019.German.DL.1080p.BluRay.AVC')));
	t.true(isGermanRemux(marks('Harbour.2019.German.ML.1080p.BluRay.MPEG2')));
	t.false(isGermanRemux(marks('Harbour.2019.German.DL.1080p.BluRay.x264')));
	t.false(isGermanRemux(marks('Harbour.2019.German.1080p.BluRay.AVC')));
	t.false(isGermanRemux(marks('Harbour.2019.German.WEB-DL.AVC')));
});
