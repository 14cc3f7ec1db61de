import test from 'ava';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import type {Called} from '#test/chaos/grab/callers.ts';
import type {ChaosClient, Held} from '#test/chaos/grab/chaos-client.ts';
import {judgeGrabs} from '#test/chaos/grab/judge.ts';
import {infoHashOf, makeOffers, numberOfNzb} from '#test/chaos/grab/offers.ts';
import {parseTorrentFile} from '#workers/integrations/torrents/torrent-file.ts';
import {buildItem, type ItemFields} from '../helpers/world/movie.ts';

const begunAt = new Date('2026-01-01T00:00:00Z');
const [torrent, nzb] = makeOffers(2) as [Called['offer'], Called['offer']];

const clientWith = (held: Held[], removed: Held[] = []): ChaosClient => ({url: '', held, removed, close: async () => {}});
const heldAs = (id: string, number: number | null): Held => ({id, number, name: id, addedAt: begunAt});
const itemOf = (offer: Called['offer'], overrides: ItemFields): QueueItem => ({
	...buildItem({title: offer.title, state: 'downloading', ...overrides}),
	id: `item-${offer.number}`,
	followUp: null,
	updatedAt: begunAt,
});
const calledWith = (offer: Called['offer'], reported: Partial<Called['reported'][number]>): Called => ({
	offer,
	reported: [{status: 201, code: 'created', after: 0, queueId: `item-${offer.number}`, downloadId: 'd', ...reported}],
	isSettled: true,
});

test('a release that is in its client once, with its item, is no fault', t => {
	const faults = judgeGrabs({
		called: [calledWith(torrent, {})],
		clients: {torrent: clientWith([heldAs('d', 1)]), usenet: clientWith([])},
		items: [itemOf(torrent, {downloadId: 'd'})],
		begunAt,
	});
	t.deepEqual(faults, []);
});

test('a release that is in its client twice is reported with both ids', t => {
	const faults = judgeGrabs({
		called: [calledWith(nzb, {downloadId: 'second'})],
		clients: {torrent: clientWith([]), usenet: clientWith([heldAs('first', 2), heldAs('second', 2)])},
		items: [itemOf(nzb, {downloadId: 'second'})],
		begunAt,
	});
	t.is(faults.length, 2);
	t.regex(faults[0] ?? '', /release 2 \(usenet\): its client has it 2 times; client: first .*, second/);
	t.regex(faults[1] ?? '', /nobody tracks first/);
});

test('a 201 is not true if its item is gone or its client does not have the download', t => {
	const gone = judgeGrabs({
		called: [calledWith(torrent, {})],
		clients: {torrent: clientWith([heldAs('d', 1)]), usenet: clientWith([])},
		items: [],
		begunAt,
	});
	t.true(gone.some(fault => fault.includes('0 queue items follow it')));
	t.true(gone.some(fault => fault.includes('a 201 named item item-1 and download d')));
	t.true(gone.some(fault => fault.includes('nobody tracks d')));
	const lost = judgeGrabs({
		called: [calledWith(torrent, {})],
		clients: {torrent: clientWith([], [heldAs('d', 1)]), usenet: clientWith([])},
		items: [itemOf(torrent, {downloadId: 'd'})],
		begunAt,
	});
	t.true(lost.some(fault => fault.includes('its client has it 0 times') && fault.includes('removed d')));
});

test('an item that still waits for its client, and a caller who never got an answer, are faults', t => {
	const faults = judgeGrabs({
		called: [{...calledWith(torrent, {status: 503, code: 'no_answer_in_time', queueId: null, downloadId: null}), isSettled: false}],
		clients: {torrent: clientWith([heldAs('d', 1)]), usenet: clientWith([])},
		items: [itemOf(torrent, {downloadId: null})],
		begunAt,
	});
	t.true(faults.some(fault => fault.includes('its item still waits')));
	t.true(faults.some(fault => fault.includes('its caller never got it')));
});

test('the files of the releases are what the service and the clients read', t => {
	t.is(parseTorrentFile(torrent.file).infoHash, torrent.infoHash ?? 'no hash');
	t.is(infoHashOf(torrent.file), torrent.infoHash ?? 'no hash');
	t.is(numberOfNzb(nzb.file.toString()), nzb.number);
});
