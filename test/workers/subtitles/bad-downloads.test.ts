import test from 'ava';
import type {SandboxReply} from '#scripts/demo/sandbox/serve.ts';
import {fakeOpenSubtitles} from '#test/helpers/fakes/fake-opensubtitles.ts';
import {offered} from '#test/helpers/world/subtitles.ts';
import {createWorld, type World} from '#test/helpers/world.ts';

const other = 'The.Quiet.Harbour.2019.DVDRip.XviD-ELSE';
const used = ({site}: World<'subtitles'>) => site.downloads.reduce((sum, each) => sum + (each ?? 0), 0);
const html = {status: 200, type: 'text/html', body: '<!doctype html><title>Sorry</title>'};

/** Sends this instead of each subtitle whose address contains the text. */
function spoil({site}: World<'subtitles'>, part: string, reply: SandboxReply) {
	site.override = ({path}) => (path.startsWith('/file/') && path.includes(part) ? reply : null);
}

async function blocked({deps}: World<'subtitles'>): Promise<string[]> {
	const {entries} = await deps.subtitleBlocklist.page({page: 1, limit: 10});
	return entries.map(({subtitleId}) => subtitleId).sort();
}

const useless = {
	'an empty file': {status: 200, type: 'text/plain', body: ''},
	'a file that is too large': {status: 200, type: 'text/plain', body: 'x'.repeat(6_000_000)},
};
for (const [what, reply] of Object.entries(useless)) {
	test(`${what} is blocklisted, so that the next search gets past it, and says nothing about the provider`, async t => {
		const world = await createWorld(t, {subtitles: [offered(1), offered(2), offered(3), offered(4, {release: other})]});
		spoil(world, 'NOBODY', reply);
		t.regex(await world.fetch(), /^failed: 4 subtitles found, not downloaded/);
		t.deepEqual(await blocked(world), ['1', '2', '3']);
		t.like((await world.deps.subtitleProviders.list())[0], {status: 'ok', failures: 0});
		t.regex(await world.fetch(), /^completed/);
		t.is(used(world), 4);
	});
}

for (const [what, reply] of Object.entries({page: html, 'missing file': {status: 404, type: 'text/plain', body: ''}})) {
	test(`a ${what} is blocklisted once the provider has sent another subtitle`, async t => {
		const world = await createWorld(t, {subtitles: [offered(1), offered(2, {release: other})]});
		spoil(world, 'NOBODY', reply);
		t.regex(await world.fetch(), /^completed/);
		t.deepEqual(await blocked(world), ['1']);
	});
}

test('pages instead of all subtitles let the provider rest, and blocklist nothing', async t => {
	const world = await createWorld(t, {subtitles: [offered(1), offered(2), offered(3), offered(4)]});
	spoil(world, '', html);
	t.regex(await world.fetch(), /^failed/);
	t.deepEqual(await blocked(world), []);
	t.like((await world.deps.subtitleProviders.list())[0], {status: 'error'});
	t.regex(await world.fetch(), /^notSearched: .* is paused until/);
	t.true(used(world) <= 3);
});

test('a notice instead of a subtitle is not placed, ends only the downloads of its provider, and is reported', async t => {
	const world = await createWorld(t, {subtitles: [offered(1), offered(2), offered(3)]});
	const words = 'In order to continue you have to login.';
	const body = `1\n00:00:00,500 --> 00:00:06,000\n${words}\nwww.example.org\n\n2\n00:30:00,000 --> 00:30:06,000\nBecome a VIP member\n`;
	spoil(world, '', {status: 200, type: 'text/plain', body});
	const second = await fakeOpenSubtitles(t, {subtitles: [offered(9, {release: other})]});
	await world.deps.subtitleProviders.add({...second.record, name: 'Second'}, new Date());
	t.regex(await world.fetch(), /^completed/);
	t.is(used(world), 1);
	t.deepEqual(await blocked(world), []);
	const [first] = (await world.deps.subtitleProviders.list()).filter(({name}) => name !== 'Second');
	t.is(first?.status, 'rate_limited');
	t.regex(first?.lastError ?? '', /you have to login/);
});

test('two lines for a whole film are no subtitle, and the next one is taken', async t => {
	const world = await createWorld(t, {subtitles: [offered(1), offered(2, {release: other})]});
	const file = world.movie.file ?? (await world.deps.movies.get(world.movie.id)).file;
	const mediaInfo = file?.mediaInfo && {...file.mediaInfo, durationSeconds: 5400};
	await world.deps.movies.setFile(world.movie.id, {...file!, mediaInfo: mediaInfo ?? null}, new Date()); // the world has one
	const body = Array.from({length: 30}, (_, at) => `${at + 1}\n00:00:${at + 10},000 --> 00:00:${at + 10},500\nLine\n`).join('\n');
	world.site.override = ({path}) =>
		path.startsWith('/file/') && !path.includes('NOBODY') ? {status: 200, type: 'text/plain', body} : null;
	t.regex(await world.fetch(), /^completed/);
	t.deepEqual(await blocked(world), ['1']);
});

test('an address of a file on our own machine is not opened', async t => {
	const world = await createWorld(t, {subtitles: [offered(1), offered(2, {release: other})]});
	let asked = 0;
	world.site.override = ({path}) => {
		asked += path === 'download' ? 1 : 0;
		const body = JSON.stringify({link: 'file:///etc/passwd', file_name: 'x.srt', remaining: 9});
		return path === 'download' && asked === 1 ? {status: 200, type: 'application/json', body} : null;
	};
	t.regex(await world.fetch(), /^completed/);
	t.deepEqual(await blocked(world), ['1']);
});

for (const [what, change] of Object.entries({
	'switched off': async ({deps: {subtitleProviders}}: World<'subtitles'>, id: string) =>
		subtitleProviders.change(await subtitleProviders.get(id), {enabled: false}, new Date()),
	deleted: ({deps}: World<'subtitles'>, id: string) => deps.subtitleProviders.remove(id),
})) {
	test(`a provider that was ${what} since the search gives no more downloads`, async t => {
		const world = await createWorld(t, {subtitles: [offered(1), offered(2)]});
		world.site.override = async ({path}) => {
			const [record] = await world.deps.subtitleProviders.list();
			await (path.startsWith('subtitles') && record ? change(world, record.id) : null);
			return null;
		};
		t.regex(await world.fetch(), /^failed: 2 subtitles found, not downloaded: OpenSubtitles: [^;]*$/);
		t.is(used(world), 0);
	});
}
