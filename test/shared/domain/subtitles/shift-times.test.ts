import test from 'ava';
import {shiftTimes} from '#shared/domain/subtitles/text/shift-times.ts';

const shifted = test.macro({
	exec(t, format: 'srt' | 'ass' | 'vtt', offsetMs: number, text: string, expected: string) {
		t.is(shiftTimes(text, {format, offsetMs}), expected);
	},
	title: (_, format, offsetMs) => `${format} by ${offsetMs} ms`,
});

test(
	shifted,
	'srt',
	61_500,
	'1\n00:00:59,000 --> 00:01:00,250\nAt 00:00:59,000 he left.\n',
	'1\n00:02:00,500 --> 00:02:01,750\nAt 00:00:59,000 he left.\n',
);
test(shifted, 'srt', -2000, '1\n00:00:01,000 --> 00:00:03,000\nEarly.', '1\n00:00:00,000 --> 00:00:01,000\nEarly.');
test(
	shifted,
	'vtt',
	3_600_000,
	'WEBVTT\n\n01:02.500 --> 00:01:04.000 line:0\n- 1:02.500',
	'WEBVTT\n\n01:01:02.500 --> 01:01:04.000 line:0\n- 1:02.500',
);
test(
	shifted,
	'ass',
	-990,
	'Format: Layer, Start, End\nDialogue: 0,0:00:01.00,9:59:59.99,Default,,0,0,0,,At 0:00:01.00, no',
	'Format: Layer, Start, End\nDialogue: 0,0:00:00.01,9:59:59.00,Default,,0,0,0,,At 0:00:01.00, no',
);
