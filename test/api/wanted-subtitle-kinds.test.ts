import test from 'ava';
import {buildLanguageProfileBody} from '#test/helpers/build-records.ts';
import {type Served, serve} from '#test/helpers/serve.ts';

/** What the `rejudgeSubtitles` jobs that were queued since the last call are about. */
async function rejudged({deps}: Served): Promise<(string | null)[]> {
	const queue = deps.jobs.queue('subtitles');
	const jobs = await queue.getJobs(['waiting', 'prioritized']);
	const promised = await deps.outbox.list(100);
	await queue.drain();
	await Promise.all(promised.map(({id}) => deps.outbox.done(id)));
	return jobs.filter(({name}) => name === 'rejudge-subtitles').map(({data}) => data.payload.libraryId);
}

const pathsOf = ({fieldErrors, errors}: Record<string, {path: string}[]>) => (fieldErrors ?? errors ?? []).map(({path}) => path);

test('a profile wants subtitles in languages and their regional forms, each once, up to one of them', async t => {
	const served = await serve(t);
	const {call} = served;
	const requests = [{code: 'pt-br'}, {code: 'en', hearingImpaired: true}, {code: 'en'}, {code: 'en', forced: true}];
	const made = await call('POST /api/language-profiles', {body: buildLanguageProfileBody({subtitles: requests, subtitleCutoff: 'pt-br'})});
	t.like(made, {status: 201, body: {subtitleCutoff: 'pt-br', subtitles: [{code: 'pt-br', forced: false}, {hearingImpaired: true}]}});
	const refused: [object, string[]][] = [
		[{subtitles: [{code: 'xx'}]}, ['subtitles[0].code']],
		[{subtitles: [{code: 'pt-xx'}]}, ['subtitles[0].code']],
		[{subtitles: [{code: 'en'}, {code: 'en', forced: false, hearingImpaired: false}]}, ['subtitles[1]']],
		[{subtitles: [{code: 'pt-br'}, {code: 'PT-BR'}]}, ['subtitles[1].code']],
		[{subtitles: [null, null, 5, {}]}, ['subtitles[0]', 'subtitles[1]', 'subtitles[2]', 'subtitles[3].code']],
		[{subtitles: [{code: 'en'}], subtitleCutoff: 'de'}, ['subtitleCutoff']],
		[{subtitles: [], subtitleCutoff: 'en'}, ['subtitleCutoff']],
		[{subtitleCutoff: 'xx'}, ['subtitleCutoff']],
	];
	for (const [overrides, expected] of refused) {
		const {status, body} = await call('POST /api/language-profiles', {body: buildLanguageProfileBody({name: 'Other', ...overrides})});
		t.is(status, 400);
		t.deepEqual(pathsOf(body), expected, JSON.stringify(overrides));
	}
	const path = `/api/language-profiles/${made.body.id}`;
	t.deepEqual(pathsOf((await call(`PUT ${path}`, {body: {subtitles: [{code: 'en'}]}})).body), ['subtitleCutoff']);
	t.is((await call(`PUT ${path}`, {body: {subtitles: [{code: 'en'}], subtitleCutoff: null}})).body.subtitleCutoff, null);
});

test('what is missing is determined again for titles whose language profile changes', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	await deps.qualityProfiles.ensureDefaults(deps.now());
	await deps.languageProfiles.ensureDefaults(deps.now());
	const first = await deps.languageProfiles.getDefault();
	const {body: other} = await call('POST /api/language-profiles', {body: buildLanguageProfileBody({name: 'Another'})});
	const root = await deps.rootFolders.add({name: 'Films', path: '/films'}, deps.now());
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const library = await deps.libraries.add(
		{
			name: 'Shelf',
			type: 'movies',
			rootFolderId: root.id,
			qualityProfileId,
			languageProfileId: first.id,
			enabled: true,
			monitored: true,
			backfillEnabled: false,
		},
		deps.now(),
	);
	const change = (id: string, body: object) => call(`PUT /api/language-profiles/${id}`, {body});
	t.deepEqual(await rejudged(served), []);
	// Nobody uses it.
	await change(other.id, {subtitles: [{code: 'en'}]});
	t.deepEqual(await rejudged(served), []);
	await call(`PUT /api/libraries/${library.id}`, {body: {monitored: false}});
	t.deepEqual(await rejudged(served), []);
	await call(`PUT /api/libraries/${library.id}`, {body: {languageProfileId: other.id}});
	t.deepEqual(await rejudged(served), [library.id]);
	await change(other.id, {subtitles: [{code: 'fr'}]});
	t.deepEqual(await rejudged(served), [library.id]);
	await change(other.id, {subtitles: [{code: 'fr'}], upgradeAllowed: false});
	t.deepEqual(await rejudged(served), []);
	await change(first.id, {subtitles: [{code: 'de'}]});
	t.deepEqual(await rejudged(served), [null]);
	t.is((await call(`DELETE /api/language-profiles/${first.id}`)).status, 204);
	t.deepEqual(await rejudged(served), [null]);
	await call('POST /api/language-profiles', {body: buildLanguageProfileBody({name: 'Aaa'})});
	t.deepEqual(await rejudged(served), [null]);
	await call('PUT /api/settings/subtitles.useEmbedded', {body: {value: false}});
	t.deepEqual(await rejudged(served), [null]);
	await call('PUT /api/settings/subtitles.useEmbedded', {body: {value: false}});
	await call('PUT /api/settings/subtitles.searchOnImport', {body: {value: false}});
	t.deepEqual(await rejudged(served), []);
});
