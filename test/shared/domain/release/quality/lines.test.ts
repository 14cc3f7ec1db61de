import test from 'ava';
import type {Resolution} from '#shared/domain/release/parsed-title.ts';
import {findMarks} from '#shared/domain/release/quality/marks.ts';
import {findLines} from '#shared/domain/release/quality/parse-quality.ts';
import {splitWords} from '#shared/domain/release/quality/words.ts';

const lines = test.macro({
	exec: (t, name: string, wanted: Resolution) => t.is(findLines(findMarks(splitWords(name))), wanted),
	title: (_, name: string, wanted: Resolution) => `${name} has ${wanted} lines`,
});

test(lines, 'Harbour.2019.1080i.HDTV', 1080);
test(lines, 'Harbour 2019 [BD2160p]', 2160);
test(lines, 'Harbour.2019.960p.WEB-DL', 720);
test(lines, 'Harbour.2019.4Kto1080p.WEBRip', 1080);
test(lines, 'Harbour.2019.4K.BluRay.1080p', 1080);
test(lines, 'Harbour.2019.4K.UHD.WEB-DL', 2160);
test(lines, 'Harbour.2019.4K.Remaster.BluRay', 0);
test(lines, 'Harbour 05 FHD', 1080);
test(lines, 'Harbour.2019.Full.HD', 1080);
test(lines, 'Harbour.2019.x264-FHD', 0);
test(lines, 'Harbour.2019', 0);
