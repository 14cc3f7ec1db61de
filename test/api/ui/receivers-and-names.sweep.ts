import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {createPatternMatcher} from '#shared/patterns/match-patterns.ts';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {openUi, seriousFindings, type Ui} from '#test/helpers/ui/open-ui.ts';
import {handleJudgeName} from '#workers/search/judge-name.ts';

const box = (name: string) => `::-p-aria([name="${name}"][role="textbox"])`;
const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;
const isNarrow = 'document.documentElement.scrollWidth <= innerWidth';

async function open({page}: Ui, path: string) {
	await page.evaluate(`location.hash = '#/${path}'`);
	await page.waitForFunction(`document.querySelector('main h1') && !document.querySelector('main .waiting')`);
}

browserTest('Discord is added with a test, a root folder is chosen from a list, a name is tried, and a profile copied', async t => {
	const served = await serve(t);
	const {deps} = served;
	await answerDisks(t, served);
	const withMatcher = {...deps, patternMatcher: createPatternMatcher()};
	await answerJobs(
		t,
		{...served, deps: withMatcher},
		{testConnection: async () => ({version: null, details: ['Discord took a test message.']}), judgeName: handleJudgeName},
	);
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	const {page} = ui;
	await ui.logIn('vera', testPassword);

	await open(ui, 'settings/notifications');
	await ui.click('::-p-text(Add a notification)');
	await ui.fill(box('Name'), 'Films');
	await page.locator('dialog select').fill('discord');
	await page.waitForFunction(`!document.querySelector('dialog').innerText.includes('API key')`);
	await ui.fill(box('URL'), 'https://discord.test/api/webhooks/112233445566778899/a-token-of-23-characters');
	await ui.click(`dialog ${button('Test')}`);
	await ui.see('The connection works.');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('dialog [type=submit]');
	await page.waitForFunction(`!document.querySelector('dialog')`);
	await ui.see('Films');
	t.like((await deps.notifications.list())[0], {kind: 'discord', secret: null});

	const media = await tempFolder(t);
	await mkdir(join(media, 'films'));
	await open(ui, 'settings/folders');
	await ui.click('::-p-text(Add a root folder)');
	await ui.fill(box('Path'), media);
	await ui.click(button('Browse'));
	await ui.click(`dialog ${button('films')}`);
	await ui.see('No folder in it.');
	t.is(await page.$eval('dialog .with-button input', input => (input as unknown as {value: string}).value), join(media, 'films'));
	t.deepEqual(await seriousFindings(ui), []);
	await page.setViewport({width: 320, height: 700});
	t.true(await page.evaluate(isNarrow));
	await ui.click('dialog [type=submit]');
	await page.waitForFunction(`!document.querySelector('dialog')`);
	t.is((await deps.rootFolders.list())[0]?.path, join(media, 'films'));

	await deps.qualityProfiles.ensureDefaults(deps.now());
	await open(ui, 'settings');
	await ui.click('main ::-p-text(Try a name)');
	await ui.fill(box('Release name'), 'The.Quiet.Harbour.2019.1080p.WEB-DL.x264-HARBOUR');
	await ui.click('main [type=submit]');
	await ui.see('WEBDL-1080p');
	t.true(await page.evaluate(isNarrow));
	await page.setViewport({width: 1280, height: 800});
	t.deepEqual(await seriousFindings(ui), []);

	const [first] = await deps.qualityProfiles.list();
	await open(ui, 'settings/quality-profiles');
	await ui.click(button('Copy'));
	await page.waitForFunction(`document.querySelector('dialog input').value === ${JSON.stringify(`Copy of ${first?.name}`)}`);
	await ui.click('dialog [type=submit]');
	await page.waitForFunction(`!document.querySelector('dialog')`);
	const copy = (await deps.qualityProfiles.list()).find(({name}) => name === `Copy of ${first?.name}`);
	t.deepEqual(copy?.items, first?.items);

	await ui.click(button('Edit'));
	const namesOfRanks = `[...document.querySelectorAll('.ranks li')].slice(0, 3).map(each => each.querySelector('.grip + .allowed').innerText).join()`;
	await page.waitForFunction(`document.querySelectorAll('.ranks .grip').length > 3`);
	const before = String(await page.evaluate(namesOfRanks)).split(',');
	await page.locator('.ranks li .grip').hover();
	const grip = await page.$('.ranks li .grip');
	const {x = 0, y = 0} = (await grip?.boundingBox()) ?? {};
	const next = await (await page.$('.ranks li:nth-child(2)'))?.boundingBox();
	await page.mouse.move(x + 4, y + 4);
	await page.mouse.down();
	await page.mouse.move(x + 4, (next?.y ?? 0) + (next?.height ?? 0) - 4, {steps: 20});
	await page.mouse.up();
	t.deepEqual(String(await page.evaluate(namesOfRanks)).split(','), [before[1], before[0], before[2]]);
	await ui.click('dialog ::-p-text(Cancel)');
	await page.waitForFunction(`!document.querySelector('dialog')`);

	await deps.qualityDefinitions.ensureDefaults(deps.now());
	await open(ui, 'settings/quality-sizes');
	const most = 'input[aria-label^="Most of Bluray-1080p"]';
	await ui.fill(most, '1');
	await ui.click(button('Save'));
	await page.waitForSelector('tr[data-fault] [role=alert]');
	await ui.fill(most, '50');
	await ui.click(button('Save'));
	await ui.see('The sizes of one quality are saved.');
	t.is((await deps.qualityDefinitions.get('Bluray-1080p')).maximum, 50);

	await open(ui, 'settings/clients');
	await ui.click('::-p-text(Add a download client)');
	await page.locator('dialog select').fill('transmission');
	await ui.see('http://localhost:9091');
	await ui.click('dialog ::-p-text(Cancel)');
	await page.waitForFunction(`!document.querySelector('dialog')`);

	await open(ui, 'import?path=/nowhere');
	await ui.see('Path must lie in a root folder or in a folder of a download client');
	t.deepEqual(ui.faults, []);
});
