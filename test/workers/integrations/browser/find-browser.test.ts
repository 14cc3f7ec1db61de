import {chmodSync, mkdirSync, writeFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import test from 'ava';
import {Unavailable} from '#shared/errors.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {findBrowser} from '#workers/integrations/browser/find-browser.ts';

function program(folder: string, name: string, says: string): string {
	mkdirSync(folder, {recursive: true});
	const path = join(folder, name);
	writeFileSync(path, `#!/bin/sh\necho "${says}"\n`);
	chmodSync(path, 0o755);
	return path;
}

const missing = {
	instanceOf: Unavailable,
	code: 'browser_missing',
	message: /apt-get install chromium.*captcha\.browserPath or in BROWSER_PATH/,
};

test('the setting comes before the variable, and that before the usual names', async t => {
	const folder = tempFolder(t);
	const setting = program(folder, 'one', 'Chromium 101.0.1.2');
	const variable = program(folder, 'two', 'Google Chrome 102.0.1.2 ');
	const usual = program(join(folder, 'bin'), 'chromium', 'Chromium 103.0.1.2 built on Debian');
	const path = join(folder, 'bin');
	t.like(await findBrowser({setting, variable, path}), {path: setting});
	t.like(await findBrowser({setting: '', variable, path}), {path: variable});
	const found = await findBrowser({setting: '', variable: null, path});
	t.is(found.path, usual);
	t.regex(found.userAgent, /^Mozilla\/5\.0 \(.+\) AppleWebKit\/537\.36 \(KHTML, like Gecko\) Chrome\/103\.0\.0\.0 Safari\/537\.36$/);
});

test('the usual names are looked for in their order, in every folder', async t => {
	const folder = tempFolder(t);
	program(join(folder, 'a'), 'google-chrome', 'Google Chrome 100.0');
	const chromium = program(join(folder, 'b'), 'chromium', 'Chromium 100.0');
	mkdirSync(join(folder, 'c', 'chromium'), {recursive: true});
	writeFileSync(join(folder, 'a', 'chromium'), 'no program');
	const path = ['c', 'a', 'b'].map(name => join(folder, name)).join(delimiter);
	t.is((await findBrowser({setting: '', variable: null, path: `relative${delimiter}${path}`})).path, chromium);
});

test('without one it says which package brings it', async t => {
	await t.throwsAsync(findBrowser({setting: '', variable: null, path: tempFolder(t)}), missing);
});

test('what is named and cannot be run, or is no browser, is reported', async t => {
	const folder = tempFolder(t);
	const other = program(folder, 'other', 'Firefox 100.0');
	const path = '';
	await t.throwsAsync(findBrowser({setting: join(folder, 'gone'), variable: null, path}), missing);
	await t.throwsAsync(findBrowser({setting: other, variable: null, path}), {...missing, message: /is not Chromium or Chrome/});
	await t.throwsAsync(findBrowser({setting: '', variable: other, path}), missing);
});
