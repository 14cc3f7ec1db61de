import {browserTest} from '#test/helpers/browser.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';
import {buildItem} from '#test/helpers/world/movie.ts';

browserTest('whoever is at work when the session ends logs in again and goes on', async t => {
	const {url, deps, call} = await serve(t);
	await addUser(deps, 'root', 'admin');
	// Without a cookie it would not be over: an answer that is on its way brings the cookie back.
	const endSessions = async () => {
		for (const {id} of (await call('GET /api/auth/sessions')).body.sessions) {
			await call(`DELETE /api/auth/sessions/${id}`);
		}
	};
	const ui = await openUi(t, url);
	const {page} = ui;
	await ui.logIn('root', testPassword);
	await page.evaluate(`location.hash = '#/settings/delay-profiles'`);
	await ui.click('::-p-text(Add a delay profile)');
	await page.waitForSelector('dialog textarea');
	await ui.fill('dialog textarea', 'half-written');
	await endSessions();
	await ui.click('dialog [type=submit]');

	await page.waitForSelector('dialog.login[open]');
	await ui.see('Your session has ended. What you were doing is still there');
	t.is(await page.evaluate(`document.querySelector('dialog.login [name=username]').value`), 'root');
	t.deepEqual(await seriousFindings(ui), []);
	await page.keyboard.press('Escape');
	await page.keyboard.press('Escape');
	t.true(await page.evaluate(`document.querySelector('dialog.login').open`));
	await ui.fill('dialog.login [name=password]', testPassword);
	await page.keyboard.press('Enter');
	await page.waitForFunction(`!document.querySelector('dialog.login')`);
	t.is(await page.evaluate(`document.querySelector('dialog textarea').value`), 'half-written');
	await ui.click('dialog [type=submit]');
	await ui.see('half-written');
	await page.waitForFunction(`!document.querySelector('dialog')`);

	await endSessions();
	await page.evaluate(`location.hash = '#/wanted'`);
	await ui.click('dialog.login ::-p-text(Log in as another user)');
	await page.waitForSelector('main.login');
	t.is(await page.$('dialog'), null);
	t.deepEqual(ui.faults, []);
});

browserTest('what failed in a dialog is told above it, and can be dismissed there', async t => {
	const {url, deps} = await serve(t);
	await addUser(deps, 'root', 'admin');
	await deps.downloads.add(buildItem({title: 'A.Download'}));
	const ui = await openUi(t, url);
	const {page} = ui;
	await ui.logIn('root', testPassword);
	await page.evaluate(`location.hash = '#/queue'`);
	await ui.click('main .download ::-p-text(Remove)');
	await page.waitForSelector('dialog[open]');
	await page.setRequestInterception(true);
	page.on('request', request => {
		const body = JSON.stringify({code: 'unavailable', detail: 'The client does not answer.'});
		void (request.method() === 'DELETE'
			? request.respond({status: 503, contentType: 'application/problem+json', body})
			: request.continue());
	});
	await ui.click('dialog .danger');
	await ui.see('The client does not answer.');
	await ui.click('dialog .notice button');
	await page.waitForFunction(`!document.querySelector('.notice')`);
	t.truthy(await page.$('dialog[open]'));
	t.deepEqual(ui.faults, []);
});

browserTest('chosen colors are there before the page is, also those without red and green', async t => {
	const {url} = await serve(t);
	const ui = await openUi(t, url);
	const {page} = ui;
	await page.waitForSelector('main.login');
	await page.evaluate(`localStorage.setItem('kinoteka.theme', 'dark'); localStorage.setItem('kinoteka.format.states', 'marked')`);
	// Modules run after this state.
	await page.evaluateOnNewDocument(
		`document.addEventListener('readystatechange', () => { globalThis.early ??= [document.documentElement.style.colorScheme, document.documentElement.dataset.states].join(' '); })`,
	);
	await page.reload();
	await page.waitForSelector('main.login');
	t.is(await page.evaluate('early'), 'dark marked');
	t.deepEqual(ui.faults, []);
});
