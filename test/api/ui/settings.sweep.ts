import {browserTest} from '#test/helpers/browser.ts';
import {startLine} from '#test/helpers/line/start-line.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings, type Ui} from '#test/helpers/ui/open-ui.ts';

const box = (name: string) => `::-p-aria([name="${name}"][role="textbox"])`;
const openIn =
	({page}: Ui) =>
	async (path: string) => {
		await page.evaluate(`location.hash = '#/${path}'`);
		await page.waitForFunction(`document.querySelector('main h1') && !document.querySelector('main .waiting')`);
	};

browserTest('an administrator adds an indexer by its form, changes a setting, and runs a task to its end', async t => {
	const {url, api, adminPassword, world} = await startLine(t);
	const ui = await openUi(t, url);
	const {page} = ui;
	const open = openIn(ui);
	await ui.logIn('admin', adminPassword);

	await open('settings/indexers');
	await ui.click('::-p-text(Add an indexer)');
	await ui.fill(box('Name'), 'Second');
	await page.locator('dialog select').fill('rss');
	await page.waitForFunction(`!document.querySelector('dialog').innerText.includes('API path')`);
	await page.locator('dialog select').fill('torznab');
	await ui.see('API path');
	await page.keyboard.press('Escape');
	await ui.see('What you entered is not saved.');
	await ui.click('dialog ::-p-text(Keep editing)');
	await page.mouse.click(5, 5);
	await ui.click('dialog ::-p-text(Keep editing)');
	await ui.fill(box('URL'), 'nowhere');
	await ui.click('dialog [type=submit]');
	await ui.see('URL must be an address that begins with http:// or https://');
	await page.waitForFunction(`document.activeElement.value === 'nowhere'`);
	t.deepEqual(await seriousFindings(ui), []);
	await ui.fill(box('URL'), world.indexer.url);
	await ui.fill('dialog input[type=password]', world.indexer.apiKey);
	await ui.click('dialog ::-p-text(Test)');
	await page.waitForSelector('dialog .outcome');
	await ui.click('dialog [type=submit]');
	await page.waitForFunction(`!document.querySelector('dialog')`);
	await ui.see('Second');
	const {indexers} = await api.get<{indexers: {name: string; kind: string; url: string}[]}>('/api/indexers');
	t.like(
		indexers.find(({name}) => name === 'Second'),
		{kind: 'torznab', url: world.indexer.url},
	);

	await open('settings/notifications');
	await ui.click('::-p-text(Add a notification)');
	await page.locator('dialog select').fill('plex');
	await page.waitForFunction(`!document.querySelector('dialog').innerText.includes('Secret')`);
	await ui.fill(box('Name'), 'Living room');
	await ui.fill(box('URL'), world.indexer.url);
	await ui.fill('dialog input[type=password]', 'a-token');
	await ui.click('dialog [type=submit]');
	await page.waitForFunction(`!document.querySelector('dialog')`);
	const {notifications} = await api.get<{notifications: {events: string[]}[]}>('/api/notifications');
	t.deepEqual(notifications[0]?.events.toSorted(), ['deleted', 'imported', 'upgraded']);

	await open('settings/downloads');
	await ui.fill('.value input[type=number]', '0');
	await ui.click('.save-bar [type=submit]');
	await ui.see('from 1 to 300');
	await ui.fill('.value input[type=number]', '7');
	await ui.click('.save-bar [type=submit]');
	await ui.see('is saved');
	t.is((await api.get<{value: number}>('/api/settings/download.pollSeconds')).value, 7);

	await open('tasks/libraryScan');
	await ui.see('It has not run yet');
	await ui.click('main ::-p-text(Run)');
	await ui.see('Completed');
	await open('tasks');
	await ui.see('last run just now');
	await ui.click('main ::-p-text(Interval)');
	await ui.fill('dialog input[type=number]', '11');
	await ui.click('dialog [type=submit]');
	await ui.see('every 11 ');
	t.deepEqual(ui.faults, []);
});

browserTest('profiles are edited by their ranks and rows, a fault is focused, and what is in use cannot be deleted', async t => {
	const {url, deps} = await serve(t);
	await addUser(deps, 'root', 'admin');
	const ui = await openUi(t, url);
	const {page} = ui;
	await ui.logIn('root', testPassword);
	await page.setViewport({width: 1280, height: 1800}); // the whole form is in view
	await openIn(ui)('settings/quality-profiles');
	await ui.click('::-p-text(Add a quality profile)');
	await ui.fill(box('Name'), 'Small');
	await ui.click('dialog [type=submit]');
	await ui.see('at least one quality');
	await page.waitForFunction(`document.activeElement.closest('[data-fault] .ranks')`); // a list has no input of its own
	for (const quality of ['Bluray-1080p', 'WEBDL-1080p', 'WEBRip-1080p']) {
		await ui.click(`::-p-aria([name="${quality}"][role="checkbox"])`);
	}
	await ui.click('::-p-aria(Group WEBDL-1080p with the next)');
	await ui.fill(box('Name of the group of WEBDL-1080p, WEBRip-1080p'), 'WEB');
	await ui.click('::-p-aria(Move WEB up)');
	await page.locator('::-p-aria([name="Cutoff"][role="combobox"])').fill('WEB');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('dialog [type=submit]');
	await page.waitForFunction(`!document.querySelector('dialog')`);
	const profiles = await deps.qualityProfiles.list();
	const small = profiles.find(({name}) => name === 'Small');
	t.deepEqual(
		small?.items.filter(({allowed}) => allowed).map(item => ('group' in item ? item.group.qualities : item.quality)),
		[['WEBDL-1080p', 'WEBRip-1080p'], 'Bluray-1080p'],
	);
	t.is(small?.cutoff, 'WEB');

	t.deepEqual(
		profiles.map(({name}) => name),
		['Small'],
	);
	await ui.click('::-p-aria(Delete Small)');
	await ui.click('dialog .danger');
	await ui.see('Small is the last profile');
	await ui.click('dialog ::-p-text(Cancel)');

	await openIn(ui)('settings/language-profiles?add=true');
	await ui.fill(box('Name'), 'Subtitles only');
	await page.locator('::-p-aria([name="Add a subtitle language"])').fill('de');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('dialog [type=submit]');
	await page.waitForFunction(`!document.querySelector('dialog')`);
	const [languages] = await deps.languageProfiles.list();
	t.like(languages, {cutoff: 'original', subtitles: [{code: 'de', forced: false, hearingImpaired: false}]});
	t.deepEqual(ui.faults, []);
});

const views =
	'settings settings/metadata settings/media settings/custom-formats settings/language-profiles settings/users settings/api-keys'
		.split(' ')
		.concat('settings/quality-sizes settings/delay-profiles settings/service health logs import account blocklist tasks'.split(' '));

browserTest('every view of the system is sound in both themes, and a user without rights sees no refusals', async t => {
	const {url, deps} = await serve(t);
	await addUser(deps, 'root', 'admin');
	await addUser(deps, 'vera', 'user');
	const ui = await openUi(t, url);
	const {page} = ui;
	const open = openIn(ui);
	const refused: string[] = [];
	page.on('response', response => void (response.status() === 403 && refused.push(response.url())));
	await ui.logIn('root', testPassword);
	const findings: string[] = [];
	for (const view of views) {
		await open(view);
		findings.push(...(await seriousFindings(ui)).map(finding => `${view}: ${finding}`));
	}
	t.deepEqual(findings, []);
	await ui.click('::-p-text(Log out)');
	await ui.logIn('vera', testPassword);
	for (const view of ['tasks', 'health', 'account', 'blocklist', 'history']) {
		await open(view);
		t.is(await page.$('main .failure'), null, view);
	}
	const links = await page.$$eval('.navigation a', all => all.map(link => String(link.textContent).trim()));
	t.deepEqual(
		links.filter(link => ['Settings', 'Logs', 'Import files', 'Job queues'].includes(link)),
		[],
	);
	t.deepEqual(refused, []);
	t.deepEqual(ui.faults, []);
});
