import test from 'ava';
import type {Request} from 'express';
import {createAuditor} from '#api/http/audit.ts';
import type {AuditActor} from '#shared/store/accounts/audit.ts';
import {serve} from '#test/helpers/serve.ts';

const request = {body: {}, query: {}} as unknown as Request; // all that a note reads of it
const vera: AuditActor = {kind: 'user', id: 'v', name: 'vera'};

test('what somebody does in a loop fills no more than a thousand entries a day, and one an hour from then on', async t => {
	const {deps} = await serve(t);
	const time = {now: new Date('2026-05-04T10:00:20Z')};
	const auditor = createAuditor({...deps, now: () => time.now});
	const act = (action: string, id: string, actor = vera) =>
		auditor.note({action, outcome: 'done', actor, address: '192.0.2.7', subject: {id, name: `Library ${id}`}}, request);
	const total = async () => (await deps.audit.page({page: 1, limit: 1})).total;

	for (let each = 0; each < 1000; each += 20) {
		await Promise.all(Array.from({length: 20}, (_, index) => act('libraries.created', String(each + index))));
	}
	t.is(await total(), 1000);
	for (let each = 0; each < 50; each += 1) {
		time.now = new Date(`2026-05-04T10:${String(each).padStart(2, '0')}:30Z`);
		await act('libraries.created', `more ${each}`);
	}
	t.is(await total(), 1001);
	const {entries} = await deps.audit.page({page: 1, limit: 1000, to: new Date('2026-05-04T10:00:01Z')});
	t.like(entries[0], {
		timestamp: new Date('2026-05-04T10:00:00Z'),
		count: 50,
		actor: vera,
		subjectId: null,
		subjectName: null,
		address: null,
	});

	await act('libraries.deleted', 'other action');
	await act('libraries.created', 'other actor', {kind: 'key', id: 'k', name: 'script'});
	time.now = new Date('2026-05-04T11:30:00Z');
	await act('libraries.created', 'next hour');
	time.now = new Date('2026-05-05T00:00:00Z');
	await act('libraries.created', 'next day');
	t.is(await total(), 1005);
	t.is((await deps.audit.page({page: 1, limit: 1})).entries[0]?.subjectId, 'next day');
});

test('what is repeated shares an entry, and so does not count for the thousand', async t => {
	const {deps} = await serve(t);
	const now = new Date('2026-05-04T10:00:20Z');
	const auditor = createAuditor({...deps, now: () => now});
	const act = (id: string) =>
		auditor.note({action: 'settings.changed', outcome: 'done', actor: vera, address: '192.0.2.7', subject: {id, name: null}}, request);
	await Promise.all(Array.from({length: 1100}, () => act('same')));
	await act('other');
	const {entries} = await deps.audit.page({page: 1, limit: 10});
	t.deepEqual(
		entries.map(({subjectId, count}) => [subjectId, count]).sort(),
		[
			['other', 1],
			['same', 1100],
		].sort(),
	);
});
