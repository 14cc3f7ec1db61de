import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import type {Page} from 'puppeteer';
import type {FileChange, FileRowCode, FileRowState} from '#shared/domain/file-changes/file-change.ts';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addMovie, buildMediaFile} from '#test/helpers/build-movie.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings, type Ui} from '#test/helpers/ui/open-ui.ts';
import {writeTree} from '#test/helpers/world/moves.ts';

const widths = [
	{width: 1280, height: 900},
	{width: 390, height: 844, isMobile: true, hasTouch: true},
];
const long = 'a-name-that-is-longer-than-a-phone-is-wide-and-has-no-space-in-it-at-all-from-its-beginning-to-its-end';
const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;

/** A served page with two films, of which one has a file on the disk. */
async function withFilms(t: ExecutionContext) {
	const served = await serve(t);
	const {deps, call, directory} = served;
	const [root, other] = [join(directory, 'films'), join(directory, 'more')];
	await mkdir(root);
	await mkdir(other);
	await answerDisks(t, served);
	await call('POST /api/root-folders', {body: {path: root}});
	await call('POST /api/root-folders', {body: {path: other}});
	await deps.qualityProfiles.ensureDefaults(deps.now());
	const movie = await addMovie(served, {title: 'Harbour'}, {rootFolderPath: root, path: join(root, 'Harbour')});
	await addMovie(served, {title: 'Lantern', metaId: 2}, {rootFolderPath: root, path: join(root, 'Lantern')});
	await writeTree(root, {'Harbour/old.mkv': 'film', 'Harbour/old.en.srt': 'words'});
	await deps.movies.setFile(movie.id, buildMediaFile({path: join(root, 'Harbour/old.mkv'), size: 4}), deps.now());
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	await ui.logIn('vera', testPassword);
	const {fileChanges, now} = deps;

	/** What a worker would have planned. */
	async function plan(
		id: string,
		files: readonly [name: string, state: FileRowState, code: FileRowCode | null][],
		change: Partial<FileChange>,
	) {
		const row = {changeId: id, titleId: movie.id, titleKind: 'movie' as const, title: 'Harbour', fromRoot: root, toRoot: root, links: 2};
		const common = {...row, identity: '1:1', way: null, size: 5_000_000_000};
		await fileChanges.rows.add([
			{...common, number: 0, what: 'title', fileId: null, from: root, to: root, companions: [], state: 'planned', code: null},
			...files.map(([name, state, code], index) => ({
				...common,
				number: index + 1,
				what: 'file' as const,
				fileId: `file-${index}`,
				from: join(root, `Harbour/${long}-${index}.mkv`),
				to: join(root, `Harbour/${name}`),
				companions: [{from: join(root, 'Harbour/a.srt'), to: join(root, 'Harbour/b.srt'), identity: null, placed: null}],
				state,
				code,
			})),
		]);
		const count = (state: FileRowState) => files.filter(each => each[1] === state).length;
		const [done, skipped] = [count('done'), count('skipped')];
		const bytes = files.length * 5_000_000_000;
		const totals = {titles: 1, files: files.length, bytes, done, skipped, failed: 0, linkedFiles: files.length, linkedBytes: bytes};
		await fileChanges.move(id, ['planning', 'planned', 'running', 'done'], {plannedAt: now(), totals, ...change}, now());
	}

	return {...served, ui, page: ui.page, root, other, movie, plan};
}

async function isNarrow(t: ExecutionContext, page: Page, about: string): Promise<void> {
	const surplus = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
	t.true(Number(surplus) <= 0, `${about} is ${surplus} pixels too wide`);
}

const open = ({page}: Ui, path: string) => page.evaluate(`location.hash = '#/${path}'`);

browserTest('files of a title are renamed and moved in a dialog: looked at, started, watched, and undone', async t => {
	const {ui, page, deps, movie, other, plan} = await withFilms(t);
	const {fileChanges, now} = deps;
	const latest = async () => (await fileChanges.page({page: 1, limit: 1})).changes[0]!; // the page has just asked for it
	for (const viewport of widths) {
		await page.setViewport(viewport);
		await open(ui, `movies/${movie.id}`);
		await ui.more('Rename files');
		await ui.see('1 file would get another name.');
		await ui.see('old.mkv');
		await ui.see('[WEBDL-1080p]-NOBODY.mkv');
		t.deepEqual(await seriousFindings(ui), [], `preview at ${viewport.width}`);
		await isNarrow(t, page, `preview at ${viewport.width}`);
		await page.keyboard.press('Escape');
		await page.waitForFunction(`!document.querySelector('dialog')`);
	}
	await page.setViewport(widths[0]!); // there are two
	await ui.more('Move');
	await page.waitForSelector('dialog select');
	await page.select('dialog select', other);
	await ui.click('dialog [type=submit]');
	await ui.see('Looking at the files');
	const {id} = await latest();
	t.like(await latest(), {kind: 'move', to: other, start: false, selection: {movieIds: [movie.id]}});
	await plan(
		id,
		[
			['new.mkv', 'planned', null],
			['taken.mkv', 'skipped', 'target_exists'],
		],
		{state: 'planned'},
	);
	await ui.see('Something else has the new name already');
	await ui.see('2 files (10 GB) share their data with others');
	t.deepEqual(await seriousFindings(ui), []);
	await page.select('dialog select[aria-label="Which files"]', 'skipped');
	await page.waitForFunction(`!document.querySelector('dialog').innerText.includes('new.mkv')`);
	await ui.see('Something else has the new name already'); // the dialog grows by this row, and its buttons move
	await ui.click(button('Start'));
	await page.waitForFunction(`document.querySelector('dialog .primary')?.disabled`);
	t.is((await deps.taskHistory.active(`files-${id}`)).length, 1);
	await fileChanges.move(id, ['planned'], {state: 'done', startedAt: now(), endedAt: now()}, now());
	await plan(
		id,
		[
			['new.mkv', 'done', null],
			['taken.mkv', 'skipped', 'target_exists'],
		],
		{},
	);
	await ui.click(button('Close'));
	await open(ui, `file-changes/${id}`);
	await ui.see('1 done');
	await ui.click(button('Undo'));
	await page.waitForFunction(`!location.hash.includes('${id}')`);
	t.like(await latest(), {kind: 'undo', undoOf: id, start: true});
	t.deepEqual(ui.faults, []);
});

browserTest('a plan that nobody starts is discarded with its dialog', async t => {
	const {ui, page, deps, movie, plan} = await withFilms(t);
	await open(ui, `movies/${movie.id}`);
	await ui.more('Rename files');
	await ui.click('dialog input[type=checkbox]');
	await ui.click('dialog [type=submit]');
	await ui.see('Looking at the files');
	const [change] = (await deps.fileChanges.page({page: 1, limit: 1})).changes;
	await plan(change?.id ?? '', [['new.mkv', 'planned', null]], {state: 'planned'});
	await ui.see('Not started');
	await page.waitForFunction(`document.querySelector('dialog').contains(document.activeElement)`);
	await page.keyboard.press('Escape');
	await page.waitForFunction(`!document.querySelector('dialog')`);
	await page.waitForFunction(
		`fetch('api/file-changes').then(reply => reply.json()).then(({fileChanges}) => fileChanges[0].state === 'cancelled')`,
	);
	t.deepEqual(ui.faults, []);
});

browserTest('many titles are picked in the list with the keyboard alone', async t => {
	const {ui, page, deps} = await withFilms(t);
	// A change between the two reloads the page.
	for (const viewport of widths.toReversed()) {
		await page.setViewport(viewport);
		await open(ui, 'movies');
		await ui.see('Lantern');
		await ui.tools();
		await page.focus('::-p-aria([name="Select"][role="button"])');
		await page.keyboard.press('Space');
		await page.waitForSelector('.card button');
		t.deepEqual(await seriousFindings(ui), [], `selection at ${viewport.width}`);
		await isNarrow(t, page, `selection at ${viewport.width}`);
	}
	for (const card of await page.$$('.card button')) {
		await card.focus();
		await page.keyboard.press('Space');
	}
	await ui.see('2 selected');
	await page.focus('::-p-aria([name="Rename files"][role="button"])');
	await page.keyboard.press('Enter');
	await page.waitForSelector('dialog [type=submit]:enabled');
	// The dialog takes the focus itself when it opens, which on a slow machine is after it is drawn.
	await page.waitForFunction(`document.querySelector('dialog').contains(document.activeElement)`);
	await page.focus('dialog [type=submit]');
	await page.keyboard.press('Enter');
	await ui.see('Looking at the files');
	const [change] = (await deps.fileChanges.page({page: 1, limit: 1})).changes;
	t.is(change?.kind, 'rename');
	t.is(change?.selection.movieIds.length, 2);
	t.deepEqual(ui.faults, []);
});

browserTest('changes of files are listed, and an edited folder takes its files along if asked to', async t => {
	const {ui, page, deps, call, movie, other, plan} = await withFilms(t);
	const {id} = (await call('POST /api/file-changes', {body: {kind: 'rename', movieIds: [movie.id]}})).body;
	await plan(
		id,
		[
			['new.mkv', 'done', null],
			[`${long}.mkv`, 'skipped', 'needs_copies'],
		],
		{
			state: 'failed',
			message: 'The root folder is not there. Mount it, then try again.',
			startedAt: new Date(),
			endedAt: new Date(),
		},
	);
	for (const viewport of widths) {
		await page.setViewport(viewport);
		for (const [path, text] of [
			['file-changes', 'The root folder is not there.'],
			[`file-changes/${id}`, 'A torrent shares it'],
		] as const) {
			await open(ui, path);
			await ui.see(text);
			t.deepEqual(await seriousFindings(ui), [], `${path} at ${viewport.width}`);
			await isNarrow(t, page, `${path} at ${viewport.width}`);
		}
	}
	await ui.click(button('Try again'));
	await page.waitForFunction(`fetch('api/file-changes/${id}').then(reply => reply.json()).then(({state}) => state === 'planned')`);
	await open(ui, 'file-changes');
	await ui.click(button('Move many titles'));
	await ui.see('To the root folder');
	t.deepEqual(await seriousFindings(ui), []);
	await page.keyboard.press('Escape');

	await open(ui, `movies/${movie.id}`);
	await ui.more('Edit');
	await page.waitForSelector('dialog form');
	await page.evaluate(
		`[...document.querySelectorAll('dialog label')].find(each => each.textContent === 'Root folder').control.dataset.choice = 'root'`,
	);
	await page.select('[data-choice=root]', other);
	await ui.click('dialog ::-p-text(Move the files there)');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('dialog [type=submit]');
	await ui.see('The files are being moved');
	const [change] = (await deps.fileChanges.page({page: 1, limit: 1})).changes;
	t.like(change, {kind: 'move', to: other, start: true, selection: {movieIds: [movie.id]}});
	t.deepEqual(ui.faults, []);
});
