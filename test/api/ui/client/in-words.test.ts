import test from 'ava';
import {pageModule} from '#test/helpers/ui/page-module.ts';

const {inWords} = await pageModule('client/in-words.ts');
const {readProblem} = await pageModule('client/problem.ts');
const {hintOf, withLabels} = await pageModule('schema/hint.ts');
const {inWords: settingInWords} = await pageModule('schema/setting-words.ts');
const {titleIn} = await pageModule('records/unmapped-folders.ts');

test('messages name pages of the settings instead of paths of the API', t => {
	t.is(
		inWords('rootFolderPath must be a root folder of /api/root-folders'),
		'rootFolderPath must be a root folder of “Settings, Root folders”',
	);
	t.is(inWords('Check at /api/system/status that it runs.'), 'Check at “Health” that it runs.');
	t.is(inWords('Switch it on with PUT /api/captcha-solver {"enabled": true}.'), 'Switch it on with “Settings, Browser checks”.');
	t.is(inWords('See /api/something-else.'), 'See /api/something-else.');
});

test('the missing key of the provider is reported without variables and addresses', async t => {
	const detail = 'It needs a key: put it into meta.apiKey (PUT /api/settings/meta) or the variable METADATA_API_KEY.';
	const reply = new Response(JSON.stringify({code: 'unavailable', reason: 'provider_key_missing', detail}), {status: 503});
	const {message, code} = await readProblem(reply);
	t.is(code, 'unavailable');
	t.regex(message, /enter it at Settings, Metadata and pictures/);
	t.notRegex(message, /METADATA|\/api\//);
});

test('hints have the labels of fields', t => {
	t.is(
		hintOf('Maximum number of grabs per `limitUnit`; null for no limit.'),
		'Maximum number of grabs per “Limit unit”; empty for no limit.',
	);
	t.is(hintOf('If false, it is stored but not used.'), 'Untick to keep it without using it.');
	t.is(
		hintOf('Whether files of movies are named by their format; otherwise they keep their names.'),
		'Files of movies are named by their format; if not ticked, they keep their names.',
	);
	t.is(hintOf('Name shown in lists and logs.'), '');
	t.is(
		withLabels('Removes old entries, see history.keepDays, and asks qBittorrent.'),
		'Removes old entries, see “Keep the history for (days)”, and asks qBittorrent.',
	);
});

test('a setting names no keys, and some have other units', t => {
	const colon = settingInWords('media.customColon', {description: 'Used if `media.colonReplacement` is custom.'});
	t.is(colon.description, 'Used when “Instead of a colon” is set to Custom.');
	const bin = settingInWords('media.other', {description: 'Goes with `media.recycleBinDays`.'});
	t.is(bin.description, 'Goes with “Days in the recycle bin”.');
	t.is(settingInWords('meta.cacheTtl', {type: 'integer'})['x-scale'], 3600);
});

test('a title is read from the name of a folder', t => {
	t.is(titleIn('The Lamp (1999) {imdb-tt0000001}'), 'The Lamp');
	t.is(titleIn('The.Lamp.Part.2'), 'The Lamp Part 2');
	t.is(titleIn('Lamp [1080p]'), 'Lamp');
	t.is(titleIn('(1999)'), '(1999)');
});
