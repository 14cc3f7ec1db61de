import test from 'ava';
import {stallOf} from '#shared/domain/downloads/client-download.ts';

const progressAt = new Date('2026-01-02T03:00:00Z');
const item = {transfer: {size: 1000, sizeLeft: 250, progressAt}};
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

test('what comes on, has another size, or is not fetched does not stall, nor does anything without a time', t => {
	const rules = after(100);
	for (const change of [{sizeLeft: 249}, {size: 2000}] as const) {
		t.like(stallOf(item, {...row, ...change}, rules), {isStalled: false, isHopeless: false, progressAt: rules.now});
	}
	for (const change of [{status: 'paused'}, {status: 'queued'}, {activity: 'working'}, {status: 'warning', fault: 'client'}] as const) {
		t.like(stallOf(item, {...row, ...change}, rules), {isStalled: false, isHopeless: false, minutes: 0, waitsSince: rules.now});
	}
	t.like(stallOf(item, row, after(100, 0)), {isStalled: false, isHopeless: false});
});

test('the time stands still while a download waits or is worked on, and goes on afterwards', t => {
	const at = (minutes: number) => new Date(Number(progressAt) + minutes * 60_000);
	for (const change of [{status: 'queued'}, {activity: 'working'}] as const) {
		const begun = stallOf(item, {...row, ...change}, after(9));
		t.like(begun, {progressAt, waitsSince: at(9)});
		const waiting = {transfer: {...item.transfer, waitsSince: begun.waitsSince}};
		t.is(stallOf(waiting, {...row, ...change}, after(500)).waitsSince, begun.waitsSince);
		t.like(stallOf(waiting, row, after(500)), {isStalled: false, minutes: 9, progressAt: at(491), waitsSince: null});
		t.like(stallOf({transfer: {...item.transfer, progressAt: at(491)}}, row, after(511)), {isHopeless: true});
	}
});

test('what stands still under another word stalls as well', t => {
	for (const change of [{status: 'warning'}, {status: 'queued', activity: 'fetching'}, {status: 'warning', fault: 'tracker'}] as const) {
		t.like(stallOf(item, {...row, ...change}, after(20)), {isHopeless: true}, JSON.stringify(change));
	}
});

test('a magnet link without metadata makes no progress by having no size', t => {
	const magnet = {size: 0, sizeLeft: 0, status: 'queued', activity: 'fetching'} as const;
	t.like(stallOf(item, magnet, after(20)), {isHopeless: true, progressAt});
});
