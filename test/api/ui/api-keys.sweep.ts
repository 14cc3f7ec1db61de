import {browserTest} from '#test/helpers/browser.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi} from '#test/helpers/ui/open-ui.ts';

browserTest('a key is made for a script, and one with limits for a program that knows Radarr', async t => {
	const served = await serve(t);
	await addUser(served.deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	const {page} = ui;
	await ui.logIn('vera', testPassword);
	await page.evaluate(`location.hash = '#/settings/api-keys'`);
	const add = async (name: string, type: string) => {
		await ui.click('::-p-aria([name="Add an API key"][role="button"])');
		await ui.fill('dialog input', name);
		await page.locator('dialog select').fill(type);
	};
	const isShown = () => page.evaluate(`document.querySelector('dialog').innerText.includes('in an hour')`);
	await add('Script', 'main');
	t.false(await isShown(), 'the limits are only for such programs');
	await ui.click('dialog [type=submit]');
	await page.waitForFunction(`/[\\w-]{43}/.test(document.querySelector('dialog input[readonly]')?.value ?? '')`);
	await ui.click('dialog ::-p-text(Done)');
	await page.waitForFunction(`!document.querySelector('dialog')`);

	await add('Seerr', 'apps');
	t.true(await isShown());
	await ui.click('dialog [type=submit]');
	await page.waitForFunction(`/[0-9a-f]{32}/.test(document.querySelector('dialog input[readonly]')?.value ?? '')`);
	const keys = await served.deps.apiKeys.list();
	t.like(
		keys.find(({name}) => name === 'Seerr'),
		{type: 'apps', app: {readOnly: false, filesPerHour: 100}},
	);
	t.like(
		keys.find(({name}) => name === 'Script'),
		{type: 'main', app: null},
	);
	t.deepEqual(ui.faults, []);
});
