import {browserTest} from '#test/helpers/browser.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi} from '#test/helpers/ui/open-ui.ts';

const phone = {width: 390, height: 844, isMobile: true, hasTouch: true};
const titles = [
	'مدينة الأحلام',
	'Lighthouse',
	'<img src=x onerror=alert(1)>',
	...Array.from({length: 60}, (_none, at) => `Film ${String(at).padStart(2, '0')}`),
];

browserTest('a person finds their place again: on the wall, in its search, after a dialog, and in another tab', async t => {
	const served = await serve(t);
	const {url, deps} = served;
	await addUser(deps, 'vera', 'admin');
	for (const [at, title] of titles.entries()) {
		await addMovie(served, {metaId: at + 1, imdbId: null, title});
	}
	const ui = await openUi(t, url);
	const {page} = ui;
	await page.setViewport(phone);
	await ui.logIn('vera', testPassword);
	const isAt = (top: number) => page.waitForFunction(`Math.abs(scrollY - ${top}) < 2`);

	await ui.see('Film 00');
	await page.evaluate('scrollTo(0, 1500)');
	await page.waitForFunction('history.state?.scrollY === 1500');
	await page.evaluate(`[...document.querySelectorAll('.card a')].find(each => each.getBoundingClientRect().top > 100).click()`);
	await ui.see('No file yet');
	await isAt(0);
	t.regex(await page.title(), /^Film \d\d · Kinoteka$/);

	await ui.more('Delete');
	await ui.click('dialog ::-p-text(Cancel)');
	await page.waitForFunction('document.activeElement.textContent.trim() === "More …"');
	await page.goBack();
	await isAt(1500);
	await page.reload();
	await isAt(1500);
	await page.setOfflineMode(true);
	await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
	await ui.see('Kinoteka does not answer');
	await page.setOfflineMode(false);
	await page.waitForFunction(`!document.querySelector('.notice.away, .ghost')`);
	await isAt(1500);

	await page.evaluate('scrollTo(0, 0)');
	await ui.fill('.filters input', 'Lighthouse');
	await page.waitForFunction('document.querySelectorAll(".card:not(.ghost)").length === 1');
	await ui.click('.navigation a[href="#/movies"]');
	await ui.see('Film 00');
	t.is(await page.evaluate(`document.querySelector('.filters input').value`), '');

	await page.evaluate(`location.hash = '#/movies/%'`);
	await ui.see('There is nothing here');

	await ui.click('.navigation .more');
	await ui.click('.account ::-p-text(Log out)');
	await page.waitForSelector('.login');
	await ui.logIn('vera', testPassword);
	await page.evaluate(`fetch('api/auth/logout', {method: 'POST'}).then(() => document.dispatchEvent(new Event('visibilitychange')))`);
	await page.waitForSelector('.login');
	t.deepEqual(ui.faults, []);
});

browserTest('“Back” closes a dialog instead of leaving what was entered, and a deleted title says where it may be found', async t => {
	const served = await serve(t);
	const {url, deps, call} = served;
	await addUser(deps, 'vera', 'admin');
	await deps.qualityProfiles.ensureDefaults(deps.now());
	await deps.languageProfiles.ensureDefaults(deps.now());
	const {id} = await addMovie(served, {title: 'Lighthouse'});
	const ui = await openUi(t, url);
	const {page} = ui;
	await page.setViewport(phone);
	await ui.logIn('vera', testPassword);
	await ui.click('.card a');
	await ui.more('Edit');
	await page.waitForSelector('dialog input[type=number]');
	await page.evaluate('history.back()');
	await page.waitForFunction(`!document.querySelector('dialog') && document.activeElement.textContent.trim() === 'More …'`);
	t.is(await page.evaluate('location.hash'), `#/movies/${id}`);

	await ui.more('Edit');
	await ui.fill('dialog input[type=number]', '3');
	await page.evaluate('history.back()');
	await ui.see('What you entered is not saved.');
	t.is(await page.evaluate('location.hash'), `#/movies/${id}`);
	await ui.click('dialog ::-p-text(Keep editing)');
	t.is((await call(`DELETE /api/library/movies/${id}`)).status, 204);
	await ui.click('dialog [type=submit]');
	await ui.see('This movie is not in the library. If it was deleted');
	await page.keyboard.press('Escape');
	await ui.click('dialog ::-p-text(Discard)');
	await page.waitForFunction(`!document.querySelector('dialog')`);
	await page.evaluate('history.back()');
	await ui.see('No movies yet');
	t.deepEqual(ui.faults, []);
});
