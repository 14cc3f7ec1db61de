import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {thirdPartyNotices} from '#scripts/command/third-party-notices.ts';
import {serve} from '#test/helpers/serve.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => readFileSync(new URL(name, `file://${root}`), 'utf8');

test('the licences of all packages are in the file as `npm run notices` writes it', t => {
	t.is(read('THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(root), 'run `npm run notices`');
	const {dependencies} = JSON.parse(read('package.json')) as {dependencies: Record<string, string>};
	for (const name of Object.keys(dependencies)) {
		t.regex(read('THIRD-PARTY-NOTICES.txt'), new RegExp(`(?:^|, )${name} \\d`, 'm'), name);
	}
});

test('the page hands out the licences, and those whose data it shows are named where they ask for it', async t => {
	const {url} = await serve(t);
	const html = await (await fetch(url, {headers: {accept: 'text/html'}})).text();
	const folder = /"(ui\/[^"/]+)\/main\.js"/.exec(html)?.[1];
	const get = async (name: string) => await fetch(`${url}/${folder}/${name}`);
	t.is(await (await get('third-party-notices.txt')).text(), read('THIRD-PARTY-NOTICES.txt'));
	t.is(await (await get('changelog.md')).text(), read('CHANGELOG.md'), 'About shows it');
	t.is((await get('tmdb.svg')).headers.get('content-type'), 'image/svg+xml');
	for (const text of [await (await get('main.js')).text(), read('README.md')]) {
		t.true(text.includes('This product uses the TMDB API but is not endorsed or certified by TMDB.'));
		t.true(text.includes('tmdb.svg'));
		t.regex(text, /Metadata provided by TheTVDB/);
		t.true(text.includes('https://thetvdb.com'));
	}
});
