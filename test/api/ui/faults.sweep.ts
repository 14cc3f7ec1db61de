import type {ExecutionContext} from 'ava';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi} from '#test/helpers/ui/open-ui.ts';
import {buildItem} from '#test/helpers/world/movie.ts';

/** The page, and an administrator who has not logged in yet. */
async function withRoot(t: ExecutionContext) {
	const served = await serve(t);
	const {deps, url} = served;
	await addUser(deps, 'root', 'admin');
	const ui = await openUi(t, url);
	const open = (path: string) => ui.page.evaluate(`location.hash = '#/${path}'`);
	return {...served, ui, open, page: ui.page};
}

browserTest('a person who presses Enter twice logs in once', async t => {
	const {ui, page} = await withRoot(t);
	const logins: string[] = [];
	page.on('request', request => void (request.url().endsWith('/login') && logins.push(request.url())));
	await page.waitForFunction(`document.activeElement.name === 'username'`);
	await page.keyboard.type('root');
	await page.keyboard.press('Tab');
	await page.keyboard.type(testPassword);
	await page.evaluate(`document.querySelector('form').requestSubmit(); document.querySelector('form').requestSubmit()`);
	await page.waitForSelector('nav');
	t.is(logins.length, 1);
	t.deepEqual(ui.faults, []);
});

browserTest('a service that is there but cannot work is told at the start, and asked again', async t => {
	const {ui, page} = await withRoot(t);
	await ui.logIn('root', testPassword);
	let isDown = true;
	await page.setRequestInterception(true);
	page.on('request', request => {
		const body = JSON.stringify({code: 'database_unavailable', detail: 'MongoDB does not answer.', status: 503});
		const isAsked = request.url().endsWith('/api/auth/session') && isDown;
		void (isAsked ? request.respond({status: 503, contentType: 'application/problem+json', body}) : request.continue());
	});
	await page.reload();
	await ui.see('MongoDB does not answer.');
	isDown = false;
	await page.waitForSelector('nav');
	t.deepEqual(ui.faults, []);
});

browserTest('the health names root folders by their paths, and shows what is wrong although the service answers 503', async t => {
	const {ui, page, open, ...served} = await withRoot(t);
	await answerDisks(t, served);
	await served.deps.rootFolders.add({name: 'Films', path: '/no/such/films'}, served.deps.now());
	await ui.logIn('root', testPassword);
	await open('health');
	await ui.see('/no/such/films cannot be reached.');
	await page.setRequestInterception(true);
	page.on('request', request => {
		const checks = {database: {status: 'healthy', responseTime: 1}, redis: {status: 'unhealthy', responseTime: null}};
		const body = JSON.stringify({status: 'unhealthy', version: '1', checks});
		const isAsked = request.url().endsWith('/api/health');
		void (isAsked ? request.respond({status: 503, contentType: 'application/json', body}) : request.continue());
	});
	await ui.click('::-p-text(Check again)');
	await ui.see('Unhealthy');
	t.deepEqual(ui.faults, []);
});

browserTest('who is behind the last page of a list is taken to it', async t => {
	const {deps, ui, page, open} = await withRoot(t);
	await deps.downloads.add(buildItem({title: 'The.Only.Download'}));
	await ui.logIn('root', testPassword);
	await open('queue?page=3');
	await ui.see('The.Only.Download');
	t.is(await page.evaluate('location.hash'), '#/queue');
	t.deepEqual(ui.faults, []);
});

browserTest('decimal numbers can be typed, and the menu of a phone closes at the view that is open', async t => {
	const {deps, ui, page, open} = await withRoot(t);
	await deps.qualityDefinitions.ensureDefaults(deps.now());
	await ui.logIn('root', testPassword);
	await open('settings/quality-sizes');
	await page.waitForSelector('main input[type=number]');
	await page.focus('main input[type=number]');
	await page.keyboard.down('Control');
	await page.keyboard.press('a');
	await page.keyboard.up('Control');
	await page.keyboard.type('2.05');
	t.is(await page.evaluate(`document.querySelector('main input[type=number]').value`), '2.05');
	await ui.click('main ::-p-text(Discard)');

	await page.setViewport({width: 390, height: 844, isMobile: true, hasTouch: true});
	await open('settings');
	await ui.click('.navigation .more');
	await ui.click('.navigation.open a[href="#/settings"]');
	await page.waitForFunction(`!document.querySelector('.navigation.open')`);
	await ui.click('.navigation .more');
	await page.keyboard.press('Escape');
	await page.waitForFunction(`!document.querySelector('.navigation.open')`);
	t.deepEqual(ui.faults, []);
});
