import test from 'ava';
import {pageModule} from '#test/helpers/ui/page-module.ts';

const kept = new Map<string, string>();
Object.assign(globalThis, {
	localStorage: {getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, value: string) => kept.set(name, value)},
});
const {dateFormat, setFormat} = await pageModule('state/formats.ts');

test('days of the week are English, however dates are written', t => {
	const monday = new Date('2026-11-30T12:00:00Z');
	const written = ['month', 'day', 'iso', 'dots'].map(dates => {
		setFormat('dates', dates);
		return dateFormat({weekday: 'long', timeZone: 'UTC'}).format(monday);
	});
	t.deepEqual(written, ['Monday, Nov 30, 2026', 'Monday, 30 Nov 2026', 'Monday, 2026-11-30', 'Monday, 30.11.2026']);
});
