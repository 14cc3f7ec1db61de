import {mkdir} from 'node:fs/promises';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';

const box = (name: string) => `::-p-aria([name="${name}"][role="textbox"])`;
const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;
const isNarrow = 'document.documentElement.scrollWidth <= innerWidth';

browserTest('categories, languages and parts of names are chosen from lists, and folders without a title are shown', async t => {
	const served = await serve(t);
	const {deps} = served;
	const films = `${served.directory}/films`;
	await mkdir(`${films}/The Lamp (1999) {imdb-tt0000001}`, {recursive: true});
	await answerDisks(t, served);
	await served.call('POST /api/root-folders', {body: {path: films}});
	await deps.qualityProfiles.ensureDefaults(deps.now());
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	const {page} = ui;
	await ui.logIn('vera', testPassword);

	await page.evaluate(`location.hash = '#/settings/indexers?add=true'`);
	await ui.fill(box('Name'), 'Attic');
	await ui.fill(box('URL'), 'http://attic.test:9696');
	await page.locator('dialog .picked select').fill('2045');
	await ui.see('Movies/UHD (2045)');
	await ui.click(button('Other category'));
	await ui.fill('dialog .picked input', '100007');
	await ui.click(button('Add it'));
	await ui.click(button('Remove TV (5000)'));
	t.deepEqual(await seriousFindings(ui), []);
	await page.setViewport({width: 320, height: 700});
	t.true(await page.evaluate(isNarrow));
	await page.setViewport({width: 1280, height: 800});
	await ui.click('dialog [type=submit]');
	await page.waitForFunction(`!document.querySelector('dialog')`);
	t.deepEqual((await deps.indexers.list())[0]?.categories, [2000, 2045, 100_007]);

	await page.evaluate(`location.hash = '#/settings/metadata'`);
	await ui.see('Language of titles and texts');
	await page.locator('main select').fill('de-DE');
	await ui.click(button('Save'));
	await page.waitForFunction(`!document.querySelector('main .save-bar')`);
	t.is(deps.settings.get('meta.language'), 'de-DE');

	await page.evaluate(`location.hash = '#/settings/media'`);
	await ui.see('Names with these settings');
	const folder = '.name-field:first-of-type';
	await page.waitForSelector(folder);
	await ui.click(`${folder} .with-button button`);
	await ui.see('The Sample Collection');
	await ui.fill(`${folder} input`, 'All ');
	await page.evaluate(`[...document.querySelectorAll('.token')].find(each => each.textContent.startsWith('{Movie Collection}')).click()`);
	await page.waitForFunction(`document.querySelector('.name-field input').value === 'All {Movie Collection}'`);
	await page.waitForFunction(`document.querySelector('.name-field .sample')?.textContent.startsWith('All The Sample Collection')`);
	t.deepEqual(await seriousFindings(ui), []);
	await page.setViewport({width: 320, height: 700});
	t.true(await page.evaluate(isNarrow));
	await page.setViewport({width: 1280, height: 800});

	await ui.click('.save-bar ::-p-text(Discard)');
	await page.evaluate(`location.hash = '#/settings/folders'`);
	await ui.click('::-p-text(1 folder without a title)');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('::-p-aria([name="Add the title of The Lamp (1999) {imdb-tt0000001}"])');
	await page.waitForFunction(`document.querySelector('main input[type=search]')?.value === 'The Lamp'`);
	await ui.see('the files in it are taken in');
	t.deepEqual(ui.faults, []);
});
