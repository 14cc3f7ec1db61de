import test from 'ava';
import {parseRetryAfter} from '#shared/domain/network/parse-retry-after.ts';

const now = new Date('2026-01-01T10:00:00Z');

const rows: [string | undefined, number | null][] = [
	['300', 300],
	['0', 1],
	['1.5', 2],
	['999999', 86_400],
	['Thu, 01 Jan 2026 10:02:00 GMT', 120],
	['Thu, 01 Jan 2026 09:00:00 GMT', 1],
	['soon', null],
	['-5', null],
	[undefined, null],
];

for (const [text, seconds] of rows) {
	test(`Retry-After "${text}" means ${seconds} seconds`, t => {
		t.is(parseRetryAfter(text, now), seconds);
	});
}
