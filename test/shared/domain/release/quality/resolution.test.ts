import test from 'ava';
import type {Resolution} from '#shared/domain/release/parsed-title.ts';
import {frameLines} from '#shared/domain/release/quality/vocabulary.ts';

const frame = test.macro({
	exec: (t, word: string, lines: Resolution) => t.is(frameLines(word), lines),
	title: (_, word: string, lines: Resolution) => `a frame of ${word} has ${lines} lines`,
});

test(frame, '3840x2160', 2160);
test(frame, '1920x1080', 1080);
test(frame, '1920x800', 1080);
test(frame, '1440x1080', 1080);
test(frame, '1280x720', 720);
test(frame, '960x720', 720);
test(frame, '720x576', 576);
test(frame, '848x480', 480);
test(frame, '640x480', 480);
test(frame, '480x360', 360);
test(frame, '11x11', 0);
test(frame, '100x100', 0);
