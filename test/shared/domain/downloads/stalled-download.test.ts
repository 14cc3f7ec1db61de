import test from 'ava';
import {stallOf} from '#shared/domain/downloads/stalled-download.ts';

const progressAt = new Date('2026-01-02T03:00:00Z');
const item = {status: 'downloading' as const, transfer: {size: 1000, sizeLeft: 250, progressAt}};
const after = (minutes: number, stalledMinutes = 10) => ({stalledMinutes, now: new Date(Number(progressAt) + minutes * 60_000)});
const row = {size: 1000, sizeLeft: 250, status: 'downloading'} as const;

test('a download stalls after its time without progress, and is hopeless after twice that', t => {
	for (const [minutes, isStalled, isHopeless] of [
		[9, false, false],
		[10, true, false],
		[19, true, false],
		[20, true, true],
	] as const) {
		t.like(stallOf(item, row, after(minutes)), {isStalled, isHopeless, minutes, progressAt}, String(minutes));
	}
});

test('what comes on, has another size, or does not download does not stall, nor does anything without a time', t => {
	const rules = after(100);
	for (const change of [{sizeLeft: 249}, {size: 2000}, {status: 'paused'}] as const) {
		t.like(stallOf(item, {...row, ...change}, rules), {isStalled: false, isHopeless: false, progressAt: rules.now});
	}
	t.like(stallOf(item, row, after(100, 0)), {isStalled: false, isHopeless: false});
});

test('the time of a download that waited in its client begins when it goes on', t => {
	const rules = after(100);
	for (const status of ['queued', 'paused'] as const) {
		t.like(stallOf({...item, status}, row, rules), {isStalled: false, isHopeless: false, progressAt: rules.now}, status);
	}
});
