import {browserTest} from '#test/helpers/browser.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi} from '#test/helpers/ui/open-ui.ts';

browserTest('the page works below a base path, in the role of its user, and waits for a service that is away', async t => {
	const {url, deps} = await serve(t, {http: {basePath: '/kino'}});
	await addUser(deps, 'vera', 'user');
	const ui = await openUi(t, `${url}/kino`);
	const {page} = ui;
	t.is(page.url(), `${url}/kino/`);

	await ui.fill('input[name=username]', 'vera');
	await ui.fill('input[name=password]', 'not hers at all');
	await ui.click('button[type=submit]');
	await ui.see('The user name or password is wrong.');
	await ui.logIn('vera', testPassword);
	await ui.see('No movies yet');
	const links = await page.$$eval('.navigation a', all => all.map(link => String(link.textContent).trim()));
	t.false(links.includes('Job queues'));
	t.true(links.includes('Queue'));

	await page.evaluate(`location.hash = '#/wanted'`);
	await ui.see('Every monitored title that is out has a file');
	await page.evaluate(`location.hash = '#/movies'`);
	await ui.see('No movies yet');
	await page.setOfflineMode(true);
	await page.evaluate(`location.hash = '#/wanted'`);
	await ui.see('Kinoteka does not answer');
	await page.setOfflineMode(false);
	await ui.see('Every monitored title that is out has a file');
	await page.waitForSelector('.away', {hidden: true});

	await page.evaluate(`location.hash = '#/nowhere'`);
	await ui.see('There is nothing here');
	await ui.click('::-p-text(Log out)');
	await page.waitForSelector('.login');
	t.deepEqual(ui.faults, []);
});

browserTest('at 1280 pixels the tools of a library take one line, and no entry of the menu takes two', async t => {
	const {url, deps} = await serve(t);
	await addUser(deps, 'root', 'admin');
	const ui = await openUi(t, url);
	const {page} = ui;
	await page.setViewport({width: 1280, height: 800});
	await ui.logIn('root', testPassword);
	await page.waitForSelector('.steps > .hint');
	const measured = (script: string) => page.evaluate(script) as Promise<number[]>;
	const middles = await measured(
		`[...document.querySelectorAll('main .filters .search, main .view-tools > *')].map(each => each.offsetTop + each.offsetHeight / 2)`,
	);
	t.true(Math.max(...middles) - Math.min(...middles) < 4, String(middles));
	const lefts = await measured(`['.steps li .hint', '.steps > .hint'].map(selector => {
		const range = document.createRange();
		range.selectNodeContents(document.querySelector(selector));
		return Math.round(range.getBoundingClientRect().left);
	})`);
	t.is(lefts[0], lefts[1]);
	await page.evaluate(`location.hash = '#/deleted'`);
	await ui.see('Nothing was deleted');
	const heights = await measured(
		`[...document.querySelectorAll('.navigation li a')].map(each => each.offsetHeight).filter(height => height > 0)`,
	);
	t.is(new Set(heights).size, 1, String(heights));
	t.deepEqual(ui.faults, []);
});
