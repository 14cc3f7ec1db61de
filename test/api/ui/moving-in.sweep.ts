import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';
import {until} from '#test/helpers/until.ts';

const widths = [
	{width: 1280, height: 900},
	{width: 360, height: 780, isMobile: true, hasTouch: true},
];
const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;
const long = '/a-folder-that-is-longer-than-a-phone-is-wide-and-has-no-space-in-it-at-all-from-its-beginning-to-its-end';

/** `isEntered`: a page that becomes that of a phone is loaded again, and would lose what was entered. */
async function looksRight(
	t: ExecutionContext,
	ui: Awaited<ReturnType<typeof openUi>>,
	about: string,
	{isEntered = false} = {},
): Promise<void> {
	for (const viewport of isEntered ? widths.slice(-1) : widths) {
		await ui.page.setViewport(viewport);
		t.deepEqual(await seriousFindings(ui), [], `${about} at ${viewport.width}`);
		const surplus = await ui.page.evaluate('document.documentElement.scrollWidth - innerWidth');
		t.true(Number(surplus) <= 0, `${about} is ${surplus} pixels too wide at ${viewport.width}`);
	}
}

browserTest('a household moves in by the page: backups, folders, report, start, and undo', async t => {
	const served = await serve(t);
	const {deps, directory} = served;
	const {moves, now} = deps;
	await answerDisks(t, served);
	await answerJobs(t, served, {
		findRunningPrograms: async () => ({running: []}),
		testMoveSource: async () => ({program: 'radarr', version: '6.0.4', schemaVersion: '242', secrets: false, details: []}),
	});
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	const {page} = ui;
	await ui.logIn('vera', testPassword);
	await ui.click('.steps ::-p-text(Move in)');
	await ui.see('Choose the backups of Radarr, Sonarr, Prowlarr and Bazarr');
	await looksRight(t, ui, 'beginning');

	const [zip, database] = [join(directory, 'radarr_backup.zip'), join(directory, 'sonarr.db')];
	await writeFile(zip, Buffer.alloc(5 * 1024 * 1024, 'z'));
	await writeFile(database, 'database');
	await writeFile(`${database}-wal`, 'log');
	const [chooser] = await Promise.all([page.waitForFileChooser(), ui.click(button('Choose backups'))]);
	await chooser.accept([zip, database, `${database}-wal`]);
	await ui.see('sonarr.db, sonarr.db-wal');
	await looksRight(t, ui, 'chosen', {isEntered: true});
	await ui.click(button('Add an address'));
	await ui.fill('dialog input[type=url]', 'http://radarr.test:7878');
	await ui.fill('dialog input[type=password]', 'key');
	await looksRight(t, ui, 'address', {isEntered: true});
	await ui.click('dialog [type=submit]');
	await ui.see('Radarr at http://radarr.test:7878');
	await ui.click(button('Look at them'));
	await ui.see('Being planned');
	const [move] = (await moves.page({page: 1, limit: 1})).moves;
	t.deepEqual(
		move?.sources.map(({uploads}) => uploads.length),
		[1, 2, 0],
	);
	const id = move?.id ?? '';
	const about = {moveId: id, source: 0, program: 'radarr'} as const;
	await moves.rows.put([
		{...about, number: 1, kind: 'movie', sourceId: '1', title: 'Harbour (2001)', outcome: 'comes', notes: []},
		{
			...about,
			number: 2,
			kind: 'notification',
			sourceId: '2',
			title: 'Shell',
			outcome: 'cannot',
			notes: [{code: 'function_ends', detail: 'It is in use there and stops working with the other program.'}],
		},
		{
			...about,
			number: 3,
			kind: 'movie',
			sourceId: '3',
			title: 'Lantern',
			outcome: 'comesChanged',
			notes: [{code: 'file_missing', detail: `its file is not on the disk (${long}).`}],
		},
		{
			...about,
			number: 4,
			kind: 'indexer',
			sourceId: '7',
			title: long,
			outcome: 'needsYou',
			notes: [{code: 'secret_masked', detail: 'Its apiKey is not told over the API.', names: ['apiKey']}],
		},
	]);
	const sources = (move?.sources ?? []).map((source, index) => ({
		...source,
		program: index === 0 ? ('radarr' as const) : ('sonarr' as const),
		warnings: [{code: 'log_missing', message: 'It was copied without its log.'}],
	}));
	const folders = [
		{from: long, to: null, isGiven: false, checked: 50, found: 0},
		{from: '/tv', to: '/data/media/tv', isGiven: false, checked: 50, found: 49},
	];
	await moves.move(id, ['planning'], {state: 'planned', plannedAt: now(), sources, folders}, now());
	await ui.see('One thing stops working.');
	await ui.see('Shell');
	await ui.see('49 of 50 found');
	await looksRight(t, ui, 'planned');
	await page.locator('select[aria-label="What becomes of it"]').fill('comesChanged');
	await ui.see('its file is not on the disk');
	await looksRight(t, ui, 'report', {isEntered: true});

	await page.locator('select[aria-label="What becomes of it"]').fill('needsYou');
	await ui.click(button('Enter'));
	await ui.see('does not tell it over its API');
	await ui.fill('dialog input[type=password]', 'some-key');
	await looksRight(t, ui, 'secret', {isEntered: true});
	await ui.click('dialog [type=submit]');
	await ui.see('Being planned');
	t.deepEqual(await moves.secretsOf(id), [{source: 0, kind: 'indexer', id: '7', name: 'apiKey', value: 'some-key'}]);
	await moves.move(id, ['planning'], {state: 'planned', plannedAt: now()}, now());
	await page.locator('select[aria-label="What becomes of it"]').fill('needsYou');
	await ui.click('::-p-aria([role="checkbox"])');
	await ui.click(button('Leave out (1) and look again'));
	await ui.see('Being planned');
	t.deepEqual((await moves.get(id)).choices, [{source: 0, kind: 'indexer', id: '7', take: false}]);
	await moves.move(id, ['planning'], {state: 'planned', plannedAt: now()}, now());
	await ui.see('One thing is left out.');
	await looksRight(t, ui, 'left out');
	await ui.click(button('Take everything after all'));
	await ui.see('Being planned');
	t.deepEqual((await moves.get(id)).choices, []);
	await moves.move(id, ['planning'], {state: 'planned', plannedAt: now()}, now());

	await ui.click(button('Say where'));
	await ui.fill('dialog input', '/data/media/movies');
	await looksRight(t, ui, 'folder', {isEntered: true});
	await ui.click('dialog [type=submit]');
	await ui.see('Being planned');
	t.deepEqual((await moves.get(id)).mappings, [{from: long, to: '/data/media/movies'}]);
	await moves.move(id, ['planning'], {state: 'planned', plannedAt: now(), folders}, now());
	await ui.click(button('Move in'));
	await ui.see('Start without some folders?');
	await ui.click(`dialog ${button('Move in')}`);
	await ui.see('0 of 2 titles are here.');
	t.like(await moves.get(id), {state: 'running'});
	await looksRight(t, ui, 'running');
	await moves.move(id, ['running'], {state: 'completed', endedAt: now()}, now());
	await ui.see('stop the other programs and take over');
	await looksRight(t, ui, 'completed');
	const newer = join(directory, 'newer_backup.zip');
	await writeFile(newer, Buffer.alloc(1024, 'z'));
	const [again] = await Promise.all([page.waitForFileChooser(), ui.click(button('Newer backup of Radarr'))]);
	await again.accept([newer]);
	await ui.see('newer_backup.zip');
	await looksRight(t, ui, 'newer backup', {isEntered: true});
	await ui.click(button('Look what has changed'));
	await ui.see('Reading the other programs again');
	const comparison = await until(async () => (await moves.get(id)).comparison);
	t.deepEqual([comparison.state, comparison.uploads.map(uploads => uploads.length)], ['reading', [1, 0, 0]]);
	const titles = [{source: 0, sourceId: '9', title: long, change: 'added' as const}];
	const found = {...comparison, state: 'ready' as const, titles, at: now()};
	await moves.move(id, ['completed'], {comparison: {...found, counts: {added: 1, changed: 0, gone: 0}}}, now());
	await ui.see('1 new, 0 changed, 0 gone');
	await looksRight(t, ui, 'compared');
	await ui.click(button('Take over'));
	await ui.see('Are the other programs stopped?');
	await looksRight(t, ui, 'take-over', {isEntered: true});
	await ui.click(`dialog ${button('Take over')}`);
	await ui.see('Being taken over');
	t.like(await moves.get(id), {state: 'takingOver'});
	await moves.move(id, ['takingOver'], {state: 'takenOver', endedAt: now()}, now());
	await ui.see('Taken over');
	await ui.click(button('Undo'));
	await ui.click(`dialog ${button('Undo')}`);
	await ui.see('Taking it back');
	t.like(await moves.get(id), {state: 'undoing'});
	await moves.move(id, ['undoing'], {state: 'undone'}, now());
	await ui.see('Taken back');
	await page.reload();
	await ui.see('Choose the backups of Radarr, Sonarr, Prowlarr and Bazarr');
	t.deepEqual(ui.faults, []);
});
