import {answerDisks} from '#test/helpers/answer-disks.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';
import {until} from '#test/helpers/until.ts';

const long = 'A name of a kept filter that is a good deal longer than any phone is wide <b>and has tags</b>';
/** Where each dialog is opened, and by which button. */
const openers = [
	['movies', 'Filter'],
	['movies/ID', 'Edit'],
	['movies/ID', 'Rename files'],
	['movies/ID', 'Move'],
	['movies/ID', 'Correct the match'],
	['movies/ID', 'Delete'],
	['queue', 'Pause …'],
	['calendar', 'Feed'],
	['settings/api-keys', 'Add an API key'],
	['settings/users', 'Add a user'],
] as const;
/** Milliseconds until a button that did nothing is tried again. */
const lookMs = 5000;
/** Of what has the focus. */
const nameOfFocused = '(document.activeElement.ariaLabel ?? document.activeElement.textContent).trim()';
const measures = `(dialog => ({
	isBeside: dialog.scrollWidth > dialog.clientWidth || document.documentElement.scrollWidth > innerWidth,
	isOutside: dialog.getBoundingClientRect().right > innerWidth || dialog.getBoundingClientRect().bottom > innerHeight,
	// After the last element comes the browser itself, which is told as the body.
	hasFocus: dialog.contains(document.activeElement) || document.activeElement === document.body,
}))(document.querySelector('dialog'))`;

browserTest('at 320 pixels dialogs fit, keep the focus of the keyboard, and give it back after Escape', async t => {
	const served = await serve(t);
	const {url, deps} = served;
	await addUser(deps, 'vera', 'admin');
	await answerDisks(t, served);
	await answerJobs(t, served, {lookUpTitles: async () => ({titles: []})});
	await deps.qualityProfiles.ensureDefaults(deps.now());
	await deps.languageProfiles.ensureDefaults(deps.now());
	const {id} = await addMovie(served, {title: 'Lighthouse'.repeat(50)});
	const ui = await openUi(t, url);
	const {page} = ui;
	await page.setViewport({width: 320, height: 640, isMobile: true, hasTouch: true});
	await ui.logIn('vera', testPassword);
	await ui.tools();
	await ui.click('::-p-aria([name="Filter"][role="button"])');
	await page.locator('dialog select').fill('true');
	await ui.fill('.save-filter input', long);
	await page.keyboard.press('Enter');
	await page.waitForSelector('.saved-filters .chip');
	await page.keyboard.press('Escape');
	await ui.click('dialog ::-p-text(Discard)');
	await page.waitForFunction(`!document.querySelector('dialog')`);
	for (const [path, name] of openers) {
		const hash = `#/${path.replace('ID', id)}`;
		if (path !== 'movies' && (await page.evaluate('location.hash')) !== hash) {
			await page.evaluate(`location.hash = '${hash}'`);
			// A new view takes the focus, and must not take it from the dialog.
			await page.waitForFunction(`document.activeElement === document.querySelector('main')`);
		}
		await (path === 'movies' ? ui.tools() : undefined);
		const isBehind = path.endsWith('ID');
		const openerName = isBehind ? 'More …' : name;
		// While the title is still read, the button may be drawn anew, and what was found is gone.
		await until(async () => {
			const opener = await page.waitForSelector(`main ::-p-aria([name="${openerName}"][role="button"])`);
			await opener?.focus();
			await page.keyboard.press('Enter');
			const opened = page.waitForSelector(isBehind ? '.more-menu li' : 'dialog[open]', {timeout: lookMs});
			return opened.then(
				() => true,
				() => false,
			);
		});
		if (isBehind) {
			await page.evaluate(
				`[...document.querySelectorAll('.more-menu li button')].find(each => each.textContent === ${JSON.stringify(name)}).click()`,
			);
		}
		await page.waitForSelector('dialog[open]');
		await page.waitForFunction(`!document.querySelector('dialog .waiting')`);
		for (let tabs = 0; tabs < 4; tabs += 1) {
			await page.keyboard.press('Tab');
		}
		t.deepEqual(await page.evaluate(measures), {isBeside: false, isOutside: false, hasFocus: true}, name);
		if (path === 'movies') {
			t.deepEqual(await seriousFindings(ui), []);
		}
		await page.keyboard.press('Escape');
		await page.waitForFunction(`!document.querySelector('dialog') && ${nameOfFocused} === ${JSON.stringify(openerName)}`);
	}
	t.deepEqual(ui.faults, []);
});
